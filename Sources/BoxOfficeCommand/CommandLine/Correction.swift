internal import BoxOffice

extension Arguments {
    /// A mistake, and all arguments with it corrected as far as possible; other mistakes may remain.
    private typealias Finding = (fault: Fault, line: [String]?)

    /// The first mistake, with a hint that corrects the whole command line; nil if there is none.
    var fault: Fault? {
        guard let (fault, line) = finding else { return nil }
        return line.flatMap(hint(toTry:)).map(fault.advising) ?? fault
    }

    /// The first mistake; nil if there is none.
    private var finding: Finding? {
        switch problem {
        case nil: nil
        case .option(let name, let index): unknown(name, at: index)
        case .word(let word, let index, let option): unexpected(word, at: index, after: option)
        case .fault(let fault) where fault.code == "not-a-code": (fault, search)
        case .fault(let fault) where fault.code == "not-in-range": (fault, counted(for: fault))
        case .fault(let fault) where request == .help: helped(after: fault)
        case .fault(let fault): (fault, lines(making: fault.corrections).first)
        }
    }

    /// Returns the finding for words after `help` that are no term: the line that does what they ask for
    /// or, if there is none, the nearest word.
    private func helped(after fault: Fault) -> Finding {
        let words = all.dropFirst(start)
        let word = words.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
        let isPhrase = Phrases.line(for: word, today: today) != nil || Phrases.options[word] != nil
        let others = words.filter { !["help", "-h", "--help"].contains($0) }
        if isPhrase || fault.corrections.isEmpty, let line = Arguments(others).finding?.line,
            !["movies", "help"].contains(line.first)
        {
            return (.noHelp(word), line)
        }
        return (fault, lines(making: fault.corrections).first)
    }

    private var isChart: Bool { command.groups.contains(.periods) }
    /// True if the periods are those of files, whatever today is.
    private var isOfFiles: Bool { Values(self).sources.contains(Registry.tablesName) }
    private var today: Day { CurrentProcess.now().dayInSeoul }

    // MARK: - Hints

    /// Returns a hint with a whole command line to paste: `words`, with their other mistakes
    /// corrected; nil if they cannot be corrected.
    ///
    /// A word that may be a key is never repeated.
    private func hint(toTry words: [String]) -> Message? {
        // Messages replace control characters. A different command from the one that was meant
        // would contradict the message.
        let own = words.first == Command.key.name ? words.dropFirst() : words[...]
        guard !own.contains(where: Self.mayHoldKey),
            !words.joined().unicodeScalars.contains(where: \.isSteering),
            let mended = Arguments(words).mended(attempts: 6),
            mended.first == words.first || Command.named(words.first ?? "") == nil
        else { return nil }
        func line(of words: [String]) -> String {
            (["bo-export"] + words.map(\.quotedForShell)).joined(separator: " ")
        }
        let korean = mended.map { all.contains($0) ? $0 : Self.koreanValues[$0] ?? $0 }
        let shown = Message("\(line(of: mended))", ko: line(of: korean))
        return Message("try", "try: \(shown)", ko: "다음 명령을 실행해 보세요: {1}")
    }

    /// The values of options in Korean hints.
    private static let koreanValues = [
        "yesterday": "어제", "latest": "최근", "korean": "한국", "foreign": "외국", "commercial": "상업",
        "art": "예술",
    ]

    /// Returns the arguments with their mistakes corrected one by one; nil if one cannot be corrected.
    private func mended(attempts: Int) -> [String]? {
        // `--month 2024-02` in place of `--date 2024-02`.
        let period = givenPeriod { given in
            given.value.flatMap(Phrases.period).flatMap { $0[0] == given.option.long ? nil : $0 }
        }
        var better =
            problem == nil ? period.map { all(replacing: $1, with: $0) } : finding?.line
        if problem == nil, better == nil {
            do throws(Fault) {
                return try Values(self).areTaken(on: today) ? all : nil
            } catch {
                better = lines(making: error.corrections).first
            }
        }
        guard attempts > 0, let better, better != all else { return nil }
        return Arguments(better).mended(attempts: attempts - 1)
    }

    /// Returns the first result of `words` for an option that names a period, and the indices of
    /// that option and its value; nil if there is none.
    private func givenPeriod(
        _ words: (Given) -> [String]?
    ) -> (words: [String], range: ClosedRange<Int>)? {
        for given in given where ["date", "month", "year"].contains(given.option.name) {
            guard let words = words(given) else { continue }
            return (words, given.index...given.index + (all[given.index].contains("=") ? 0 : 1))
        }
        return nil
    }

    /// Returns `fault` with a hint to paste, if it has none and words were mistyped.
    func hinting(_ fault: Fault) -> Fault {
        // A phrase about a period after an option that does not take it: `--date 지난주`.
        if ["not-a-date", "not-a-month", "not-a-year"].contains(fault.code),
            let found = givenPeriod({ $0.value.flatMap { Phrases.line(for: $0, today: today) } }),
            let hint = hint(toTry: line(found.words, beside: all(replacing: found.range)))
        {
            return fault.advising(hint)
        }
        if let absence = absence(in: fault) { return absence }
        // What days look like helps only if none of the words for them was meant.
        guard fault.advice == nil || fault.code == "not-a-date",
            let first = fault.corrections.first
        else { return fault }
        let lines = lines(making: fault.corrections)
        // A word that is not among the arguments comes from a setting.
        guard !lines.isEmpty else {
            return fault.advising(
                Message(
                    "nearest", "the nearest is '\(first.meant)'", ko: "'{1}'{을/를} 입력하려던 것인지 확인하세요"))
        }
        return lines.lazy.compactMap(hint(toTry:)).first.map(fault.advising) ?? fault
    }

    /// Returns the fault of a column that no source has, if that is the unknown one of `fault`.
    func absence(in fault: Fault) -> Fault? {
        guard fault.code == "unknown-name-of" else { return nil }
        return Values(self).columnNames?.first {
            fault.message.hasPrefix("there is no column '\($0)'")
        }.flatMap(NotHeld.fault)
    }

    /// Returns the arguments with `corrections` applied, the last word that they fit first: it may
    /// be the value of several options.
    private func lines(making corrections: [Fault.Correction]) -> [[String]] {
        guard let first = corrections.first else { return [] }
        let lines = all.indices.reversed().compactMap { index in
            all[index].replacing(first.mistyped, by: first.meant).map {
                all(replacing: index...index, with: [$0])
            }
        }
        let rest = Array(corrections.dropFirst())
        guard !rest.isEmpty else { return lines }
        return lines.map { Arguments($0).lines(making: rest).first ?? $0 }
    }

    /// Returns the arguments with `words` in place of those in `range`.
    private func all(replacing range: ClosedRange<Int>, with words: [String] = []) -> [String] {
        var all = all
        all.replaceSubrange(range, with: words)
        return all
    }

    // MARK: - Options

    /// Returns the finding for an option that the command does not have.
    private func unknown(_ name: String, at index: Int) -> Finding {
        let lower = name.lowercased()
        // The value that follows `=`.
        let rest = all[index].split(separator: "=", maxSplits: 1).dropFirst().map { String($0) }
        if Self.mayHoldKey(all[index]) {
            return (.keyAsOption(name.hasPrefix("--") ? name : String(name.prefix(2))), nil)
        }
        let taking = Command.top.filter { $0.option(name) != nil }.map(\.name)
        if named.isEmpty,
            let place = all.indices.dropFirst(index + 1).first(where: { place in
                let before = OptionTable.all.first { $0.isCalled(all[place - 1]) }
                return taking.contains(all[place]) && before?.isFlag != false
            })
        {
            return (.commandFirst(all[place]), [all[place]] + all(replacing: place...place))
        }
        let none = Fault.noOption(name, of: command.name)
        let end = rest.isEmpty ? index + 1 : index
        if lower == "--days", isChart, Values(self).has(\.from), end < all.count,
            let days = Int(rest.first ?? all[end]), days > 0
        {
            // A number of days instead of the end of the range.
            return (none, all(replacing: index...end, with: ["--to", "+\(days - 1)d"]))
        }
        if let fault = command.refused[lower] { return (fault, nil) }
        if isChart, let fault = NotHeld.fault(for: String(lower.drop { $0 == "-" })) {
            return (fault, nil)
        }
        if isChart, let phrase = Phrases.line(for: lower, today: today) {
            let others = all(replacing: index...index, with: rest)
            return (none, isOfFiles ? nil : line(phrase, beside: others))
        }
        if let words = synonym(of: lower) {
            let value = words.count == 1 ? rest : []
            return (none, all(replacing: index...index, with: words + value))
        }
        if let other = taking.first {
            let line = command.has(.output) ? [other] + own : nil
            let fault = Fault(
                .usage, "option-of-others",
                "\(name) is an option of \(taking.joined(separator: ", ")), not of \(command.name)",
                ko: "{1}{은/는} {3}{이/가} 아니라 {2}의 옵션입니다", hint: .showsUsage(of: command.name))
            return (fault, line)
        }
        let long = lower.hasPrefix("--") ? lower : "-" + lower
        guard let nearest = command.options.map(\.long).nearest(to: long) else {
            return (none, nil)
        }
        return (
            .noOption(name, of: command.name, nearest: nearest),
            all(replacing: index...index, with: [nearest] + rest)
        )
    }

    /// Returns what to type instead of `word`, word by word: the option that it means, or the
    /// option that has it as a value.
    private func synonym(of word: String) -> [String]? {
        let phrase = Phrases.options[word]?.split(separator: " ").map { String($0) }
        if let phrase, command.option(phrase[0]) != nil { return phrase }
        let name = String(word.drop { $0 == "-" })
        if let flag = command.option("--\(name)"), flag.isFlag { return [flag.long] }
        // Another command has that option.
        if phrase != nil { return nil }
        if word.hasPrefix("-") {
            let typed = word.hasPrefix("--") ? name : word
            let meant = command.options.first { option in
                option.meant.split(separator: " ").contains { $0 == typed }
            }
            if let meant { return [meant.long] }
            if typed == word { return nil }
        }
        let takers = command.options.filter { option in
            switch (option.takes, option.completion) {
            case _ where option.standard == name || command.option("--\(name)") != nil: false
            case (.word(let words, let also, _), _): words.contains(name) || also[name] != nil
            case (_, .words(let words, isList: false)):
                option.isSetting && words(command.name, false).contains(name)
            default: false
            }
        }
        return takers.count == 1 ? [takers[0].long, name] : nil
    }

    // MARK: - Words

    /// Returns the finding for a word that the command does not take.
    ///
    /// - Parameter option: the last option before it.
    private func unexpected(_ word: String, at index: Int, after option: Option?) -> Finding {
        let fault = Fault.noSuchArgument(word, of: command.name)
        if Self.mayHoldKey(word), word != Command.key.name {
            return (.keyAsOption(String(word.prefix { $0 != "=" && $0 != "?" })), nil)
        }
        if word.allSatisfy({ $0 == " " || $0 == "-" }) { return (fault, nil) }
        let words = all[index...].prefix { !$0.hasPrefix("-") }
        if isChart,
            let fault = NotHeld.fault(for: words.joined(separator: " "))
                ?? NotHeld.fault(for: word)
        {
            return (fault, nil)
        }
        let others = all(replacing: index...index)
        if Command.top.contains(where: { $0.name == word }) {
            return (.commandFirst(word), [word] + others.dropFirst(start))
        }
        if let line = list(goingOnAt: index, option) ?? table(at: index) { return (fault, line) }
        if isChart, let line = phrase(words, at: index) {
            return (.noCommand(word), isOfFiles ? nil : line)
        }
        if let options = asOption(word) {
            return (fault, all(replacing: index...index, with: options))
        }
        guard isChart else { return (fault, search) }
        // A date may be typed with spaces: 2022년 6월 1일.
        for end in words.prefix(3).indices.reversed() {
            let text = words[...end].joined(separator: " ")
            guard let options = Phrases.period(for: text) else { continue }
            let rest = all(replacing: index...end).dropFirst(start)
            return (fault, period(options, beside: Array(rest)))
        }
        if case .words(_, isList: true)? = option?.completion { return (fault, nil) }
        if !Phrases.withoutCommand.contains(word),
            let name = Command.nearest(to: word.withoutChart)
        {
            return (.noCommand(word, nearest: name), [name] + others.dropFirst(start))
        }
        let line =
            (try? Glossary.entry(for: word)) == nil
            ? search.flatMap { Phrases.mayBeTitle($0[2]) ? $0 : nil } : ["help", word]
        return (.noCommand(word), line)
    }

    /// Returns the command line with the equivalent of the `words` at `index`, of all of them or of
    /// the first; nil if there is no equivalent.
    private func phrase(_ words: ArraySlice<String>, at index: Int) -> [String]? {
        for count in [words.count, 1] {
            let phrase = Phrases.line(for: words.prefix(count).joined(), today: today)
            guard let phrase else { continue }
            let line = line(phrase, beside: all(replacing: index...index + count - 1))
            // A month or year without a command asks for its films, not for the chart of each day.
            let isWhole = ["--year", "--month"].contains(phrase[0]) && named.isEmpty
            return isWhole ? [Command.ranking.name] + line : line
        }
        return nil
    }

    /// Returns the command line with `phrase`, which may name another command, and the rest of `all`.
    private func line(_ phrase: [String], beside all: [String]) -> [String] {
        let others = all.dropFirst(start)
        let periods = OptionTable.all.filter { $0.group == .periods }.flatMap(\.names)
        let isSaid = others.contains { word in
            periods.contains(String(word.prefix { $0 != "=" }))
                || Phrases.period(for: word) != nil
        }
        guard phrase[0].hasPrefix("--") else {
            return (isSaid && phrase[0] == Command.ranking.name ? [phrase[0]] : phrase) + others
        }
        return named + (isSaid ? [] : phrase) + others
    }

    /// Returns all arguments with the number alone where its unit was typed as well (`--last 7일`), and
    /// the weekly chart for `--last 4주`; nil if there is no such value.
    private func counted(for fault: Fault) -> [String]? {
        for given in given {
            guard case .number = given.option.takes, let value = given.value, Int(value) == nil,
                let (count, isOfWeeks) = Phrases.count(in: value),
                let line = lines(making: fault.correcting(value, to: count).corrections).first
            else { continue }
            guard isOfWeeks, given.option.name == "last", ["", "daily"].contains(named.joined())
            else { return line }
            return ["weekly"] + line.dropFirst(start)
        }
        return nil
    }

    /// The command that searches for all words that belong to no option, if the command is about
    /// something that can be searched.
    private var search: [String]? {
        let name: String
        switch command.name {
        case "people", "person": name = "people"
        case "companies", "company": name = "companies"
        case "movies", "movie": name = "movies"
        case _ where isChart: name = "movies"
        default: return nil
        }
        let count = own.prefix { !$0.hasPrefix("-") }.count
        let text = count > 0 ? own.prefix(count).joined(separator: " ") : own.last ?? ""
        let rest = count > 0 ? own.dropFirst(count) : own.dropLast()
        return [name, name == "movies" ? "--title" : "--name", text] + rest
    }

    /// Returns the command line with `options`, which name a period, and the `others`.
    private func period(_ options: [String], beside others: [String]) -> [String] {
        guard options.first == "--date", let day = options.last else {
            return named + options + others
        }
        let (before, values) = (others.firstIndex(of: "--date"), Values(self))
        if before != nil || (values.has(\.from) && !values.has(\.to)) {
            // Two days are a range.
            return named + others.enumerated().map { $0 == before ? "--from" : $1 } + ["--to", day]
        }
        let isWeek = Week(day) != nil && command.name == "daily"
        return (isWeek ? ["weekly"] : named) + options + others
    }

    /// Returns all arguments with the word at `index` joined to the list that is the value of
    /// `option`; nil if the word is not nearly one that the option takes.
    private func list(goingOnAt index: Int, _ option: Option?) -> [String]? {
        guard let option, case .words(let words, isList: true) = option.completion, index > 0,
            !option.names.contains(all[index - 1]),
            [false, true].contains(where: { isKorean in
                all[index].items.allSatisfy {
                    words(command.name, isKorean).nearest(to: $0) != nil
                        || option.name == "region" && (try? Region(named: $0)) != nil
                }
            })
        else { return nil }
        let list = all[index - 1] + (all[index - 1].hasSuffix(",") ? "" : ",") + all[index]
        return all(replacing: index - 1...index, with: [list])
    }

    /// Returns all arguments with the word at `index` as a file with tables, if that is the source.
    private func table(at index: Int) -> [String]? {
        let word = all[index]
        guard isChart, isOfFiles, word.contains(where: { "./".contains($0) }),
            Phrases.period(for: word) == nil
        else { return nil }
        return all(
            replacing: index...index, with: ["-O", word.hasPrefix("path=") ? word : "path=\(word)"])
    }

    /// Returns the options that mean the same as `word`: `region=서울`, `—date` with the dash of a
    /// word processor, or a word for added data.
    private func asOption(_ word: String) -> [String]? {
        let dashes: Set<Character> = ["—", "–", "−"]
        if let first = word.first, dashes.contains(first) {
            return ["--" + word.drop { dashes.contains($0) || $0 == "-" }]
        }
        if let options = synonym(of: word.lowercased()) { return options }
        if isChart, let region = try? Region(named: word), region.code != word {
            return ["--region", word]
        }
        guard let equals = word.firstIndex(of: "="), equals > word.startIndex else { return nil }
        return ["--" + word[..<equals].lowercased() + word[equals...]]
    }
}

extension String {
    /// Returns the argument with `word` in place of `value`, which is the whole argument, follows
    /// `=` or is an item between commas; nil if it does not contain `value`.
    fileprivate func replacing(_ value: String, by word: String) -> String? {
        if self == value { return word }
        var rest = self[...]
        while true {
            let item = rest.prefix { $0 != "=" && $0 != "," }
            if item.trimming({ $0 == " " }) == value {
                return self[..<item.startIndex] + word + self[item.endIndex...]
            }
            rest = self[item.endIndex...]
            guard rest.popFirst() != nil else { return nil }
        }
    }
}

extension Fault {
    fileprivate static func commandFirst(_ command: String) -> Fault {
        Fault(
            .usage, "command-first", "the command '\(command)' comes before its options",
            ko: "명령 '{1}'{은/는} 옵션보다 앞에 써야 합니다")
    }

    fileprivate static func keyAsOption(_ name: String) -> Fault {
        let variable = Registry.keyVariable
        return Fault(
            .usage, "key-as-option",
            "\(name) is not an option: other users of the machine could read a key there",
            ko: "{1} 옵션은 없습니다. 명령줄에 쓴 키는 이 컴퓨터의 다른 사용자가 볼 수 있습니다",
            hint:
                "'bo-export key' asks for it without showing it; or set \(variable) or \(variable)_FILE",
            hintKo: "'bo-export key'로 화면에 표시하지 않고 입력하거나 {1} 또는 {2}_FILE을 설정하세요")
    }

    fileprivate static func noOption(
        _ name: String, of command: String, nearest: String? = nil
    ) -> Fault {
        let other =
            nearest.map { Message("; the nearest is \($0)", ko: ". 가장 비슷한 옵션은 {1}입니다") } ?? ""
        return Fault(
            .usage, "no-such-option",
            "\(command) has no option '\(name)'\(other)", ko: "{1}에는 '{2}' 옵션이 없습니다{3}",
            hint: "'bo-export help \(command)' lists its options",
            hintKo: "옵션 목록은 'bo-export help {1}'{으로/로} 확인하세요")
    }

    static func noCommand(_ word: String, nearest: String? = nil) -> Fault {
        let other =
            nearest.map { Message("; the nearest is \($0)", ko: ". 가장 비슷한 명령은 {1}입니다") } ?? ""
        return Fault(
            .usage, "no-such-command",
            "there is no command '\(word)'\(other)", ko: "'{1}' 명령이 없습니다{2}",
            hint: "'bo-export --help' lists the commands",
            hintKo: "명령 목록은 'bo-export --help'로 확인하세요"
        ).correcting(word, to: nearest)
    }

    static func noSuchArgument(_ word: String, of command: String) -> Fault {
        Fault(
            .usage, "no-such-argument",
            "\(command) takes no argument '\(word)'", ko: "{1} 명령은 인수 '{2}'{을/를} 받지 않습니다",
            hint: .showsUsage(of: command))
    }
}
