internal import BoxOffice
internal import Glibc
internal import Storage

/// The environment variables of a process; an empty one counts as not set.
struct Environment: Sendable {
    /// The variables that are set.
    var all: [String: String]
    /// The places of those that are set by a configuration.
    var places: [String: String] = [:]
    /// The services whose keys and addresses are among the variables.
    let services: [Service]
    /// The variables whose values were decoded with replacements, because they are not UTF-8.
    private let changed: [String]

    /// Creates an environment of `variables`.
    init(_ variables: [String: String], services: [Service] = [], changed: [String] = []) {
        self.changed = changed
        all = variables
        self.services = services
    }

    /// Returns the value of the variable `name`, or nil if it is not set or empty.
    subscript(name: String) -> String? {
        all[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A kind of folder of the XDG Base Directory Specification, by its variable.
    enum Folder: String, Sendable {
        /// The configuration of the user.
        case configuration = "XDG_CONFIG_HOME"
        /// Data that can be fetched again.
        case cache = "XDG_CACHE_HOME"
        /// Data that should outlive a run, but is not the user's.
        case state = "XDG_STATE_HOME"
        /// Data that the user adds, such as plugins.
        case data = "XDG_DATA_HOME"
    }

    /// Returns bo-export's own folder of that kind: below the variable's folder, or below the home
    /// folder; nil if neither is set to an absolute path.
    func folder(_ folder: Folder) -> String? {
        if let base = self[folder.rawValue], base.hasPrefix("/") { return "\(base)/bo-export" }
        guard let home = self["HOME"], home.hasPrefix("/") else { return nil }
        let usual =
            switch folder {
            case .configuration: ".config"
            case .cache: ".cache"
            case .state: ".local/state"
            case .data: ".local/share"
            }
        return "\(home)/\(usual)/bo-export"
    }

    /// The variables that are settings, or look like settings.
    var settings: [String: String] {
        all.filter { $0.key.hasPrefix("BO_EXPORT_") && !$0.value.isEmpty }
    }

    /// Checks that the variables that the program uses are UTF-8: a path decoded with replacements
    /// would name another file.
    ///
    /// - Throws: a ``Fault`` of kind `configuration`.
    func checkText() throws(Fault) {
        guard let name = changed.sorted().first(where: isUsed) else { return }
        throw Fault(
            .configuration, "variable-not-utf8",
            "the value of \(name) is not UTF-8", ko: "{1}의 값이 UTF-8이 아닙니다")
    }

    /// Returns the environment of this process.
    static func current(_ services: [Service]) -> Environment {
        var variables: [String: String] = [:]
        var changed: [String] = []
        var entry = unsafe environ  // Owned by the C library; copied here, before a thread runs.
        while let text = unsafe entry.pointee {
            let exact = unsafe String(validatingCString: text)
            let text = unsafe exact ?? String(cString: text)
            if let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(text[..<sign])
                variables[name] = String(text[text.utf8.index(after: sign)...])
                if exact == nil { changed.append(name) }
            }
            unsafe entry = entry.successor()
        }
        return Environment(variables, services: services, changed: changed)
    }

    /// Returns true if the program uses the variable `name`.
    func isUsed(_ name: String) -> Bool {
        [
            "HOME", "CREDENTIALS_DIRECTORY", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE",
        ].contains(name) || name.hasPrefix("BO_EXPORT_")
            || Folder(rawValue: name) != nil || isKey(name) || isKeyFile(name) || isAddress(name)
    }

    // By convention the names of services' variables have these endings. They are checked as a
    // second safeguard, for services that this program does not know.

    /// Returns true if the variable `name` holds a key.
    private func isKey(_ name: String) -> Bool {
        name.hasSuffix("_API_KEY") || services.contains { $0.key?.variable == name }
    }

    /// Returns true if the variable `name` holds the path of a key's file.
    private func isKeyFile(_ name: String) -> Bool {
        name.hasSuffix("_API_KEY_FILE") || services.contains { $0.key?.fileVariable == name }
    }

    /// Returns true if the variable `name` holds the address of a service.
    private func isAddress(_ name: String) -> Bool {
        name.hasSuffix("_BASE_URL") || services.contains { $0.baseURLVariable == name }
    }

    /// The variables that hold the keys of the services or the paths of the keys' files.
    var keyVariables: Set<String> { Set(services.flatMap(\.keyVariables)) }

    /// The files that keys and settings are read from.
    var inputFiles: [String] {
        all.filter { isKeyFile($0.key) || $0.key == "BO_EXPORT_CONFIG" }
            .map(\.value) + services.compactMap(\.key).flatMap(paths)
    }

    /// The texts that must not appear in any message: the values of variables that hold keys, and
    /// of variables that should hold the path of a key's file but have no slash and so may be the
    /// key itself.
    var keys: [String] {
        all.filter { isKey($0) || (isKeyFile($0) && !$1.contains("/")) }
            .values.filter { $0.utf8.count >= shortestSecret } + addressSecrets
    }

    /// The names and passwords in the addresses of proxies and services.
    private var addressSecrets: [String] {
        all.filter { name, _ in isAddress(name) || name.lowercased().hasSuffix("_proxy") }
            .values.flatMap { address -> [String] in
                guard let at = address.lastIndex(of: "@") else { return [] }
                let user = address[..<at].behindScheme
                guard !user.isEmpty else { return [] }
                let password = user.split(separator: ":", maxSplits: 1).dropFirst().first
                let long = [user, password ?? ""].filter { $0.utf8.count >= shortestSecret }
                return ["//\(user)@"] + long.map(String.init)
            }
    }

    /// The archive of good answers; nil if there is no cache folder.
    var archive: RecordingFolder? {
        folder(.cache).map { RecordingFolder(at: "\($0)/archive", hosts: hosts) }
    }

    /// The hosts of the services whose addresses are set, by the names of the services.
    var hosts: [String: String] {
        let hosts = services.compactMap { service in
            self[service.baseURLVariable].map { (service.name, $0.server.percentEncoded) }
        }
        return Dictionary(hosts) { $1 }
    }

    /// The ledger of all runs' calls; nil if there is no state folder.
    var ledger: QuotaLedger? {
        folder(.state).map { QuotaLedger(at: "\($0)/quota", now: CurrentProcess.now) }
    }
}

extension Service {
    /// The variables that hold the key or the path of its file.
    var keyVariables: [String] { key.map { [$0.variable, $0.fileVariable] } ?? [] }
}

extension Service.Key {
    /// The name of a file with the key, where no variable gives its path.
    var fileName: String { variable.lowercased() }
    /// The variable that holds the path of the key's file.
    var fileVariable: String { "\(variable)_FILE" }
}

extension StringProtocol where SubSequence == Substring {
    /// The part of an address after `https://`, or all of it if it has no scheme.
    var behindScheme: Substring {
        guard let colon = firstIndex(of: ":"), self[colon...].hasPrefix("://") else {
            return self[...]
        }
        return self[colon...].dropFirst(3)
    }

    /// The host of an address without name and password, with its port unless that is the default
    /// of the scheme: two ports of one host are two services.
    var server: String {
        let authority = behindScheme.prefix { !"/?#".contains($0) }
        let server = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let usual = lowercased().hasPrefix("https:") ? ":443" : ":80"
        let port = [usual, ":"].first(where: server.hasSuffix) ?? ""
        return String(server.dropLast(port.count))
    }
}
