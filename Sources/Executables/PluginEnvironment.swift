internal import BoxOffice
internal import Glibc

/// The environment that plugins are started with; nothing is inherited by default.
///
/// A plugin gets `PATH`, `LANG=C.UTF-8`, Seoul's time zone and its own `TMPDIR`, plus those of the
/// user's variables that its manifest asks for by name and the user allows.
package struct PluginEnvironment: Sendable {
    private let path: String
    /// The folder in which plugins get their private folders.
    let temporaryFolder: String
    private let variables: [String: String]
    private let allowed: [String: [String]]
    private let keys: Set<String>

    /// Creates the environment from the user's variables.
    ///
    /// - Parameters:
    ///   - variables: the user's environment.
    ///   - allowed: the variables that each plugin may have, by plugin name; `*` allows everything
    ///     that a manifest asks for except `keys` and variables whose names look like keys.
    ///   - keys: the variables that hold service keys, whatever they are called.
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

    /// Returns the variables to start the plugin `name` with if its manifest asks for `wanted`.
    func variables(for name: String, asking wanted: [String]) -> [String: String] {
        let allowed = allowed[name] ?? []
        var given = ["PATH": path, "LANG": "C.UTF-8", "TZ": "KST-9"]
        for variable in wanted where given[variable] == nil && variable != "TMPDIR" {
            if allowed.contains(variable) || (allowed.contains("*") && !isKey(variable)) {
                given[variable] = variables[variable]
            }
        }
        return given
    }

    /// Returns true if `variable` holds a key or, by its name, may hold one.
    private func isKey(_ variable: String) -> Bool {
        let name = variable.uppercased()
        return keys.contains(variable)
            || ["KEY", "TOKEN", "SECRET", "PASS", "CREDENTIAL", "AUTH"].contains(
                where: name.contains)
    }

    /// Returns a hint on granting the plugin `name` the variables that it asks for and that the
    /// user has set but not granted; nil if there are none.
    func hint(for name: String, asking wanted: [String]) -> Message? {
        let given = variables(for: name, asking: wanted)
        let withheld = wanted.filter {
            given[$0] == nil && $0 != "TMPDIR" && variables[$0]?.isEmpty == false
        }
        guard !withheld.isEmpty else { return nil }
        let entries = withheld.map { "\"\(name):\($0)\"" }.joined(separator: ", ")
        return Message(
            "plugin-asks-for",
            "it asks for \(withheld.joined(separator: ", ")); this line in the configuration file grants that: \"plugin-variables\": [\(entries)]"
        )
    }

    /// Returns true if the value of a variable that a plugin is given must not appear in any
    /// message.
    ///
    /// That holds for any value, unless it is so short that other texts contain it by chance: it may be
    /// a password under another name. Existing paths, such as HOME, are exempt unless the variable is
    /// that of a key, because messages without them would say little.
    func isSecret(_ name: String, _ value: String) -> Bool {
        if ["PATH", "LANG", "TZ", "TMPDIR"].contains(name) { return false }
        let isPath = unsafe access(value, F_OK) == 0
        return value.utf8.count >= 8 && (isKey(name) || !isPath)
    }
}
