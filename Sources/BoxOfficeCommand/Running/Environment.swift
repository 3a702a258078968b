internal import BoxOffice
internal import Glibc

/// The environment variables of a process; an empty one counts as not set.
struct Environment: Sendable {
    private var variables: [String: String]
    /// The variables whose values are not as they were set, because those are not UTF-8.
    private var changed: [String] = []

    /// Makes an environment of `variables`.
    init(_ variables: [String: String]) {
        self.variables = variables
    }

    /// The value of the variable `name`, or nil where it is not set or empty.
    subscript(name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Every variable that is set.
    var all: [String: String] { variables }

    /// Sets the variable `name`.
    mutating func set(_ name: String, to value: String) { variables[name] = value }

    /// A sort of folder after the XDG Base Directory Specification.
    enum Folder: String, CaseIterable, Sendable {
        /// What the user sets.
        case configuration
        /// What can be had again.
        case cache
        /// What should outlive a run, but is nobody's work.
        case state
        /// What the user adds, such as plugins.
        case data

        fileprivate var variable: String {
            switch self {
            case .configuration: "XDG_CONFIG_HOME"
            case .cache: "XDG_CACHE_HOME"
            case .state: "XDG_STATE_HOME"
            case .data: "XDG_DATA_HOME"
            }
        }

        fileprivate var pathBelowHome: String {
            switch self {
            case .configuration: ".config"
            case .cache: ".cache"
            case .state: ".local/state"
            case .data: ".local/share"
            }
        }
    }

    /// bo-export's own folder of that sort: below the variable's, or below the home folder; nil
    /// where neither is set to an absolute path.
    func folder(_ folder: Folder) -> String? {
        if let base = self[folder.variable], base.hasPrefix("/") { return "\(base)/bo-export" }
        guard let home = self["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/\(folder.pathBelowHome)/bo-export"
    }

    /// The variables that set options.
    var settings: [String: String] {
        variables.filter { $0.key.hasPrefix("BO_EXPORT_") && !$0.value.isEmpty }
    }

    /// Makes sure that every variable that the program goes by is as it was set: a changed path is
    /// another file's.
    ///
    /// - Throws: a ``Fault`` of kind `configuration`.
    func checkText() throws(Fault) {
        let name = changed.sorted().first { name in
            ["HOME", "CREDENTIALS_DIRECTORY"].contains(name) || name.hasPrefix("BO_EXPORT_")
                || Folder.allCases.contains { $0.variable == name }
                || ["_API_KEY", "_API_KEY_FILE", "_BASE_URL"].contains(where: name.hasSuffix)
        }
        if let name {
            throw Fault(.configuration, "variable-not-utf8", "what \(name) holds is not UTF-8")
        }
    }

    /// The files that keys and settings are read from.
    var inputFiles: [String] {
        variables.filter { $0.key.hasSuffix("_API_KEY_FILE") || $0.key == "BO_EXPORT_CONFIG" }
            .map(\.value)
    }

    /// What must never be said: the values of variables that hold keys, and of those that should
    /// name a key's file but, not being a path, may hold the key itself by mistake.
    var keys: [String] {
        variables.filter { name, value in
            name.hasSuffix("_API_KEY") || (name.hasSuffix("_API_KEY_FILE") && !value.contains("/"))
        }.values.filter { $0.utf8.count >= 4 } + addressSecrets
    }

    /// The names and passwords that stand in addresses of proxies and services.
    private var addressSecrets: [String] {
        variables.filter { name, _ in
            name.lowercased().hasSuffix("_proxy") || name.hasSuffix("_BASE_URL")
        }.values.flatMap { address -> [String] in
            guard let at = address.lastIndex(of: "@") else { return [] }
            let user = address[..<at].behindScheme
            guard !user.isEmpty else { return [] }
            let password = user.split(separator: ":", maxSplits: 1).dropFirst().first
            return [String(user)] + (password.map { [String($0)] } ?? [])
        }
    }

    /// This process's environment.
    static var ofProcess: Environment {
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
        var environment = Environment(variables)
        environment.changed = changed
        return environment
    }
}

extension StringProtocol where SubSequence == Substring {
    /// What an address has behind `https://`, or all of it where it has no scheme.
    var behindScheme: Substring {
        guard let colon = firstIndex(of: ":"), self[colon...].hasPrefix("://") else {
            return self[...]
        }
        return self[colon...].dropFirst(3)
    }

    /// The host of an address, without name, password and port; an IPv6 address in its brackets.
    var host: Substring {
        var host = behindScheme.prefix { !"/?#".contains($0) }
        if let at = host.lastIndex(of: "@") { host = host[at...].dropFirst() }
        guard host.hasPrefix("["), let end = host.firstIndex(of: "]") else {
            return host.prefix { $0 != ":" }
        }
        return host[...end]
    }
}
