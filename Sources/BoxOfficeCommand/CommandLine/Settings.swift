internal import BoxOffice
internal import Storage
internal import Wire

/// A value that can be set for many runs, in an environment variable or in the configuration file.
struct Setting: Sendable {
    /// The kind of value of a setting.
    enum Kind: Sendable {
        /// One text or number.
        case value
        /// True or false.
        case flag
        /// Several texts.
        case list
    }

    /// The name in the configuration file; for an option, its name without hyphens.
    let name: String
    /// The kind of value.
    let kind: Kind
    /// The default, as `doctor` shows it.
    let standard: String
    /// The environment variable, such as `BO_EXPORT_MAX_CALLS`.
    let variable: String

    /// Describes a setting; its variable is derived from its name unless another one is given.
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

    /// Describes the setting in the configuration file for an environment variable, such as
    /// `some-api-key` for `SOME_API_KEY`.
    init(variable: String) {
        let name = variable.map { $0 == "_" ? "-" : $0.lowercased() }.joined()
        self.init(name, variable: variable)
    }

    /// The settings of all options, in the order of the help; options of one name share a setting.
    static let options = OptionTable.all.filter(\.isSetting).reduce(into: [Setting]()) {
        all, option in
        if all.last?.name != option.name { all.append(Setting(option)) }
    }

    /// Returns the settings that are not options of a command: the daily limits of `services`, and
    /// the variables that plugins may read, as `NAME:VARIABLE`.
    static func global(_ services: [Service]) -> [Setting] {
        services.compactMap(\.quota) + [Setting("plugin-variables", .list)]
    }

    /// Returns all settings of environment and configuration file, except keys and addresses of
    /// services.
    static func all(_ services: [Service]) -> [Setting] { options + global(services) }
}

extension Service {
    /// The settings in the configuration file for the key, the key's file and the address.
    var settings: [Setting] {
        (keyVariables + [baseURLVariable]).map { Setting(variable: $0) }
    }

    /// The setting for the number of calls a day; nil without a key, because calls are counted by key.
    var quota: Setting? {
        key == nil ? nil : Setting("\(name)-quota", .value, callsPerDay.map { "\($0)" } ?? "")
    }
}

/// The settings of the environment and of the configuration file, which hold for many runs.
struct Settings: Sendable {
    /// The path of the file, if there is one.
    let path: String?
    /// A value of the file, and the section that it is in, if any.
    private typealias Entry = (section: String?, name: String, value: JSONValue)
    private var entries: [Entry] = []
    private let variables: [String: String]

    /// No settings.
    init() { (path, variables) = (nil, [:]) }

    /// Reads the file at `path`, or in the usual place if `path` is nil.
    ///
    /// Names are checked later, by ``checkNames(_:)``.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if the file cannot be read or is not a
    ///   configuration.
    init(at path: String?, environment: Environment) throws(Fault) {
        variables = environment.settings
        let named = path ?? environment["BO_EXPORT_CONFIG"]
        self.path = if let named { named as String? } else { try Self.usualPath(in: environment) }
        guard let path = self.path else { return }
        let text = try SmallFile.text(at: path, patience: named.map { _ in pipePatience })
        guard let text else { throw .noConfiguration(path) }
        let content: JSONValue
        do throws(Malformed) {
            content = try JSONValue(
                objectIn: Array(text.utf8), path.hasSuffix(".json") ? .json : .yaml)
        } catch {
            throw .malformedConfiguration(path, error)
        }
        guard case .object(let members) = content else { return }
        entries = members.flatMap { member -> [Entry] in
            guard case .object(let section) = member.value else {
                return [(nil, member.name, member.value)]
            }
            return section.map { (member.name, $0.name, $0.value) }
        }
    }

    /// Returns the path of the configuration file in its usual place, if there is one.
    private static func usualPath(in environment: Environment) throws(Fault) -> String? {
        guard let folder = environment.folder(.configuration) else { return nil }
        let paths = ["json", "yaml", "yml"].map { "\(folder)/config.\($0)" }
        var present: [String] = []
        for path in paths where try SmallFile.find(path) { present.append(path) }
        guard present.count <= 1 else { throw .severalConfigurations(present) }
        return present.first
    }

    /// The names of the file's sections; a section is for the command of that name.
    var sections: Set<String> { Set(entries.compactMap(\.section)) }

    /// Checks that all names in the file are known.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` that names the nearest setting.
    func checkNames(_ services: [Service]) throws(Fault) {
        guard let path else { return }
        let commands = Command.top.map(\.name)
        let settings = Setting.all(services) + services.flatMap(\.settings)
        for (section, name, _) in entries {
            if let section, !commands.contains(section) {
                if let setting = settings.first(where: { $0.name == section }) {
                    throw .notAValue(of: setting, in: path)
                }
                throw .unknownSetting(section, known: commands, at: path)
            }
            let known = (section == nil ? settings : Setting.options).map(\.name)
            guard known.contains(name) else {
                throw .unknownSetting(name, known: known, at: path)
            }
        }
    }

    /// Returns the settings in which those of the section of `command` hold for all commands.
    func spreading(sectionOf command: Command) -> Settings {
        let own = entries.filter { $0.section == command.name }
        var settings = self
        settings.entries =
            own.map { entry -> Entry in (nil, entry.name, entry.value) }
            + entries.filter { entry in !own.contains { $0.name == entry.name } }
        return settings
    }

    // MARK: - Values

    /// Returns true if the file sets `setting` in the section of `command`, and no variable does.
    func hasOwn(_ setting: Setting, of command: String) -> Bool {
        variables[setting.variable] == nil && entry(setting.name, in: command) != nil
    }

    /// Returns the texts of `setting` for `command`, and the variable or file that sets them; nil
    /// if it is not set.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if the value is of another kind.
    func value(
        of setting: Setting, for command: String = ""
    ) throws(Fault) -> (texts: [String], place: String)? {
        let (set, place): (JSONValue?, String?) =
            if let text = variables[setting.variable] {
                (Self.value(in: text, of: setting), setting.variable)
            } else {
                (entry(setting.name, in: command) ?? entry(setting.name), path)
            }
        guard let set, let place else { return nil }
        guard let texts = Self.texts(of: set, as: setting.kind) else {
            throw .notAValue(of: setting, in: place)
        }
        return (texts, place)
    }

    private func entry(_ name: String, in section: String? = nil) -> JSONValue? {
        entries.first { $0.section == section && $0.name == name }?.value
    }

    /// Returns the value that the file would have for the text of a variable.
    private static func value(in text: String, of setting: Setting) -> JSONValue {
        switch (setting.kind, text.lowercased()) {
        case (.flag, "true"), (.flag, "yes"), (.flag, "1"): return .boolean(true)
        case (.flag, "false"), (.flag, "no"), (.flag, "0"): return .boolean(false)
        case (.list, _):
            guard setting.name == "option" else { return .list(text.items.map { .text($0) }) }
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            let items = parts.reduce(into: [String]()) { items, part in
                // A comma in a value of an option of a plugin: `delimiter=,`.
                if !part.contains("="), let last = items.popLast() {
                    items.append("\(last),\(part)")
                } else {
                    items.append(part.trimming(\.isWhitespace))
                }
            }
            return .list(items.map { .text($0) })
        default: return .text(text)
        }
    }

    /// Returns the texts of a value; nil if it is of another kind.
    ///
    /// A value may also be written as a number, as true or false, or as a list of items.
    private static func texts(of value: JSONValue, as kind: Setting.Kind) -> [String]? {
        switch value {
        case .boolean(let boolean): return kind == .list ? nil : ["\(boolean)"]
        case .text(let text): return kind == .flag ? nil : [text]
        case .number(let digits): return kind == .value ? Int(digits).map { ["\($0)"] } : nil
        case .list:
            guard kind != .flag, let texts = value.textItems else { return nil }
            // An empty list sets nothing.
            return kind == .list || texts.isEmpty ? texts : [texts.joined(separator: ",")]
        case .null, .object: return nil
        }
    }
}

extension Environment {
    /// Returns the environment with the settings for services and for the whole program that it
    /// does not set itself.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if a setting has a value of another kind.
    func with(_ settings: Settings) throws(Fault) -> Environment {
        var environment = self
        for service in services {
            for setting in service.settings {
                guard let set = try settings.value(of: setting), let text = set.texts.first,
                    self[setting.variable] == nil
                else { continue }
                let isKey = service.keyVariables.contains(setting.variable)
                if isKey, let key = service.key, place(of: key) != nil { continue }
                environment.all[setting.variable] = text
                environment.places[setting.variable] = set.place
            }
        }
        for setting in Setting.global(services) {
            if let texts = try settings.value(of: setting)?.texts {
                environment.all[setting.variable] = texts.joined(separator: ",")
            }
        }
        return environment
    }

    /// The warnings about variables that look like settings but are not.
    ///
    /// They do not stop a run: another version of the program may know them.
    var unknownSettings: [Message] {
        let names = settings.keys
        guard !names.isEmpty else { return [] }
        let others = [Setting("config"), Setting("plugin-path")]
        let known = (Setting.all(services) + others).map(\.variable)
        let serviceVariables = services.flatMap(\.settings).map(\.variable)
        return names.filter { !known.contains($0) }.sorted().map { name in
            let own = String(name.dropFirst("BO_EXPORT_".count))
            let nearest = known.map { String($0.dropFirst("BO_EXPORT_".count)) }.nearest(to: own)
            let meant = serviceVariables.contains(own) ? own : nearest.map { "BO_EXPORT_\($0)" }
            let hint = meant.map { Message("; did you mean \($0)?", ko: ". 가장 비슷한 설정은 {1}입니다") }
            return Message(
                "unknown-variable", "unknown setting \(name) is ignored\(hint ?? "")",
                ko: "알 수 없는 설정 {1}{을/를} 무시합니다{2}")
        }
    }
}

extension Fault {
    fileprivate static func noConfiguration(_ path: String) -> Fault {
        Fault(
            .configuration, "no-configuration",
            "the configuration '\(path)' is not there", ko: "설정 파일 '{1}'{이/가} 없습니다")
    }

    fileprivate static func severalConfigurations(_ paths: [String]) -> Fault {
        Fault(
            .configuration, "several-configurations",
            "there are several configurations: \(paths.joined(separator: ", "))",
            ko: "설정 파일이 여러 개입니다: {1}",
            hint: "keep one of them", hintKo: "하나만 남기세요")
    }

    fileprivate static func malformedConfiguration(_ path: String, _ why: Malformed) -> Fault {
        Fault(
            .configuration, "malformed-configuration",
            "'\(path)' is not a configuration: \(why.reason)", ko: "'{1}'{은/는} 설정 파일이 아닙니다: {2}",
            hint: "it is a JSON object or a YAML mapping of options: {\"jobs\": 8}",
            hintKo: "옵션을 JSON 객체나 YAML 매핑으로 쓰세요: {\"jobs\": 8}")
    }

    fileprivate static func unknownSetting(
        _ name: String, known: [String], at path: String
    ) -> Fault {
        let unknown = Fault.unknown(Message("setting", ko: "설정"), name, known: known)
        return Fault(.configuration, "unknown-setting", unknown.wording).about("'\(path)'")
            .correcting(name, to: unknown.corrections.first?.meant)
    }

    fileprivate static func notAValue(of setting: Setting, in place: String) -> Fault {
        let kind =
            switch setting.kind {
            case .flag: Message("true or false", ko: "true나 false")
            case .list: Message("a list of texts", ko: "텍스트 목록")
            case .value: Message("a text or a whole number", ko: "텍스트나 정수")
            }
        return Fault(
            .configuration, "setting-value",
            "the value of \(setting.name), which \(place) sets, is not \(kind)",
            ko: "{2}에서 설정한 {1}의 값은 {3}{이어야/여야} 합니다")
    }
}
