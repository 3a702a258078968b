internal import BoxOffice
internal import Glibc

/// The environment that plugins are started with: a cleared one.
///
/// A plugin gets `PATH`, `LANG=C.UTF-8`, Seoul's time zone and a `TMPDIR` of its own, and of the
/// user's variables those that its manifest asks for by name and that the user allows it.
package struct PluginEnvironment: Sendable {
    private let path: String
    /// Where plugins get their private folders.
    let temporaryFolder: String
    private let variables: [String: String]
    private let allowed: [String: [String]]
    private let keys: Set<String>

    /// Makes the environment of plugins.
    ///
    /// - Parameters:
    ///   - variables: those of the user.
    ///   - allowed: by the plugins' names the variables that they may have; `*` allows all that a
    ///     manifest asks for but `keys` and those that look like keys.
    ///   - keys: the variables that hold the keys of services, whatever they are called.
    package init(
        _ variables: [String: String], allowed: [String: [String]] = [:], keys: Set<String> = []
    ) {
        path = variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        let folder = variables["TMPDIR"] ?? ""
        temporaryFolder = folder.hasPrefix("/") ? folder : "/tmp"
        self.variables = variables
        self.allowed = allowed
        self.keys = keys
    }

    /// The variables that the plugin `name`, whose manifest asks for `wanted`, is started with.
    func variables(for name: String, asking wanted: [String]) -> [String: String] {
        var given = ["PATH": path, "LANG": "C.UTF-8", "TZ": "KST-9"]
        for variable in wanted
        where given[variable] == nil && variable != "TMPDIR" && allows(name, variable) {
            given[variable] = variables[variable]
        }
        return given
    }

    /// Whether the plugin `name` may have `variable`.
    private func allows(_ name: String, _ variable: String) -> Bool {
        let allowed = allowed[name] ?? []
        return allowed.contains(variable)
            || (allowed.contains("*") && !isKey(variable))
    }

    /// Whether `variable` holds a key, or may hold one.
    private func isKey(_ variable: String) -> Bool {
        keys.contains(variable) || Self.looksLikeKey(variable)
    }

    /// How to grant the plugin `name` the variables that it asks for and that the user has set but
    /// not granted; nil if there are none.
    func hint(for name: String, asking wanted: [String]) -> Message? {
        let given = variables(for: name, asking: wanted)
        let withheld = wanted.filter {
            given[$0] == nil && $0 != "TMPDIR" && variables[$0]?.isEmpty == false
        }
        guard !withheld.isEmpty else { return nil }
        let entries = withheld.map { "\"\(name):\($0)\"" }.joined(separator: ", ")
        return Message(
            "plugin-asks-for",
            "it asks for \(withheld.joined(separator: ", ")), which this line of the configuration lets it have: \"plugin-variables\": [\(entries)]"
        )
    }

    /// Whether the value of a variable that a plugin is given must appear in no message.
    ///
    /// A key must not, unless it is so short that it would be found in every text. Any other value of
    /// eight characters and more may be a password under another name. Existing paths, such as HOME,
    /// are none, and messages without them would say little.
    func isSecret(_ name: String, _ value: String) -> Bool {
        if ["PATH", "LANG", "TZ", "TMPDIR"].contains(name) { return false }
        if isKey(name) { return value.utf8.count >= 4 }
        let isPath = unsafe access(value, F_OK) == 0
        return value.utf8.count >= 8 && !isPath
    }

    /// Whether a variable of that name may hold a secret.
    static func looksLikeKey(_ variable: String) -> Bool {
        let name = variable.uppercased()
        return ["KEY", "TOKEN", "SECRET", "PASS", "CREDENTIAL", "AUTH"].contains {
            name.contains($0)
        }
    }
}
