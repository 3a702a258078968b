internal import BoxOffice

/// A value that can be set for many runs: in an environment variable or in the configuration file.
struct Setting: Sendable {
    /// What a setting holds.
    enum Kind: Sendable {
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
    /// The environment variable, such as `BO_EXPORT_MAX_CALLS`.
    let variable: String

    /// Describes a setting; its variable is named for it unless another one is given.
    init(
        _ name: String, _ kind: Kind = .value, _ standard: String = "", variable: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.standard = standard
        let ownName = name.map { $0 == "-" ? "_" : $0.uppercased() }.joined()
        self.variable = variable ?? "BO_EXPORT_\(ownName)"
    }

    /// Describes the setting of `option`.
    init(_ option: Option) {
        self.init(
            option.name, option.isFlag ? .flag : option.isList ? .list : .value,
            option.isFlag ? "false" : option.standard)
    }

    /// Describes the setting that the configuration file has for an environment variable, such as
    /// `some-api-key` for `SOME_API_KEY`.
    init(variable: String) {
        let name = variable.map { $0 == "_" ? "-" : $0.lowercased() }.joined()
        self.init(name, variable: variable)
    }

    /// The variables that plugins may read, as `NAME:VARIABLE`.
    static let pluginVariables = Setting("plugin-variables", .list)

    /// The settings of all options, in the order of the help.
    static let options = OptionTable.all.filter(\.isSetting).map { Setting($0) }

    /// The settings that are not options of a command.
    static func global(_ services: [Service]) -> [Setting] {
        services.compactMap(\.quota) + [pluginVariables]
    }

    /// All settings of environment and configuration file, except keys and addresses of services.
    static func all(_ services: [Service]) -> [Setting] { options + global(services) }
}

extension Service {
    /// The settings of the configuration file for the key, the key's file and the address.
    var settings: [Setting] {
        (keyVariables + [baseURLVariable]).map { Setting(variable: $0) }
    }

    /// The setting of the calls a day; nil without a key, because calls are counted by key.
    var quota: Setting? {
        key == nil ? nil : Setting("\(name)-quota", .value, callsPerDay.map { "\($0)" } ?? "")
    }
}
