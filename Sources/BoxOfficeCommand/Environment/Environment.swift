internal import BoxOffice
internal import Glibc

/// The environment variables of a process; an empty one counts as not set.
struct Environment: Sendable {
    private var variables: [String: String]
    /// The services whose keys and addresses are among the variables.
    let services: [Service]
    /// The variables whose values were decoded with replacements, because they are not UTF-8.
    private var changed: [String] = []

    /// Makes an environment of `variables`.
    init(_ variables: [String: String], services: [Service] = []) {
        self.variables = variables
        self.services = services
    }

    /// The value of the variable `name`, or nil if it is not set or empty.
    subscript(name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Every variable that is set.
    var all: [String: String] { variables }

    /// Sets the variable `name`.
    mutating func set(_ name: String, to value: String) { variables[name] = value }

    /// A kind of folder of the XDG Base Directory Specification.
    enum Folder: String, CaseIterable, Sendable {
        /// The configuration of the user.
        case configuration
        /// Data that can be fetched again.
        case cache
        /// Data that should outlive a run, but is not the user's.
        case state
        /// Data that the user adds, such as plugins.
        case data

        var variable: String {
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

    /// bo-export's own folder of that kind: below the variable's, or below the home folder; nil if
    /// neither is set to an absolute path.
    func folder(_ folder: Folder) -> String? {
        if let base = self[folder.variable], base.hasPrefix("/") { return "\(base)/bo-export" }
        guard let home = self["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/\(folder.pathBelowHome)/bo-export"
    }

    /// The variables that are settings, or look like it.
    var settings: [String: String] {
        variables.filter { $0.key.hasPrefix("BO_EXPORT_") && !$0.value.isEmpty }
    }

    /// Makes sure that the variables that the program uses are UTF-8: a path decoded with
    /// replacements would name another file.
    ///
    /// - Throws: a ``Fault`` of kind `configuration`.
    func checkText() throws(Fault) {
        if let name = changed.sorted().first(where: isUsed) {
            throw Fault(
                .configuration, "variable-not-utf8",
                Message("what \(name) holds is not UTF-8", ko: "{1}의 값이 UTF-8이 아닙니다"))
        }
    }

    /// This process's environment.
    static func ofProcess(_ services: [Service]) -> Environment {
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
        var environment = Environment(variables, services: services)
        environment.changed = changed
        return environment
    }
}
