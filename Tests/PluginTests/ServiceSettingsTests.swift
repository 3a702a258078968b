import BoxOffice
import Engine
import Foundation
import Testing

@testable import BoxOfficeCommand
@testable import Executables

/// A source of another package, whose service has variables with unusual names.
private struct Village: Source {
    let manifest = Manifest(name: "village", summary: "three films, every day the same")
    let service: Service? = Service(
        name: "village", title: "The village", baseURL: "https://village.example",
        baseURLVariable: "VILLAGE_AT",
        key: Service.Key(
            variable: "VILLAGE_PIN", inQuery: "pin", issuedAt: "https://village.example"),
        callsPerDay: 40)
    let holdings = Holdings(
        of: "the village", from: Day(daysSince1970: 12_000), to: nil, charts: [.daily])

    func requests(for query: Query) -> AnySequence<Request> { AnySequence([]) }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        throw Fault(.malformed, "village-silent", "the village says nothing")
    }
}

/// The settings, keys and addresses of services, which follow from the registered sources.
@Suite struct ServiceSettingsTests {
    private let services = Registry.services(AddedPlugins(sources: [Village()]))
    private let builtIn = Registry.services(AddedPlugins())

    private func environment(_ variables: [String: String]) -> Environment {
        Environment(variables, services: services)
    }

    /// Returns the settings of a configuration file with the text `text`.
    private func settings(_ text: String, _ environment: Environment) throws -> Settings {
        let folder = FileManager.default.temporaryDirectory
        let file = folder.appending(path: "\(UUID()).json")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let settings = try Settings(at: file.path, environment: environment)
        try settings.checkNames(environment.services)
        return settings
    }

    @Test("The services without the sample are those of the whole registry, in its order")
    func sameServices() throws {
        #expect(try Registry.builtIn().services == builtIn)
        let console = Console(
            environment: environment([:]), added: AddedPlugins(sources: [Village()]))
        #expect(try Registry.all(console).services == services)
        #expect(services.map(\.name) == ["kobis", "village", "kmdb", "kakao"])
        #expect(services.map(\.title) == ["KOBIS", "The village", "KMDb", "Kakao"])
    }

    @Test("The defaults of --source and --format are the first of the registry")
    func defaults() throws {
        let registry = try Registry.builtIn()
        #expect(OptionTable[\.source].standard == registry.sources.first?.manifest.name)
        for format in registry.formats.prefix(1) {
            #expect(Registry.defaultFormat.manifest.name == format.manifest.name)
        }
    }

    @Test("Names of settings follow from the services")
    func names() {
        #expect(
            builtIn.flatMap(\.settings).map(\.name) == [
                "kobis-api-key", "kobis-api-key-file", "kobis-base-url", "kmdb-api-key",
                "kmdb-api-key-file", "kmdb-base-url", "kakao-rest-api-key",
                "kakao-rest-api-key-file", "kakao-base-url",
            ])
        let quotas = builtIn.compactMap(\.quota)
        #expect(quotas.map(\.name) == ["kobis-quota", "kmdb-quota", "kakao-quota"])
        #expect(quotas.map(\.standard) == ["3000", "", "30000"])
        let quota = services.compactMap(\.quota).map { [$0.name, $0.standard, $0.variable] }
        #expect(quota.contains(["village-quota", "40", "BO_EXPORT_VILLAGE_QUOTA"]))
        #expect(Setting(variable: "Village_PIN").variable == "Village_PIN")
    }

    @Test("The file may set the key, the address and the quota of an added service")
    func file() throws {
        let text = """
            {"village-pin": "opensesame", "village-at": "http://127.0.0.1:9", "village-quota": 7}
            """
        let environment = environment([:])
        let set = try environment.with(settings(text, environment))
        let village = try #require(Village().service)
        #expect(set["VILLAGE_PIN"] == "opensesame")
        #expect(try set.address(of: village) == "http://127.0.0.1:9")
        #expect(try Quota.limit(of: village, set) == 7)
        #expect(try Quota.limit(of: village, environment) == 40)
        #expect(set.keys == ["opensesame"])
        #expect(throws: Fault.self) { try settings(text, Environment([:], services: builtIn)) }
        #expect(throws: Fault.self) { try settings("{\"daily\": \(text)}", environment) }
    }

    @Test("A fault of an address that the file sets names the setting and the file")
    func address() throws {
        let environment = environment([:])
        let set = try environment.with(settings("{\"village-at\": \"nowhere\"}", environment))
        let village = try #require(Village().service)
        let fault = #expect(throws: Fault.self) { try set.address(of: village) }
        #expect(fault?.message.hasPrefix("the value of village-at, which /") == true)
    }

    @Test("The section of a server holds for all commands, and an empty list sets nothing")
    func sections() throws {
        let text = """
            {"source": "sample", "columns": [], "daily": {"top": 3, "jobs": 2}, "mcp": {"jobs": 1}}
            """
        let settings = try settings(text, environment([:]))
        let daily = try Values(Arguments(["daily"])).with(settings)
        #expect(daily.sources == ["sample"] && daily.jobs == 2 && !daily.has(\.columns))
        let asked = try Values(Arguments(["daily"])).with(settings.spreading(sectionOf: .mcp))
        #expect(asked.sources == ["sample"] && asked.jobs == 1 && asked.number(\.top) == 3)
    }

    @Test(
        "A key in the environment wins over one in the file",
        arguments: ["VILLAGE_PIN", "VILLAGE_PIN_FILE"])
    func precedence(variable: String) throws {
        let environment = environment([variable: "/own"])
        let settings = try settings(
            "{\"village-pin\": \"a\", \"village-pin-file\": \"b\"}", environment)
        #expect(try environment.with(settings).all == [variable: "/own"])
    }

    @Test("The key of an added service appears in no message, nor does a password in its address")
    func hidden() {
        let console = Console(
            environment: environment([
                "VILLAGE_PIN": "opensesame", "VILLAGE_PIN_FILE": "notapath",
                "VILLAGE_AT": "http://me:openopen@127.0.0.1", "VILLAGE_ELSE": "plain",
            ]))
        #expect(
            console.clean("opensesame notapath me:openopen openopen plain")
                == "*** *** *** *** plain")
    }

    @Test("A key or a password of fewer than eight characters is hidden in addresses alone")
    func short() throws {
        let console = Console(
            environment: environment(["VILLAGE_PIN": "2024", "http_proxy": "http://a:b@proxy"]))
        let key = try #require(Village().service?.key)
        console.hide(Secret("2024"), of: key)
        #expect(console.clean("2024 a b =2024") == "2024 a b =2024")
        let said = console.clean("/x?day=2024&pin=2024 http://a:b@proxy")
        #expect(said == "/x?day=2024&*** http:***proxy")
        let inHeader = Service.Key(variable: "X", inHeader: "X-Key", issuedAt: "")
        console.hide(Secret("1234"), of: inHeader)
        #expect(console.clean("day=1234") == "day=1234")
    }

    @Test("A report may not replace the key's file")
    func inputFiles() {
        #expect(environment(["VILLAGE_PIN_FILE": "/pin"]).inputFiles == ["/pin"])
    }

    @Test(
        "Invalid UTF-8 in a variable of a service is refused",
        arguments: ["VILLAGE_PIN", "VILLAGE_PIN_FILE", "VILLAGE_AT", "KOBIS_API_KEY", "X_API_KEY"])
    func text(variable: String) {
        #expect(environment([:]).isUsed(variable))
        #expect(!environment([:]).isUsed("VILLAGE_ELSE"))
    }

    @Test("Plugins get the key of an added service only by name, and never with a star")
    func plugins() {
        let variables = ["VILLAGE_PIN": "sesame", "VILLAGE_PIN_FILE": "/pin", "OTHER": "value"]
        let keys = environment(variables).keyVariables
        let plugins = PluginEnvironment(
            variables, allowed: ["a": ["*"], "b": ["VILLAGE_PIN"]], keys: keys)
        let asked = ["VILLAGE_PIN", "VILLAGE_PIN_FILE", "OTHER"]
        let own = plugins.variables(for: "none", asking: []).keys
        #expect(Set(plugins.variables(for: "a", asking: asked).keys) == Set(own).union(["OTHER"]))
        #expect(plugins.variables(for: "b", asking: asked)["VILLAGE_PIN"] == "sesame")
        #expect(plugins.isSecret("VILLAGE_PIN", "12345678"))
        #expect(!plugins.isSecret("VILLAGE_PIN", "1234"))
    }

    @Test(
        "The archive knows a service at another address by its host and port",
        arguments: [
            ("http://a:8/x", "a%3A8"), ("http://a:80/x", "a"), ("http://a:", "a"),
            ("http://a:/x/y", "a"), ("https://u:p@[::1]:443", "%5B%3A%3A1%5D"),
            ("http://a:18080/a://b@c", "a%3A18080"), ("127.0.0.1:80/x", "127.0.0.1"),
            ("http://me:secret@host-a.b?q", "host-a.b"), ("http://../x", ".."), ("http://", ""),
        ])
    func hosts(address: String, name: String) {
        let environment = environment(["KOBIS_BASE_URL": address, "VILLAGE_AT": "http://v"])
        #expect(environment.hosts == ["kobis": name, "village": "v"])
        #expect(self.environment([:]).hosts == [:])
    }

    @Test("A variable that is nearly a setting of an added service is reported")
    func unknown() {
        let warnings = environment(["BO_EXPORT_VILLAGE_PIN": "1", "BO_EXPORT_VILLAGE_QUOTA": "1"])
            .unknownSettings.map { "\($0)" }
        #expect(
            warnings == [
                "unknown setting BO_EXPORT_VILLAGE_PIN is ignored; did you mean VILLAGE_PIN?"
            ])
    }
}
