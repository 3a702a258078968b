import BoxOffice
import Testing

@testable import BoxOfficeCommand

/// The one path from arguments and settings to a command.
@Suite struct InvocationTests {
    private func invocation(
        _ arguments: [String], _ variables: [String: String] = [:]
    ) throws -> (values: Values, console: Console) {
        let services = Registry.services(AddedPlugins())
        let environment = Environment(
            variables.merging(["HOME": "/nonexistent"]) { $1 }, services: services)
        let settings = Result { () throws(Fault) in
            try Settings(at: nil, environment: environment)
        }
        var console = Console(environment: environment)
        let values = try Values(Arguments(arguments), settings, &console)
        return (values, console)
    }

    @Test("An argument wins over a setting")
    func order() throws {
        let variables = ["BO_EXPORT_JOBS": "7", "BO_EXPORT_TOP": "2"]
        let daily = try invocation(["--jobs", "3"], variables).values
        #expect(daily.jobs == 3 && daily.number(\.top) == 2)
        #expect(daily.origin(of: OptionTable[\.top]) == .setting("BO_EXPORT_TOP"))
        let standard = try invocation([]).values
        #expect(standard.jobs == 4 && standard.number(\.top) == nil)
    }

    @Test("The console knows the quotas in the settings")
    func environment() throws {
        let variables = ["BO_EXPORT_KOBIS_QUOTA": "7"]
        let console = try invocation(["quota"], variables).console
        #expect(console.environment["BO_EXPORT_KOBIS_QUOTA"] == "7")
    }

    @Test(
        "Of several options in a group, the one on the command line counts",
        arguments: [
            (["--last", "2"], "BO_EXPORT_DATE"), (["--last", "2"], "BO_EXPORT_MONTH"),
            (["--month", "2024-05"], "BO_EXPORT_YEAR"), (["--year", "2024"], "BO_EXPORT_FROM"),
            (["--date", "-3d"], "BO_EXPORT_YEAR"), (["-v"], "BO_EXPORT_QUIET"),
            (["--refresh"], "BO_EXPORT_OFFLINE"), (["-o", "x"], "BO_EXPORT_OUTPUT"),
            (["--output", "x"], "BO_EXPORT_OUTPUT"), (["-O", "a=b"], "BO_EXPORT_OPTION"),
        ])
    func rivals(arguments: [String], variable: String) throws {
        let value = ["BO_EXPORT_QUIET", "BO_EXPORT_OFFLINE"].contains(variable) ? "true" : "excel"
        let option = try #require(OptionTable.all.first { $0.variable == variable })
        let values = try invocation(arguments, [variable: value]).values
        #expect(values.origin(of: option) == Values(values.arguments).origin(of: option))
        let alone = try invocation([], [variable: value]).values
        #expect(alone.origin(of: option) == .setting(variable))
    }

    @Test("An option that is set for another format does not count")
    func formats() throws {
        let variables = ["BO_EXPORT_PROFILE": "excel", "BO_EXPORT_OPTION": "a=b"]
        let output = try invocation([], variables).values
        #expect(output.text(\.profile) == "excel" && output.texts(\.option) == ["a=b"])
        let tables = try invocation(
            ["--source", "file"], ["BO_EXPORT_OPTION": "path=x.csv,null=-"]
        ).values
        for format in Registry.formats.dropFirst() {
            let settled = try output.settled(on: format)
            #expect(!settled.has(\.profile) && !settled.has(\.option))
            // The path of tables is for no format.
            #expect(try tables.settled(on: format).texts(\.option) == ["path=x.csv"])
        }
        let csv = try output.settled(on: Registry.defaultFormat)
        #expect(csv.text(\.profile) == "excel" && csv.texts(\.option) == ["a=b"])
    }

    @Test(
        "A setting for what a run cannot use is ignored, and the option on the command line is not",
        arguments: [
            ([], ["BO_EXPORT_POSTERS_DIR": "p"], "posters-dir"),
            ([], ["BO_EXPORT_UPDATE": "true"], "update"),
            (["movies", "-o", "x.csv"], ["BO_EXPORT_UPDATE": "true"], "update"),
            (["--source", "kobis-json,sample"], ["BO_EXPORT_DEEP": "true"], "deep"),
            (["trend", "x", "--by", "week"], ["BO_EXPORT_DEEP": "true"], "deep"),
        ] as [([String], [String: String], String)])
    func useless(arguments: [String], variables: [String: String], option: String) throws {
        let values = try invocation(arguments, variables).values
        let option = try #require(values.command.options.first { $0.name == option })
        #expect(values.origin(of: option) == nil)
    }

    @Test("A fault of a setting names it, and one of the command line does not")
    func blame() throws {
        let two = ["BO_EXPORT_SOURCE": "kobis-json,sample", "BO_EXPORT_JOBS": "2"]
        let set = #expect(throws: Fault.self) { try invocation(["--deep"], two) }
        #expect(set?.kind == .configuration)
        #expect(
            set?.wording
                == "source, which BO_EXPORT_SOURCE sets, is refused: --deep takes one source")
        let given = #expect(throws: Fault.self) {
            try invocation(["--update"], ["BO_EXPORT_JOBS": "2"])
        }
        #expect(given?.kind == .usage && given?.code == "update-without-output")
    }

    @Test(
        "The path of the configuration is found, even if the rest is wrong",
        arguments: [
            (["--config", "a"], "a"), (["--config=a"], "a"), (["--config=", "a"], ""),
            (["--config", "a", "--config=b"], "b"), (["daily", "--config=a=b"], "a=b"),
            (["--nope", "--config", "a"], "a"), (["--", "--config", "a"], nil),
            (["--configure", "a"], nil), (["--config", "--jobs"], nil), (["--config", ""], ""),
        ] as [([String], String?)])
    func given(arguments: [String], value: String?) {
        let given = Arguments(arguments).given.last { $0.option.name == "config" }
        #expect(given?.value == value)
    }

    @Test("Short options and commands are recognised, and no other word is mistaken for one")
    func short() {
        func values(_ words: String...) -> Values { Values(Arguments(words)) }
        #expect(values("-o", "x.csv").output == "x.csv")
        #expect(!values("-O", "o=x", "--only").has(\.output))
        #expect(values("movies", "-q").command.name == "movies")
        #expect(values("-q", "movies").command.name == "movies")
        #expect(values("-vqo", "x.csv").output == "x.csv")
        #expect(values("-ox.csv").output == "x.csv")
    }
}
