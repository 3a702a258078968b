internal import BoxOffice
internal import Configuration
internal import Storage

/// The settings of the environment and of the configuration file, which hold for many runs.
struct Settings: Sendable {
    /// Where a value comes from.
    enum Origin: Hashable, Sendable, CustomStringConvertible {
        case environment(String)
        case file(String)

        var description: String {
            switch self {
            case .environment(let variable): variable
            case .file(let path): path
            }
        }
    }

    /// The path of the file, if there is one.
    let path: String?
    /// The keys of the file's values: a name, or the name of a section and a name.
    let keys: [[String]]
    private let environment: EnvironmentVariablesProvider
    private let variables: Set<String>
    private let file: (any ConfigSnapshot)?

    /// Reads the file at `path`, or in the usual place if that is nil.
    ///
    /// - Parameter checksNames: whether an unknown name is a fault, as ``checkNames(_:)`` finds it.
    /// - Throws: a ``Fault`` of kind `configuration` if the file cannot be read, is no
    ///   configuration, or has unknown names.
    init(
        at path: String?, environment: Environment, checksNames: Bool = true
    ) throws(Fault) {
        self.environment = EnvironmentVariablesProvider(
            environmentVariables: environment.settings)
        variables = Set(environment.settings.keys)
        let isNamed = path != nil || environment["BO_EXPORT_CONFIG"] != nil
        let found = if let path { path } else { try Self.path(in: environment) as String? }
        guard let path = found else {
            self.path = nil
            file = nil
            keys = []
            return
        }
        let text = try SmallFile.text(at: path, patience: isNamed ? pipePatience : nil)
        guard let text else { throw .noConfiguration(path) }
        self.path = path
        let entries = try Self.entries(in: text, at: path)
        keys = entries.map(\.key)
        file =
            entries.isEmpty
            ? nil
            : InMemoryProvider(
                name: path,
                values: Dictionary(
                    entries.map { (AbsoluteConfigKey($0.key), ConfigValue($0.value)) },
                    uniquingKeysWith: { first, _ in first })
            ).snapshot()
        if checksNames { try checkNames(environment.services) }
    }

    /// The settings whose file `options` name, or what is wrong with it; unknown names are found
    /// later, by ``checkNames(_:)``, because that asks the commands.
    static func read(
        _ options: GivenOptions, _ environment: Environment
    ) -> Result<Settings, Fault> {
        Result { () throws(Fault) in
            try Settings(
                at: options.value(of: RunningOptions.config.setting), environment: environment,
                checksNames: false)
        }
    }

    /// The path of the configuration file in its usual place, if there is one.
    private static func path(in environment: Environment) throws(Fault) -> String? {
        if let path = environment["BO_EXPORT_CONFIG"] { return path }
        guard let folder = environment.folder(.configuration) else { return nil }
        let paths = ["json", "yaml", "yml"].map { "\(folder)/config.\($0)" }
        var present: [String] = []
        for path in paths where try SmallFile.find(path) { present.append(path) }
        guard present.count <= 1 else { throw .severalConfigurations(present) }
        return present.first
    }

    /// The names of the file's sections; a section is for the command of its name.
    var sections: Set<String> { Set(keys.filter { $0.count == 2 }.compactMap(\.first)) }

    // MARK: - Values

    /// Whether neither environment nor file sets anything.
    var areEmpty: Bool { variables.isEmpty && file == nil }

    /// The value of `setting` for `command`, and where it comes from; nil if it is not set.
    func value(of setting: Setting, for command: String) throws(Fault) -> ([String], Origin)? {
        if variables.contains(setting.variable) {
            let own = AbsoluteConfigKey(["bo", "export", setting.name])
            if let values = try values(of: own, as: setting, in: environment.snapshot()) {
                return (values, .environment(setting.variable))
            }
        }
        guard let file, let path else { return nil }
        for components in [[command, setting.name], [setting.name]] {
            let key = AbsoluteConfigKey(components)
            if let values = try values(of: key, as: setting, in: file) {
                return (values, .file(path))
            }
        }
        return nil
    }

    /// The text that the file has for `setting`, without a look at the environment.
    func text(of setting: Setting) throws(Fault) -> String? {
        guard let file else { return nil }
        return try values(of: AbsoluteConfigKey([setting.name]), as: setting, in: file)?.first
    }

    private func values(
        of key: AbsoluteConfigKey, as setting: Setting, in snapshot: any ConfigSnapshot
    ) throws(Fault) -> [String]? {
        // A number or a truth value may be written as one or as a text.
        var isThere = false
        let types: [ConfigType] =
            switch setting.kind {
            case .list: [.stringArray, .string]
            case .flag: [.bool]
            // A text of several items may also be written as a list.
            case .value: [.string, .int, .bool, .stringArray]
            }
        for type in types {
            do {
                guard let value = try snapshot.value(forKey: key, type: type).value else {
                    continue
                }
                switch value.content {
                case .string(let text): return [text]
                case .int(let number): return ["\(number)"]
                case .bool(let boolean): return ["\(boolean)"]
                case .stringArray(let texts):
                    return setting.kind == .list ? texts : [texts.joined(separator: ",")]
                default: continue
                }
            } catch {
                isThere = true
            }
        }
        if isThere { throw .notAValue(of: setting) }
        return nil
    }
}

extension Fault {
    fileprivate static func noConfiguration(_ path: String) -> Fault {
        Fault(.configuration, "no-configuration", "the configuration '\(path)' is not there")
    }

    fileprivate static func severalConfigurations(_ paths: [String]) -> Fault {
        Fault(
            .configuration, "several-configurations",
            "there are several configurations: \(paths.joined(separator: ", "))",
            hint: "keep one of them")
    }

    fileprivate static func notAValue(of setting: Setting) -> Fault {
        let kind =
            switch setting.kind {
            case .flag: Message("setting-flag", "true or false")
            case .list: Message("setting-list", "a list of texts")
            case .value: Message("setting-single", "a text or a number")
            }
        return Fault(
            .configuration, "setting-value", "what \(setting.name) is set to is not \(kind)")
    }
}
