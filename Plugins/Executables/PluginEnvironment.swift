/// The environment that plugins are started with: a cleared one.
///
/// A plugin gets `PATH`, `LANG=C.UTF-8` and Seoul's time zone, and of the user's variables those
/// that its manifest asks for by name and that the user allows it.
public struct PluginEnvironment: Sendable {
    private let path: String
    private let variables: [String: String]
    private let allowed: [String: [String]]

    /// What every plugin is started with besides, by which what it starts is known; nil for nothing.
    let mark: String?

    /// Makes the environment of plugins.
    ///
    /// - Parameters:
    ///   - variables: those of the user.
    ///   - allowed: by the plugins' names the variables that they may have; `*` allows all that a
    ///     manifest asks for but those that look like keys.
    ///   - mark: what the variable `BO_EXPORT_CHECK` holds, where plugins are to have one.
    public init(
        _ variables: [String: String], allowed: [String: [String]] = [:], mark: String? = nil
    ) {
        self.mark = mark
        path = variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        self.variables = variables
        self.allowed = allowed
    }

    /// The variables that the plugin `name`, whose manifest asks for `wanted`, is started with.
    func variables(for name: String, asking wanted: [String]) -> [String: String] {
        var given = ["PATH": path, "LANG": "C.UTF-8", "TZ": "KST-9"]
        given[Self.markVariable] = mark
        for variable in wanted where given[variable] == nil && allows(name, variable) {
            given[variable] = variables[variable]
        }
        return given
    }

    /// Whether the plugin `name` may have `variable`.
    private func allows(_ name: String, _ variable: String) -> Bool {
        let allowed = allowed[name] ?? []
        return allowed.contains(variable)
            || (allowed.contains("*") && !Self.looksLikeKey(variable))
    }

    /// What lets the plugin `name` have those variables that it asks for and the user has, but does
    /// not allow it; nil where there are none.
    func hint(for name: String, asking wanted: [String]) -> String? {
        let given = variables(for: name, asking: wanted)
        let withheld = wanted.filter { given[$0] == nil && variables[$0]?.isEmpty == false }
        guard !withheld.isEmpty else { return nil }
        let entries = withheld.map { "\"\(name):\($0)\"" }.joined(separator: ", ")
        return "it asks for \(withheld.joined(separator: ", ")), which this line of the "
            + "configuration lets it have: \"plugin-variables\": [\(entries)]"
    }

    /// `line` as messages show it: without what looks like a key of the user's.
    func quote(_ line: [UInt8], atMost limit: Int = Quote.limit) -> String {
        let secrets = variables.filter { Self.looksLikeKey($0.key) && $0.value.utf8.count >= 4 }
            .values.sorted { $0.utf8.count > $1.utf8.count }
        return Quote.of(line, blotting: secrets, atMost: limit)
    }

    /// The variable that holds the mark.
    static let markVariable = "BO_EXPORT_CHECK"

    /// Whether a variable of that name may hold what nobody else is to know.
    public static func looksLikeKey(_ variable: String) -> Bool {
        let name = variable.uppercased()
        return ["KEY", "TOKEN", "SECRET", "PASS", "CREDENTIAL", "AUTH"].contains {
            name.contains($0)
        }
    }
}
