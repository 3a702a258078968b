internal import BoxOffice
internal import Engine

/// The values of all options: the command line comes before the environment, the environment before
/// the configuration file, and the file before the default.
struct Values: Sendable {
    /// The place that a value comes from.
    enum Origin: Hashable, Sendable {
        /// The command line.
        case argument
        /// The environment variable or the file of that name.
        case setting(String)
    }

    /// The arguments.
    let arguments: Arguments
    /// The format that is set, which is used if the ending of the output does not decide, and the
    /// place where it is set.
    private(set) var usualFormat: (name: String, place: String)?
    /// The settings, which are read only once, because they may come from a pipe.
    private(set) var settings = Result<Settings, Fault>.success(Settings())
    /// True if the settings are among the values, and not the command line alone.
    private(set) var hasSettings = false
    private var layers: [String: (texts: [String], origin: Origin)] = [:]

    /// Takes the values from `arguments` alone.
    init(_ arguments: Arguments) {
        self.arguments = arguments
        for given in arguments.given {
            guard let value = given.option.isFlag ? "true" : given.value else { continue }
            layers[given.option.name] = (texts(of: given.option) + [value], .argument)
        }
    }

    /// Combines the valid `arguments` with `settings`, and configures `console` with the keys and
    /// quotas of the file and with --quiet, --verbose and --log-format.
    ///
    /// - Throws: a ``Fault`` of kind `configuration`.
    init(
        _ arguments: Arguments, _ settings: Result<Settings, Fault>, _ console: inout Console
    ) throws(Fault) {
        self.init(arguments)
        self.settings = settings
        if command.isConfigured {
            let settings = try settings.get()
            try settings.checkNames(console.environment.services)
            console.environment = try console.environment.with(settings)
            self = try with(settings, forInquiry: console.inquiry != nil)
        }
        console.configure(
            quiet: flag(\.quiet), verbose: verbose, format: word(\.logFormat) ?? .text)
    }

    /// The command that the values are for.
    var command: Command { arguments.command }

    /// The words that belong to no option.
    var words: [String] { arguments.words }

    /// The path of the configuration file that was read.
    var configuration: String? { (try? settings.get())?.path }

    // MARK: - Values

    /// Returns the origin of the value of `option`; nil if it was neither given nor set.
    func origin(of option: Option) -> Origin? { layers[option.name]?.origin }

    /// Returns true if an option was given or set.
    func has(_ option: OptionTable.Path) -> Bool {
        origin(of: OptionTable[option]) != nil
    }

    /// Returns true if an option was given on the command line.
    func isGiven(_ option: OptionTable.Path) -> Bool {
        origin(of: OptionTable[option]) == .argument
    }

    /// Returns true if an option is set in the command's own section of the configuration file.
    func isForThisCommand(_ option: OptionTable.Path) -> Bool {
        (try? settings.get())?.hasOwn(Setting(OptionTable[option]), of: command.name) ?? false
    }

    /// Returns all texts of `option`; empty if it was neither given nor set.
    func texts(of option: Option) -> [String] { layers[option.name]?.texts ?? [] }

    /// Returns all texts of an option; empty if it was neither given nor set.
    func texts(_ option: OptionTable.Path) -> [String] {
        texts(of: OptionTable[option])
    }

    /// Returns the text of an option, or its default; nil if there is neither.
    func text(_ option: OptionTable.Path) -> String? {
        let option = OptionTable[option]
        return texts(of: option).last ?? (option.standard.isEmpty ? nil : option.standard)
    }

    /// Returns the text of an option as a register would have it.
    func search(_ option: OptionTable.Path) -> String? { text(option)?.withWholeSyllables }

    /// Returns the number of an option, or its default.
    func number(_ option: OptionTable.Path) -> Int? { text(option).flatMap { Int($0) } }

    /// Returns true if a flag was given or set.
    func flag(_ option: OptionTable.Path) -> Bool { texts(option).last == "true" }

    /// Returns the word of an option, or its default, as a value of the type that defines it.
    func word<Word: RawRepresentable<String>>(_ option: OptionTable.Path) -> Word? {
        guard let text = text(option), case .word(_, let also, _) = OptionTable[option].takes else {
            return nil
        }
        return Word(rawValue: also[text] ?? text)
    }

    /// Returns the years of an option.
    func years(_ option: OptionTable.Path) -> ClosedRange<Int>? {
        text(option).flatMap(Option.years)
    }

    /// Removes the setting of an option that was not given on the command line, or those of its texts
    /// that `isMeant` does not accept.
    mutating func dropSetting(_ option: Option, but isMeant: (String) -> Bool = { _ in false }) {
        guard let layer = layers[option.name], layer.origin != .argument else { return }
        let texts = layer.texts.filter(isMeant)
        layers[option.name] = texts.isEmpty ? nil : (texts, layer.origin)
    }

    // MARK: - Layers

    /// Returns the values with `settings` for the options that were not given.
    ///
    /// A setting is ignored if an option on the command line excludes it, or if it is about a document
    /// or a file and the run answers a question, which writes none.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` that names the setting and the place where it
    ///   is set.
    func with(_ settings: Settings, forInquiry: Bool = false) throws(Fault) -> Values {
        var values = self
        func set(_ option: Option) throws(Fault) -> (texts: [String], place: String)? {
            try settings.value(of: Setting(option), for: command.name)
        }
        values.settings = .success(settings)
        values.hasSettings = true
        if let (texts, place) = try set(OptionTable[\.format]), let name = texts.first {
            values.usualFormat = (name, place)
        }
        let files = OptionTable[[\.record, \.postersDir, \.state]]
        // Options of plugins are for sources, too.
        let output = OptionTable.all.filter { $0.group == .output && $0.name != "option" }
        let unused = forInquiry ? output + files : []
        let excluded = excluded.union(unused.map(\.name))
        for option in command.options
        where option.isSetting && origin(of: option) == nil && !excluded.contains(option.name) {
            // A flag that is set to false counts as not set.
            guard let (texts, place) = try set(option), !texts.isEmpty,
                !option.isFlag || texts == ["true"]
            else { continue }
            for text in texts where !option.isFlag {
                guard let fault = option.fault(of: text, name: option.long) else { continue }
                let isEmpty = Message("setting-is-empty", "it is empty", ko: "값이 비어 있습니다")
                throw .refused(option.name, place, text.isEmpty ? isEmpty : fault.wording)
            }
            values.layers[option.name] = (texts, .setting(place))
        }
        if !command.has(.periods) { values.dropSetting(OptionTable[\.update]) }
        return try values.settled()
    }

    /// Returns `fault` as that of a setting, with the place where it is set, if it is about one.
    func naming(_ fault: Fault) -> Fault {
        let options = OptionTable.all.filter { fault.options.contains($0.name) }
        // What was typed may be what is wrong.
        guard !options.contains(where: { origin(of: $0) == .argument }) else { return fault }
        for option in options {
            if case .setting(let place) = origin(of: option) {
                return .refused(option.name, place, fault.wording)
            }
        }
        return fault
    }

    /// The hint to rank the films of a whole month or year, if the first rows of its daily charts
    /// are asked for; nil for any other export.
    var ranking: Message? {
        func said(_ options: [Option]) -> [String] {
            options.compactMap { option in
                texts(of: option).last.map { " \(option.long) \($0.quotedForShell)" }
            }
        }
        guard command.name == Chart.daily.rawValue, let top = number(\.top), !has(\.region),
            let span = said(OptionTable[[\.year, \.month]]).first
        else { return nil }
        let filters = said(OptionTable[[\.nation, \.kind]]).joined()
        return Message(
            "ranking-of-period.hint",
            "one row a film for the whole period: 'bo-export ranking\(span) --top \(top)\(filters)'",
            ko: "기간 전체의 영화별 순위는 'bo-export ranking{1} --top {2}{3}'{으로/로} 볼 수 있습니다")
    }

    /// Returns true if the command may ask a built-in service, as far as arguments and
    /// `environment` show before anything else is read.
    ///
    /// The configuration file may change that, the archive may have everything, and a mistake in
    /// arguments or settings may end the run before a request is sent. Opening libcurl for such a
    /// run takes five milliseconds on another processor and 5 MB.
    func mayAskService(_ environment: Environment) -> Bool {
        guard command.has(.origin), command.has(.output), arguments.request == .run,
            arguments.problem == nil
        else {
            return false
        }
        let isLocal = OptionTable[[\.offline, \.replay, \.dryRun]].contains { option in
            origin(of: option) != nil || environment[option.variable] != nil
        }
        let set = has(\.source) ? nil : environment[OptionTable[\.source].variable]
        return !isLocal
            && (set?.items ?? sources).contains {
                Registry.policy(ofServiceSource: $0) != nil
            }
    }
}

extension Language {
    /// Finds the language that options, settings or the locale ask for.
    ///
    /// A wrong value is ignored here. It is refused later, in the language found here.
    init(_ values: Values, _ settings: Settings?, _ environment: Environment) {
        let lang = Setting(OptionTable[\.lang])
        let set = try? settings?.value(of: lang, for: values.command.name)?.texts.first
        // The locale of messages, found as POSIX does.
        let locale = environment["LC_ALL"] ?? environment["LC_MESSAGES"] ?? environment["LANG"]
        self =
            values.word(\.lang) ?? set.flatMap { Language(rawValue: $0) }
            ?? Language(locale: locale ?? "")
    }
}

extension Fault {
    /// Makes the fault of a setting, with the place where it is set.
    static func refused(_ name: String, _ place: String, _ why: Message) -> Fault {
        Fault(
            .configuration, "setting-refused",
            "\(name), which \(place) sets, is refused: \(why)",
            ko: "{2}에서 설정한 {1}{을/를} 사용할 수 없습니다: {3}")
    }
}
