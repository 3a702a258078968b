/// A value that can be set for many runs: in an environment variable or in the configuration file.
struct Setting: Hashable, Sendable {
    /// What a setting holds.
    enum Kind: Hashable, Sendable {
        /// One text or number.
        case value
        /// True or false.
        case flag
        /// Several texts.
        case list
    }

    /// The name in the configuration file; that of an option, without the hyphens before it.
    let name: String
    /// What it holds.
    let kind: Kind
    /// The value if nothing is set, as `doctor` shows it.
    let standard: String
    /// The short form of the option, if it has one.
    let short: Character?
    /// Whether the value of the option may begin with a hyphen.
    let takesHyphens: Bool
    /// The environment variable, if its name does not follow from that of the setting.
    private let ownVariable: String?

    /// Describes the setting of an option or of the program.
    init(
        _ name: String, _ kind: Kind = .value, _ standard: String = "", short: Character? = nil,
        takesHyphens: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.standard = standard
        self.short = short
        self.takesHyphens = takesHyphens
        ownVariable = nil
    }

    /// Describes the setting that the configuration file has for an environment variable, such as
    /// `kobis-api-key` for `KOBIS_API_KEY`.
    init(variable: String) {
        name = variable.map { $0 == "_" ? "-" : $0.lowercased() }.joined()
        kind = .value
        standard = ""
        short = nil
        takesHyphens = false
        ownVariable = variable
    }

    /// The environment variable, such as `BO_EXPORT_MAX_CALLS`.
    var variable: String {
        ownVariable ?? "BO_EXPORT_" + name.map { $0 == "-" ? "_" : $0.uppercased() }.joined()
    }
}

extension Setting {
    /// The variables that plugins may read, as `NAME:VARIABLE`.
    static let pluginVariables = Setting("plugin-variables", .list)

    /// The settings of the options that every export has.
    static let export =
        SourceOptions.settings + OutputOptions.settings + RunningOptions.settings

    /// The settings of all options of all commands, in the order in which `doctor` shows them.
    static let options =
        PeriodOptions.settings + FilterOptions.settings + EnrichmentOptions.settings
        + SourceOptions.settings + OutputOptions.settings + SearchOptions.settings
        + RunningOptions.settings

    /// Groups of options that exclude each other: a setting is ignored if the command line has an
    /// option of its group.
    static let rivals = [
        PeriodOptions.settings,
        [RunningOptions.quiet.setting, RunningOptions.verbose.setting],
        [
            SourceOptions.offline.setting, SourceOptions.refresh.setting,
            SourceOptions.replay.setting,
        ],
    ]
}
