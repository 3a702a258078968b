internal import Glibc

/// The environment variables of a process; an empty one counts as not set.
struct Environment: Sendable {
    private let variables: [String: String]

    /// Makes an environment of `variables`.
    init(_ variables: [String: String]) {
        self.variables = variables
    }

    /// The value of the variable `name`, or nil where it is not set or empty.
    subscript(name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The folder for what can be had again: bo-export's own below `$XDG_CACHE_HOME`, or below
    /// `.cache` in the home folder; nil where there is neither.
    var cacheFolder: String? {
        if let cache = self["XDG_CACHE_HOME"], cache.hasPrefix("/") { return "\(cache)/bo-export" }
        return self["HOME"].map { "\($0)/.cache/bo-export" }
    }

    /// What must never be said: the values of variables that hold keys, and of those that should
    /// name a key's file but, not being a path, may hold the key itself by mistake.
    var keys: [String] {
        variables.filter { name, value in
            name.hasSuffix("_API_KEY") || (name.hasSuffix("_API_KEY_FILE") && !value.contains("/"))
        }.values.filter { $0.utf8.count >= 4 }
    }

    /// This process's environment.
    static var ofProcess: Environment {
        var variables: [String: String] = [:]
        var entry = unsafe environ  // Owned by the C library; copied here, before a thread runs.
        while let text = unsafe entry.pointee {
            let parts = unsafe String(cString: text).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            unsafe entry = entry.successor()
        }
        return Environment(variables)
    }
}
