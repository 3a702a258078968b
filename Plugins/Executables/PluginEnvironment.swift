/// The environment that plugins are started with: a cleared one.
///
/// A plugin gets `PATH`, `LANG=C.UTF-8` and Seoul's time zone, and of the user's variables those
/// that its manifest asks for by name and that the user allows it.
public struct PluginEnvironment: Sendable {
    private let path: String
    private let variables: [String: String]
    private let allowed: [String: [String]]

    /// Makes the environment of plugins.
    ///
    /// - Parameters:
    ///   - variables: those of the user.
    ///   - allowed: by the plugins' names the variables that they may have; `*` allows all that a
    ///     manifest asks for but those that look like keys.
    public init(_ variables: [String: String], allowed: [String: [String]] = [:]) {
        path = variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        self.variables = variables
        self.allowed = allowed
    }

    /// The variables that the plugin `name`, whose manifest asks for `wanted`, is started with.
    func variables(for name: String, asking wanted: [String]) -> [String: String] {
        var given = ["PATH": path, "LANG": "C.UTF-8", "TZ": "KST-9"]
        let allowed = allowed[name] ?? []
        for variable in wanted where given[variable] == nil {
            let isAllowed =
                allowed.contains(variable)
                || (allowed.contains("*") && !Self.looksLikeKey(variable))
            if isAllowed, let value = variables[variable] { given[variable] = value }
        }
        return given
    }

    /// Whether a variable of that name may hold what nobody else is to know.
    public static func looksLikeKey(_ variable: String) -> Bool {
        let name = variable.uppercased()
        return ["KEY", "TOKEN", "SECRET", "PASS", "CREDENTIAL", "AUTH"].contains {
            name.contains($0)
        }
    }
}
