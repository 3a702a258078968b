internal import BoxOffice
internal import Configuration
internal import Storage
internal import Wire

/// What is set for all runs: in the environment, and in a configuration file.
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

    /// The file, where there is one.
    let path: String?
    /// The commands that have a section of their own in it.
    private(set) var sections: Set<String> = []
    private let environment: EnvironmentVariablesProvider
    private let variables: Set<String>
    private let file: (any ConfigSnapshot)?

    /// Reads the file at `path`, or the one in its place where that is nil.
    ///
    /// - Parameter checksNames: whether a name that is none is a fault.
    /// - Throws: a ``Fault`` of kind `configuration` where the file cannot be read, is no
    ///   configuration, or sets what there is not.
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
            return
        }
        let text = try SmallFile.text(at: path, patience: isNamed ? pipePatience : nil)
        guard let text else { throw .noConfiguration(path) }
        self.path = path
        let entries = try Self.entries(in: text, at: path)
        if checksNames {
            for entry in entries { try Self.check(entry.key, at: path) }
        }
        sections = Set(entries.filter { $0.key.count == 2 }.map { $0.key[0] })
        file =
            entries.isEmpty
            ? nil
            : InMemoryProvider(
                name: path,
                values: Dictionary(
                    entries.map { (AbsoluteConfigKey($0.key), ConfigValue($0.value)) },
                    uniquingKeysWith: { first, _ in first })
            ).snapshot()
    }

    /// The one configuration file that there is, if any.
    private static func path(in environment: Environment) throws(Fault) -> String? {
        if let path = environment["BO_EXPORT_CONFIG"] { return path }
        guard let folder = environment.folder(.configuration) else { return nil }
        let paths = ["json", "yaml", "yml"].map { "\(folder)/config.\($0)" }
        var present: [String] = []
        for path in paths where try SmallFile.find(path) { present.append(path) }
        guard present.count <= 1 else { throw .severalConfigurations(present) }
        return present.first
    }

    // MARK: - Values

    /// Whether nothing is set.
    var areEmpty: Bool { variables.isEmpty && file == nil }

    /// The value of `setting` for `command`, and where it comes from; nil where it is not set.
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

    /// The text of a setting of which the file alone may have one.
    func text(named name: String) throws(Fault) -> String? {
        guard let file else { return nil }
        return try values(of: AbsoluteConfigKey([name]), as: Setting(name), in: file)?.first
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
            case .value: [.string, .int, .bool]
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
                case .stringArray(let texts): return texts
                default: continue
                }
            } catch {
                isThere = true
            }
        }
        if isThere { throw .notAValue(of: setting) }
        return nil
    }

    // MARK: - Names

    /// What the file sets, each under its name, with that of its section before it.
    private static func entries(
        in text: String, at path: String
    ) throws(Fault) -> [(key: [String], value: JSONValue)] {
        let content: JSONValue
        do throws(Malformed) {
            content = try JSONValue(
                objectIn: Array(text.utf8), path.hasSuffix(".json") ? .json : .yaml)
        } catch {
            throw .malformedConfiguration(path, error)
        }
        guard case .object(let members) = content else { return [] }
        return members.flatMap { member -> [(key: [String], value: JSONValue)] in
            guard case .object(let section) = member.value else {
                return [([member.name], member.value)]
            }
            return section.map { ([member.name, $0.name], $0.value) }
        }
    }

    private static func check(_ key: [String], at path: String) throws(Fault) {
        let settings = Setting.all.map(\.name)
        let commands = BOExport.commandNames
        let known: [String]
        if key.count == 2 {
            guard commands.contains(key[0]) else {
                throw .unknownSetting(key[0], known: commands, at: path)
            }
            let global = (Setting.quotas + [.pluginVariables]).map(\.name)
            known = settings.filter { !global.contains($0) }
        } else {
            known = settings + Setting.services.map(\.name)
        }
        guard let name = key.last, known.contains(name) else {
            throw .unknownSetting(key.last ?? "", known: known, at: path)
        }
    }
}

extension ConfigValue {
    /// The value of a setting; what no setting takes becomes bytes, which none takes either.
    fileprivate init(_ value: JSONValue) {
        let content: ConfigContent =
            switch value {
            case .text(let text): .string(text)
            case .boolean(let boolean): .bool(boolean)
            case .number(let digits): Int(digits).map { .int($0) } ?? .bytes([])
            case .list(let items): items.texts.map { .stringArray($0) } ?? .bytes([])
            case .null, .object: .bytes([])
            }
        self.init(content, isSecret: false)
    }
}

extension [JSONValue] {
    /// The texts that these are; nil where one is something else.
    fileprivate var texts: [String]? {
        var texts: [String] = []
        for value in self {
            guard case .text(let text) = value else { return nil }
            texts.append(text)
        }
        return texts
    }
}

extension Fault {
    fileprivate static func noConfiguration(_ path: String) -> Fault {
        Fault(.configuration, "no-configuration", "the configuration '\(path)' is not there")
    }

    fileprivate static func malformedConfiguration(_ path: String, _ why: Malformed) -> Fault {
        Fault(
            .configuration, "malformed-configuration",
            "'\(path)' is no configuration: \(why.reason)",
            hint: "it is a JSON object or a YAML mapping of options: {\"jobs\": 8}")
    }

    fileprivate static func severalConfigurations(_ paths: [String]) -> Fault {
        Fault(
            .configuration, "several-configurations",
            "there are several configurations: \(paths.joined(separator: ", "))",
            hint: "keep one of them")
    }

    fileprivate static func unknownSetting(_ name: String, known: [String], at path: String)
        -> Fault
    {
        Fault(
            .configuration, "unknown-setting", Fault.unknown("setting", name, known: known).wording
        ).about(
            "'\(path)'")
    }

    fileprivate static func notAValue(of setting: Setting) -> Fault {
        let kind =
            switch setting.kind {
            case .flag: "true or false"
            case .list: "a list of texts"
            case .value: "a text or a number"
            }
        return Fault(
            .configuration, "setting-value", "what \(setting.name) is set to is not \(kind)")
    }
}

extension Environment {
    /// The environment with what `settings` says of services, where it says nothing of them itself.
    func with(_ settings: Settings) throws(Fault) -> Environment {
        guard !settings.areEmpty else { return self }
        var environment = self
        for setting in Setting.services {
            let variable = setting.variable(prefix: "")
            guard let text = try settings.text(named: setting.name), self[variable] == nil,
                try !hasKey(like: variable)
            else { continue }
            environment.set(variable, to: text)
        }
        for setting in Setting.quotas + [.pluginVariables] {
            if let (values, _) = try settings.value(of: setting, for: "") {
                environment.set(setting.variable, to: values.joined(separator: ","))
            }
        }
        return environment
    }

    /// Whether the key that `variable` is about is set in another way.
    private func hasKey(like variable: String) throws(Fault) -> Bool {
        guard variable.contains("_API_KEY") else { return false }
        let name = variable.hasSuffix("_FILE") ? String(variable.dropLast(5)) : variable
        let credential = self["CREDENTIALS_DIRECTORY"].map { "\($0)/\(name.lowercased())" }
        if self[name] != nil || self[name + "_FILE"] != nil { return true }
        guard let credential else { return false }
        return try SmallFile.find(credential)
    }
}
