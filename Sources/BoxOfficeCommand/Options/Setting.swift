/// Something that may be set once for many runs: by an environment variable or in a configuration
/// file, under the name of the option.
struct Setting: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// An option with a value.
        case value
        /// A flag: true or false.
        case flag
        /// An option that may be given several times.
        case list
    }

    /// The name of the option, without the hyphens before it.
    let name: String
    let kind: Kind
    /// What is in force where nothing is set.
    let standard: String
    /// The short form of the option, where it has one.
    let short: String?

    init(_ name: String, _ kind: Kind = .value, _ standard: String = "", short: String? = nil) {
        self.name = name
        self.kind = kind
        self.standard = standard
        self.short = short
    }

    /// The environment variable, such as `BO_EXPORT_MAX_CALLS`.
    var variable: String { variable(prefix: "BO_EXPORT_") }

    /// The name as variables are written, behind `prefix`.
    func variable(prefix: String) -> String {
        prefix + name.map { $0 == "-" ? "_" : $0.uppercased() }.joined()
    }

    /// Whether the option stands among `arguments`.
    func isGiven(in arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains { argument in
            argument == "--\(name)" || argument.hasPrefix("--\(name)=")
                || short.map { argument.hasPrefix("-\($0)") } ?? false
        }
    }
}

extension Setting {
    /// The options of which a command takes one alone.
    static let rivals = [
        PeriodOptions.settings, [Setting("quiet", short: "q"), Setting("verbose", short: "v")],
        [Setting("offline"), Setting("refresh"), Setting("replay")],
    ]

    /// Whether the option stands among `arguments` with that value.
    func isGiven(in arguments: [String], as value: String) -> Bool {
        arguments.contains("--\(name)=\(value)")
            || zip(arguments, arguments.dropFirst()).contains { $0 == "--\(name)" && $1 == value }
    }
}

extension PeriodOptions {
    static let settings = [Setting("date"), Setting("from"), Setting("to"), Setting("last")]
}

extension FilterOptions {
    static let settings = [
        Setting("region", .list), Setting("nation"), Setting("kind"),
        Setting("top"),
    ]
}

extension EnrichmentOptions {
    static let settings = [Setting("with"), Setting("posters-dir")]
}

extension SourceOptions {
    static let settings = [
        Setting("source", .value, "kobis-json"), Setting("jobs", .value, "4"),
        Setting("timeout", .value, "30"), Setting("retries", .value, "3"), Setting("max-calls"),
        Setting("offline", .flag, "false"), Setting("refresh", .flag, "false"),
        Setting("record"), Setting("replay"), Setting("cross-check", .flag, "false"),
        Setting("keep-going", .flag, "false"), Setting("plugin-dir", .list),
    ]
}

extension OutputOptions {
    static let settings = [
        Setting("format", .value, "csv"), Setting("profile", .value, "machine"),
        Setting("option", .list, short: "O"), Setting("columns"), Setting("header"),
        Setting("output", .value, "-", short: "o"), Setting("update", .flag, "false"),
        Setting("allow-empty", .flag, "false"), Setting("dry-run", .flag, "false"),
        Setting("report"), Setting("color", .value, "auto"),
    ]
}

extension SearchOptions {
    static let settings = [Setting("limit", .value, "100")]
}

extension RunningOptions {
    static let settings = [
        Setting("quiet", .flag, "false", short: "q"), Setting("log-format", .value, "text"),
        Setting("progress", .value, "auto"),
    ]
}

extension Setting {
    /// What is no option of a command: how many calls a day the services may be asked.
    static let quotas = [
        Setting("kobis-quota", .value, "3000"), Setting("kakao-quota", .value, "30000"),
    ]

    /// Which variables which plugins may have, as `NAME:VARIABLE`.
    static let pluginVariables = Setting("plugin-variables", .list)

    /// Where services are and their keys, for those who would rather write them into the file.
    static let services = [
        Setting("kobis-api-key"), Setting("kobis-api-key-file"), Setting("kobis-base-url"),
        Setting("kakao-rest-api-key"), Setting("kakao-rest-api-key-file"),
        Setting("kakao-base-url"),
    ]

    /// Every setting of every command.
    static let all =
        PeriodOptions.settings + FilterOptions.settings + EnrichmentOptions.settings
        + SourceOptions.settings + OutputOptions.settings + SearchOptions.settings
        + RunningOptions.settings + quotas + [pluginVariables]
}
