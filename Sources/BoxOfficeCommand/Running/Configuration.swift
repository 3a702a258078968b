internal import Archive
internal import BoxOffice
internal import Configuration
internal import Foundation
internal import Yams

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
    /// - Throws: a ``Fault`` of kind `configuration` where the file cannot be read, is no
    ///   configuration, or sets what there is not.
    init(at path: String?, environment: Environment) throws(Fault) {
        self.environment = EnvironmentVariablesProvider(
            environmentVariables: environment.settings)
        variables = Set(environment.settings.keys)
        let found = if let path { path } else { try Self.path(in: environment) as String? }
        guard let path = found else {
            self.path = nil
            file = nil
            return
        }
        guard let text = try SmallFile.text(at: path) else { throw .noConfiguration(path) }
        self.path = path
        let isJSON = path.hasSuffix(".json")
        let keys = try Self.keys(in: text, isJSON: isJSON, at: path)
        for key in keys { try Self.check(key, at: path) }
        sections = Set(keys.filter { $0.count == 2 }.map { $0[0] })
        guard !keys.isEmpty else {
            file = nil
            return
        }
        do {
            let bytes = Array(text.utf8)
            file =
                if isJSON {
                    try unsafe JSONSnapshot(
                        data: bytes.span.bytes, providerName: path, parsingOptions: .default)
                } else {
                    try unsafe YAMLSnapshot(
                        data: bytes.span.bytes, providerName: path, parsingOptions: .default)
                }
        } catch {
            throw .malformedConfiguration(path)
        }
    }

    /// The one configuration file that there is, if any.
    private static func path(in environment: Environment) throws(Fault) -> String? {
        if let path = environment["BO_EXPORT_CONFIG"] { return path }
        guard let folder = environment.folder(.configuration) else { return nil }
        let paths = ["json", "yaml", "yml"].map { "\(folder)/config.\($0)" }
        let present = paths.filter { SmallFile.isThere($0) }
        guard present.count <= 1 else { throw .severalConfigurations(present) }
        return present.first
    }

    // MARK: - Values

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

    /// The names that the file sets something under, with those of sections before them.
    private static func keys(
        in text: String, isJSON: Bool, at path: String
    ) throws(Fault) -> [[String]] {
        let content: Any?
        do {
            content =
                isJSON
                ? try JSONSerialization.jsonObject(with: Data(text.utf8))
                : try Yams.load(yaml: text)
        } catch {
            throw .malformedConfiguration(path)
        }
        if content == nil || content is NSNull { return [] }
        guard let entries = content as? [String: Any] else { throw .malformedConfiguration(path) }
        return entries.flatMap { name, value in
            (value as? [String: Any]).map { section in section.keys.map { [name, $0] } } ?? [[name]]
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

extension Fault {
    fileprivate static func noConfiguration(_ path: String) -> Fault {
        Fault(.configuration, "the configuration '\(path)' is not there")
    }

    fileprivate static func malformedConfiguration(_ path: String) -> Fault {
        Fault(
            .configuration, "'\(path)' is no configuration",
            hint: "it is a JSON object or a YAML mapping of options: {\"jobs\": 8}")
    }

    fileprivate static func severalConfigurations(_ paths: [String]) -> Fault {
        Fault(
            .configuration, "there are several configurations: \(paths.joined(separator: ", "))",
            hint: "keep one of them")
    }

    fileprivate static func unknownSetting(_ name: String, known: [String], at path: String)
        -> Fault
    {
        Fault(.configuration, Fault.unknown("setting", name, known: known).message).about(
            "'\(path)'")
    }

    fileprivate static func notAValue(of setting: Setting) -> Fault {
        let kind =
            switch setting.kind {
            case .flag: "true or false"
            case .list: "a list of texts"
            case .value: "a text or a number"
            }
        return Fault(.configuration, "what \(setting.name) is set to is not \(kind)")
    }
}

extension Environment {
    /// The environment with what `settings` says of services, where it says nothing of them itself.
    func with(_ settings: Settings) throws(Fault) -> Environment {
        var environment = self
        for setting in Setting.services {
            let variable = setting.variable(prefix: "")
            guard let text = try settings.text(named: setting.name), self[variable] == nil,
                !hasKey(like: variable)
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
    private func hasKey(like variable: String) -> Bool {
        guard variable.contains("_API_KEY") else { return false }
        let name = variable.hasSuffix("_FILE") ? String(variable.dropLast(5)) : variable
        let credential = self["CREDENTIALS_DIRECTORY"].map { "\($0)/\(name.lowercased())" }
        return self[name] != nil || self[name + "_FILE"] != nil
            || credential.map(SmallFile.isThere) ?? false
    }
}
