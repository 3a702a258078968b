internal import ArgumentParser
internal import BoxOffice

/// An option, declared once: the parser, its help and the settings all use this.
///
/// A group of options has a declaration and a property of the same name:
///
///     static let jobs = OptionDeclaration(
///         "jobs", default: 4, valueName: "n", help: "Requests sent at the same time, 1 to 64.")
///     @Option(jobs) var jobs: Int
struct OptionDeclaration<Value: Sendable>: Sendable {
    /// The name, and the value that is in force without the option.
    let setting: Setting
    /// The value without the option.
    let standard: Value
    /// The key of the help text: the name, unless several commands have different options of it.
    let key: String
    /// What stands for the value in the help.
    private let valueName: String?
    /// The help text in English.
    private let english: String
    /// Whether the help names the standard value; the parser does so if `standard` is not nil.
    private let namesStandard: Bool
    /// Whether no help shows the option.
    private let isHidden: Bool

    private init(
        _ setting: Setting, _ standard: Value, _ key: String?, _ valueName: String?,
        _ english: String, namesStandard: Bool = false, isHidden: Bool = false
    ) {
        self.setting = setting
        self.standard = standard
        self.key = key ?? setting.name
        self.valueName = valueName
        self.english = english
        self.namesStandard = namesStandard
        self.isHidden = isHidden
    }

    /// The names as the parser takes them.
    var names: NameSpecification {
        guard let short = setting.short else { return [.customLong(setting.name)] }
        return [.customLong(setting.name), .customShort(short)]
    }

    /// The help as the parser takes it.
    var help: ArgumentHelp {
        ArgumentHelp(
            key, namesStandard ? "\(english) (default: \(setting.standard))" : english,
            valueName: valueName, visibility: isHidden ? .hidden : .default)
    }
}

extension OptionDeclaration where Value: ExpressibleByArgument {
    /// Declares an option with a value.
    init(
        _ name: String, key: String? = nil, default standard: Value, short: Character? = nil,
        valueName: String, help: String
    ) {
        let setting = Setting(name, .value, "\(standard)", short: short)
        self.init(setting, standard, key, valueName, help)
    }
}

extension OptionDeclaration where Value == Bool {
    /// Declares a flag.
    init(flag name: String, short: Character? = nil, help: String) {
        self.init(Setting(name, .flag, "false", short: short), false, nil, nil, help)
    }
}

extension OptionDeclaration where Value == Int {
    /// Declares a flag that is counted.
    init(counted name: String, short: Character, help: String) {
        self.init(Setting(name, short: short), 0, nil, nil, help)
    }
}

extension OptionDeclaration {
    /// Declares an option whose value may be missing.
    ///
    /// - Parameters:
    ///   - usual: the word that has the same effect as leaving out the option; the help names it.
    ///   - takesHyphens: whether the value may begin with a hyphen.
    init<Wrapped>(
        _ name: String, key: String? = nil, usual: String = "", takesHyphens: Bool = false,
        valueName: String, help: String
    ) where Value == Wrapped? {
        let setting = Setting(name, .value, usual, takesHyphens: takesHyphens)
        self.init(setting, nil, key, valueName, help, namesStandard: !usual.isEmpty)
    }

    /// Declares an option that the program gives itself and no help shows.
    init<Wrapped>(hidden name: String) where Value == Wrapped? {
        self.init(Setting(name), nil, nil, nil, "", isHidden: true)
    }

    /// Declares an option that may be given several times.
    init<Element>(_ name: String, short: Character? = nil, valueName: String, help: String)
    where Value == [Element] {
        self.init(Setting(name, .list, short: short), [], nil, valueName, help)
    }
}
