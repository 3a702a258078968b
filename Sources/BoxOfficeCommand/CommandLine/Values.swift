internal import BoxOffice

/// What every option comes to: the command line over the environment, that over the configuration file,
/// that over the standard value.
struct Values: Sendable {
    /// Where a value comes from.
    enum Origin: Hashable, Sendable, CustomStringConvertible {
        /// The argument with that index.
        case argument(Int)
        case environment(String)
        case file(String)
        /// Nobody said anything.
        case standard

        var description: String {
            switch self {
            case .argument, .standard: ""
            case .environment(let variable): variable
            case .file(let path): path
            }
        }
    }

    /// The arguments.
    let arguments: Arguments
    /// The format that is set, also if another one was given.
    private(set) var formatSetting: String?
    private var layers: [String: (texts: [String], origin: Origin)] = [:]

    /// The values of `arguments` alone.
    init(_ arguments: Arguments) {
        self.arguments = arguments
        for given in arguments.given {
            guard let value = given.option.isFlag ? "true" : given.value else { continue }
            let texts = (layers[given.option.name]?.texts ?? []) + [value]
            layers[given.option.name] = (texts, .argument(given.index))
        }
    }

    /// The command that they are for.
    var command: Command { arguments.command }

    /// The words that belong to no option.
    var words: [String] { arguments.words }

    // MARK: - Values

    /// Where the value of an option comes from.
    func origin(_ option: KeyPath<OptionTable, Option>) -> Origin {
        origin(of: OptionTable.shared[keyPath: option])
    }

    /// Where the value of `option` comes from.
    func origin(of option: Option) -> Origin { layers[option.name]?.origin ?? .standard }

    /// Whether an option was given or set.
    func has(_ option: KeyPath<OptionTable, Option>) -> Bool { origin(option) != .standard }

    /// Whether `option` was given or set.
    func has(_ option: Option) -> Bool { origin(of: option) != .standard }

    /// Whether an option was given on the command line.
    func isGiven(_ option: Option) -> Bool {
        origin(of: option).isArgument
    }

    /// All texts of an option; none if it is not there.
    func texts(_ option: KeyPath<OptionTable, Option>) -> [String] {
        texts(of: OptionTable.shared[keyPath: option])
    }

    /// All texts of `option`; none if it is not there.
    func texts(of option: Option) -> [String] { layers[option.name]?.texts ?? [] }

    /// The text of an option, or its standard value; nil if there is neither.
    func text(_ option: KeyPath<OptionTable, Option>) -> String? {
        let option = OptionTable.shared[keyPath: option]
        return layers[option.name]?.texts.last ?? (option.standard.isEmpty ? nil : option.standard)
    }

    /// The number of an option, or its standard value.
    func number(_ option: KeyPath<OptionTable, Option>) -> Int? { text(option).flatMap { Int($0) } }

    /// Whether a flag is there.
    func flag(_ option: KeyPath<OptionTable, Option>) -> Bool { texts(option).last == "true" }

    /// How often a flag is there.
    func count(_ option: KeyPath<OptionTable, Option>) -> Int { texts(option).count }

    /// The word of an option as a value of a type that has it, or its standard value.
    func word<Word: RawRepresentable<String>>(
        _ option: KeyPath<OptionTable, Option>, as type: Word.Type = Word.self
    ) -> Word? {
        guard let text = text(option) else { return nil }
        if case .word(_, let also, _) = OptionTable.shared[keyPath: option].takes,
            let word = also[text]
        {
            return Word(rawValue: word)
        }
        return Word(rawValue: text)
    }

    /// The years of an option.
    func years(_ option: KeyPath<OptionTable, Option>) -> ClosedRange<Int>? {
        text(option).flatMap { YearRange($0)?.years }
    }

    /// Takes away what was set for an option and not given.
    mutating func dropSetting(_ option: KeyPath<OptionTable, Option>) {
        let option = OptionTable.shared[keyPath: option]
        if !isGiven(option) { layers[option.name] = nil }
    }

    // MARK: - Layers

    /// The values with what `settings` have for options that were not given.
    ///
    /// A setting does not count beside an option on the command line that excludes it.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` that names the setting and where it is set.
    func with(_ settings: Settings) throws(Fault) -> Values {
        guard !settings.areEmpty else { return self }
        var values = self
        let format = Setting(OptionTable.shared.format)
        values.formatSetting = try settings.value(of: format, for: command.name)?.0.first
        let excluded = excluded
        for option in command.options where option.isSetting && !isGiven(option) {
            guard !excluded.contains(option.name),
                let (texts, origin) = try settings.value(of: Setting(option), for: command.name)
            else { continue }
            // A flag that is set to false is none.
            if option.isFlag, texts != ["true"] { continue }
            for text in texts {
                let fault = option.isFlag ? nil : option.fault(of: text, name: option.long)
                if text.isEmpty { throw .settingIsEmpty(option, origin, isList: texts.count > 1) }
                if let fault { throw .refused(option.name, origin, fault.wording) }
            }
            values.layers[option.name] = (texts, origin)
        }
        if command.has(OptionTable.shared.pivot), has(\.pivot) { values.dropSetting(\.columns) }
        values.dropUpdate()
        do throws(Fault) {
            try values.check()
        } catch {
            // The setting without which all would be well is the wrong one.
            let culprit = command.options.first { option in
                guard values.has(option), !values.isGiven(option) else { return false }
                var others = values
                others.layers[option.name] = nil
                return (try? others.check()) != nil
            }
            guard let culprit else { throw .settingsDoNotFit(error.wording) }
            throw .refused(culprit.name, values.origin(of: culprit), error.wording)
        }
        return values
    }

    /// The names of the command's options that one that was given leaves no room for, where they are
    /// set.
    private var excluded: Set<String> {
        let periods = OptionTable.all.filter { $0.group == .periods }
        let groups = [periods] + OptionTable.rivals.filter(\.yields).map(\.options)
        let own = groups.map { $0.filter(command.has) }
        return Set(own.filter { $0.contains(where: isGiven) }.joined().map(\.name))
    }

    /// Takes away a set `--update` where there is no file that could be brought up to date; whether the
    /// format can be is known later.
    private mutating func dropUpdate() {
        let isOfPeriods =
            command.groups.contains(.periods)
            || (command.groups.contains(.runs) && !has(\.pivot))
        if !isOfPeriods || text(\.output) == "-" { dropSetting(\.update) }
    }

    // MARK: - Checks

    /// Makes sure that the values go together.
    ///
    /// - Throws: a ``Fault`` of kind `usage`.
    func check() throws(Fault) {
        for (code, options, _) in OptionTable.rivals {
            let names = options.filter { command.has($0) && has($0) }
            guard names.count > 1 else { continue }
            throw Fault(
                .usage, code,
                Message(
                    "\(Message.all(options.map(\.long))) cannot be used together",
                    ko: "{1}{은/는} 함께 사용할 수 없습니다"),
                hint: .showsUsage(of: command.name))
        }
        try command.check(self)
    }
}

extension Values.Origin {
    /// Whether the command line has it.
    var isArgument: Bool { if case .argument = self { true } else { false } }
}

extension Fault {
    fileprivate static func settingIsEmpty(
        _ option: Option, _ origin: Values.Origin, isList: Bool
    ) -> Fault {
        refused(
            option.name, origin,
            isList
                ? Message("value-is-empty", "a value is empty", ko: "빈 값이 있습니다")
                : Message("setting-is-empty", "it is empty", ko: "값이 비어 있습니다"))
    }

    fileprivate static func settingsDoNotFit(_ message: Message) -> Fault {
        Fault(
            .configuration, "settings-do-not-fit",
            "what is set does not go with these options: \(message)",
            ko: "설정이 지금 옵션과 맞지 않습니다: {1}")
    }

    static func refused(_ name: String, _ origin: Values.Origin, _ message: Message) -> Fault {
        Fault(
            .configuration, "setting-refused",
            "\(name), which \(origin) sets, is refused: \(message)",
            ko: "{2}에서 설정한 {1}{을/를} 사용할 수 없습니다: {3}")
    }
}
