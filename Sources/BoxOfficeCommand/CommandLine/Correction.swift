internal import BoxOffice
internal import Engine

/// A mistake in a command line, and what was probably meant.
struct Finding {
    /// What is said of it.
    var fault: Fault
    /// All arguments with the mistake mended, as far as it is known how; others may be left.
    var words: [String]?
}

extension Arguments {
    /// The first mistake, with a hint that mends the whole command line; nil if there is none.
    var fault: Fault? {
        guard let finding else { return nil }
        var fault = finding.fault
        if let words = finding.words, let hint = hint(toTry: words) { fault.advice = hint }
        return fault
    }

    /// The first mistake; nil if there is none.
    private var finding: Finding? {
        switch problem {
        case nil: return nil
        case .command(let word):
            let name = commandNames.nearest(to: word, otherWords: commandWords)
            let words = name.map { name in all.map { $0 == word ? name : $0 } }
            return Finding(fault: .noCommand(word, nearest: name), words: words)
        case .option(let name, let rest, let index): return unknown(name, rest, at: index)
        case .word(let word, let index, let option):
            return unexpected(word, at: index, behind: option)
        case .fault(let fault):
            if fault.code == "not-a-code" { return Finding(fault: fault, words: search) }
            let words = fault.corrections.isEmpty ? nil : all(making: fault.corrections)
            return Finding(fault: fault, words: words)
        }
    }

    private var commandNames: [String] { grammar.topCommands.map(\.name) }
    private var commandWords: [String: String] {
        Words(grammar.topCommands.map { ($0.name, $0.meant) }).known
    }
    private var isChart: Bool { command.groups.contains(.periods) }
    private var today: Day { CurrentProcess.now().dayInSeoul }

    private func has(_ option: KeyPath<OptionTable, Option>) -> Bool {
        let name = OptionTable.shared[keyPath: option].name
        return given.contains { $0.option.name == name }
    }

    // MARK: - Hints

    /// The hint that shows a whole command line, to be pasted: `words`, with what else is wrong with
    /// them mended; nil if that is not known.
    ///
    /// What may be a key is not repeated.
    private func hint(toTry words: [String]) -> Message? {
        let isShown = words.allSatisfy { word in
            // A message shows control characters as something else.
            !Self.mayHoldKey(word) && !word.unicodeScalars.contains { $0.isSteering }
        }
        guard isShown, let words = Arguments(words, of: grammar).mended(attempts: 6) else {
            return nil
        }
        let line = (["bo-export"] + words.map(\.quotedForShell)).joined(separator: " ")
        return Message("try", "try: \(line)", ko: "다음 명령을 실행해 보세요: {1}")
    }

    /// The arguments with what is wrong with them mended, one thing after the other.
    private func mended(attempts: Int) -> [String]? {
        guard let finding else {
            let selection = Values(self).periods.selection
            return isChart && (try? selection.refuseContradictions()) == nil ? nil : all
        }
        guard attempts > 0, let better = finding.words, better != all else { return nil }
        return Arguments(better, of: grammar).mended(attempts: attempts - 1)
    }

    /// `fault` with a hint that can be pasted, if it has none and words were mistyped.
    func hinting(_ fault: Fault) -> Fault {
        var fault = fault
        if ["not-a-date", "not-a-month", "not-a-year"].contains(fault.code), let hint = periodHint {
            fault.advice = hint
        }
        if fault.advice == nil, let first = fault.corrections.first {
            let words = all(making: fault.corrections)
            // A word that is not among the arguments is set elsewhere.
            fault.advice =
                words == all
                ? Message(
                    "nearest", "the nearest is '\(first.meant)'", ko: "'{1}'{을/를} 입력하려던 것인지 확인하세요")
                : hint(toTry: words)
        }
        return fault
    }

    /// The hint for a word about a period behind an option that does not take it: `--date 지난주`.
    private var periodHint: Message? {
        let names = ["date", "month", "year"]
        for option in given where names.contains(option.option.name) {
            guard let value = option.value, let line = Phrases.line(for: value, today: today) else {
                continue
            }
            var others = all
            let isJoined = others[option.index].contains("=")
            others.removeSubrange(option.index...option.index + (isJoined ? 0 : 1))
            return hint(toTry: with(line, Array(others.dropFirst(start))))
        }
        return nil
    }

    /// The arguments with `corrections` made.
    func all(making corrections: [Fault.Correction]) -> [String] {
        var words = all
        for correction in corrections {
            guard let index = words.lastIndex(where: { $0.holds(correction.mistyped) }) else {
                continue
            }
            words[index].replace(correction.mistyped, with: correction.meant)
        }
        return words
    }

    // MARK: - Options

    /// An option that the command does not have.
    private func unknown(_ name: String, _ rest: String, at index: Int) -> Finding {
        let lower = name.lowercased()
        if Self.mayHoldKey(all[index]) {
            return Finding(
                fault: .keyAsOption(name.hasPrefix("--") ? name : String(name.prefix(2))))
        }
        let none = Fault.noOption(name, of: command.name)
        if lower == "--days", let words = range(ofDaysAt: index, rest) {
            return Finding(fault: none, words: words)
        }
        if isChart, let line = Phrases.line(for: lower, today: today) {
            var others = own
            others.replaceSubrange(index - start...index - start, with: rest.isEmpty ? [] : [rest])
            return Finding(fault: none, words: with(line, others))
        }
        if let words = synonym(of: lower) {
            return Finding(fault: none, words: all(replacing: index, with: words, rest))
        }
        let others = grammar.topCommands.filter { $0.option(name) != nil }.map(\.name)
        if let other = others.first {
            return Finding(
                fault: .optionOfOthers(name, others: others, not: command.name),
                words: [other] + own)
        }
        let names = command.options.map(\.long)
        let long = lower.hasPrefix("--") ? lower : "-" + lower
        guard let nearest = names.nearest(to: long) else { return Finding(fault: none) }
        return Finding(
            fault: .noOption(name, of: command.name, nearest: nearest),
            words: all(replacing: index, with: [nearest], rest))
    }

    /// What to type instead of `word`, word by word: an option that is meant by it, or one that has it
    /// as a value.
    private func synonym(of word: String) -> [String]? {
        if let phrase = Phrases.options[word] {
            let words = phrase.split(separator: " ").map { String($0) }
            if let first = words.first, command.option(first) != nil { return words }
        }
        let name = word.drop { $0 == "-" }
        if word.hasPrefix("--") {
            let meant = command.options.first { option in
                option.meant.split(separator: " ").contains(name)
            }
            if let meant { return [meant.long] }
        } else if word.hasPrefix("-") {
            return nil
        }
        let takers = command.options.filter { option in
            guard option.isSetting, case .words(let words, isList: false) = option.completion else {
                return option.values.contains(String(name))
            }
            return option.name != "pivot" && words(command.name, false).contains(String(name))
        }
        guard takers.count == 1, let taker = takers.first else { return nil }
        return [taker.long, String(name)]
    }

    /// All arguments with the end of a range in place of its number of days, at `index` or in `value`
    /// behind `=`; nil if there is no range.
    private func range(ofDaysAt index: Int, _ value: String) -> [String]? {
        let end = value.isEmpty ? index + 1 : index
        guard isChart, has(\.from), end < all.count,
            let days = Int(value.isEmpty ? all[end] : value),
            days > 0
        else { return nil }
        var all = all
        all.replaceSubrange(index...end, with: ["--to", "+\(days - 1)d"])
        return all
    }

    /// All arguments with `words` in place of the option at `index`, which had `value` behind `=`.
    private func all(replacing index: Int, with words: [String], _ value: String) -> [String] {
        var all = all
        let end = words.count == 1 && !value.isEmpty ? words + [value] : words
        all.replaceSubrange(index...index, with: end)
        return all
    }

    // MARK: - Words

    /// A word that the command does not take.
    ///
    /// - Parameter option: the last option before it.
    private func unexpected(_ word: String, at index: Int, behind option: Option?) -> Finding {
        var others = own
        others.remove(at: index - start)
        let fault = Fault.noSuchArgument(word, of: command.name)
        if Self.mayHoldKey(word) {
            return Finding(fault: .keyAsOption(String(word.prefix { $0 != "=" && $0 != "?" })))
        }
        if word.allSatisfy({ $0 == " " || $0 == "-" }) { return Finding(fault: fault) }
        if commandNames.contains(word) {
            return Finding(fault: .commandFirst(word), words: [word] + others)
        }
        if let list = joined(index, option) { return Finding(fault: fault, words: list) }
        if let words = line(for: word, at: index) {
            return Finding(fault: isChart ? .noCommand(word) : fault, words: words)
        }
        if let options = asOption(word) {
            var all = all
            all.replaceSubrange(index...index, with: options)
            return Finding(fault: fault, words: all)
        }
        if isChart, let options = TypedPeriod.options(for: word) {
            return Finding(fault: fault, words: withPeriod(options, others))
        }
        guard isChart else { return Finding(fault: fault, words: search) }
        if !Phrases.withoutCommand.contains(word),
            let name = commandNames.nearest(to: word.withoutChart, otherWords: commandWords)
        {
            return Finding(fault: .noCommand(word, nearest: name), words: [name] + others)
        }
        let search = searching("movies", "--title")
        return Finding(
            fault: .noCommand(word), words: Phrases.mayBeTitle(search[2]) ? search : nil)
    }

    /// The command line with what does the same as the words at `index`; nil if that is not known.
    private func line(for word: String, at index: Int) -> [String]? {
        guard isChart else { return nil }
        let words = all[index...].prefix { !$0.hasPrefix("-") }
        for count in Set([words.count, 1]).sorted(by: >) {
            let text = words.prefix(count).joined()
            guard let line = Phrases.line(for: text, today: today) else { continue }
            let place = index - start
            return with(line, Array(own[..<place] + own[(place + count)...]))
        }
        return nil
    }

    /// The command line with `line`, which may name another command, beside the `others`.
    private func with(_ line: [String], _ others: [String]) -> [String] {
        guard line[0].hasPrefix("--") else { return line + others }
        let isSaid = others.contains { word in
            word == line[0] || TypedPeriod.options(for: word)?.first == line[0]
        }
        return named + (isSaid ? [] : line) + others
    }

    /// The command to search for what was typed, if the command is about what can be searched for.
    private var search: [String]? {
        switch command.name {
        case "movies", "movie": searching("movies", "--title")
        case "people", "person": searching("people", "--name")
        case "companies", "company": searching("companies", "--name")
        default: nil
        }
    }

    /// The command line with `options`, which name a period, beside the `others`.
    private func withPeriod(_ options: [String], _ others: [String]) -> [String] {
        var others = others
        if let day = options.last, options.first == "--date" {
            if let first = others.firstIndex(of: "--date"), first + 1 < others.count {
                // Two days are a range.
                others[first] = "--from"
                return named + others + ["--to", day]
            }
            if has(\.from), !has(\.to) { return named + others + ["--to", day] }
            if Week(day) != nil, named.isEmpty || named == ["daily"] {
                return ["weekly"] + options + others
            }
        }
        return named + options + others
    }

    /// All arguments with the word at `index` added to the list that is the value of `option`.
    private func joined(_ index: Int, _ option: Option?) -> [String]? {
        guard let option, case .words(_, isList: true) = option.completion, index > 0,
            !option.names.contains(all[index - 1])
        else { return nil }
        var all = all
        all[index - 1] += (all[index - 1].hasSuffix(",") ? "" : ",") + all[index]
        all.remove(at: index)
        return all
    }

    /// The options that say the same as `word`: `region=서울`, `—date` with the dash of a word
    /// processor, or a word for what is added.
    private func asOption(_ word: String) -> [String]? {
        let dashes: Set<Character> = ["—", "–", "−"]
        if let first = word.first, dashes.contains(first) {
            return ["--" + word.drop { dashes.contains($0) || $0 == "-" }]
        }
        if let options = synonym(of: word.lowercased()) { return options }
        if isChart {
            if ChartFilter.Nation.koreanNames[word] != nil { return ["--nation", word] }
            if ChartFilter.Kind.koreanNames[word] != nil { return ["--kind", word] }
            if let region = try? Region(named: word), region.code != word {
                return ["--region", word]
            }
        }
        guard let equals = word.firstIndex(of: "="), equals > word.startIndex else { return nil }
        return ["--" + word[..<equals].lowercased() + word[equals...]]
    }

    /// The command `name` with all words that belong to no option as the value of `option`.
    private func searching(_ name: String, _ option: String) -> [String] {
        let words = own.prefix { !$0.hasPrefix("-") }
        let text = words.isEmpty ? own.last ?? "" : words.joined(separator: " ")
        let rest = words.isEmpty ? own.dropLast() : own.dropFirst(words.count)
        return [name, option, text] + rest
    }

    /// Whether `word` may have a key in it, so that no message repeats it.
    static func mayHoldKey(_ word: String) -> Bool {
        let word = word.lowercased()
        let name = String(word.prefix { $0 != "=" }.map { $0 == "_" ? "-" : $0 })
        let keys = ["key", "token", "키", "인증키"]
        let isNamed = name.hasPrefix("--") && keys.contains { name.hasSuffix($0) }
        return isNamed || (name.hasSuffix("-api-key") && !name.hasPrefix("-"))
            || (word.hasPrefix("-k") && !word.hasPrefix("--")) || word.contains("key=")
            || word.contains("token=")
    }
}

extension String {
    /// The text without a word for charts at its end: `주말` of `주말박스오피스`.
    var withoutChart: String {
        for end in ["박스오피스", "boxoffice", "순위", "차트"] where hasSuffix(end) && self != end {
            return String(dropLast(end.count)).withoutChart
        }
        return self
    }

    /// Whether the argument is `value`, or has it behind `=` or among items between commas.
    fileprivate func holds(_ value: String) -> Bool {
        let words = split(whereSeparator: { $0 == "=" || $0 == "," }).map { item in
            item.trimming { $0 == " " }
        }
        return self == value || words.contains(value)
    }

    /// Puts `word` in place of the first whole `value`.
    fileprivate mutating func replace(_ value: String, with word: String) {
        guard self != value else {
            self = word
            return
        }
        var pieces = [""]
        for character in self {
            if character == "=" || character == "," {
                pieces += [String(character), ""]
            } else {
                pieces[pieces.count - 1].append(character)
            }
        }
        if let index = pieces.firstIndex(where: { text in text.trimming { $0 == " " } == value }) {
            pieces[index] = word
        }
        self = pieces.joined()
    }
}

extension Fault {
    fileprivate static func keyAsOption(_ name: String) -> Fault {
        let variable = Registry.defaultSource.service?.key?.variable ?? ""
        return Fault(
            .usage, "key-as-option",
            "\(name) is no option: other users of the machine could read a key there",
            ko: "{1} 옵션은 없습니다. 명령줄에 쓴 키는 이 컴퓨터의 다른 사용자가 볼 수 있습니다",
            hint: "set \(variable) or \(variable)_FILE; 'bo-export doctor' shows what is found",
            hintKo: "{1}나 {2}_FILE을 설정하세요. 설정된 키는 'bo-export doctor'로 확인하세요")
    }

    fileprivate static func noOption(
        _ name: String, of command: String, nearest: String? = nil
    ) -> Fault {
        let hint = Message(
            "lists-options", "'bo-export help \(command)' lists its options",
            ko: "옵션 목록은 'bo-export help {1}'{으로/로} 확인하세요")
        guard let nearest else {
            return Fault(
                .usage, "no-such-option",
                "\(command) has no option '\(name)'", ko: "{1}에는 '{2}' 옵션이 없습니다",
                hint: hint)
        }
        return Fault(
            .usage, "no-such-option-but",
            "\(command) has no option '\(name)'; the nearest is \(nearest)",
            ko: "{1}에는 '{2}' 옵션이 없습니다. 가장 비슷한 옵션은 {3}입니다", hint: hint)
    }

    fileprivate static func optionOfOthers(
        _ name: String, others: [String], not command: String
    ) -> Fault {
        Fault(
            .usage, "option-of-others",
            "\(name) is an option of \(others.joined(separator: ", ")), not of \(command)",
            ko: "{1}{은/는} {3}{이/가} 아니라 {2}의 옵션입니다")
    }

    fileprivate static func commandFirst(_ word: String) -> Fault {
        Fault(
            .usage, "command-first",
            "the command '\(word)' comes before its options", ko: "명령 '{1}'{은/는} 옵션보다 앞에 써야 합니다")
    }

    fileprivate static func noCommand(_ word: String, nearest: String? = nil) -> Fault {
        let hint = Message(
            "lists-commands", "'bo-export --help' lists the commands",
            ko: "명령 목록은 'bo-export --help'로 확인하세요")
        guard let nearest else {
            return Fault(
                .usage, "no-such-command",
                "there is no command '\(word)'", ko: "'{1}' 명령이 없습니다", hint: hint)
        }
        return Fault(
            .usage, "no-such-command-but",
            "there is no command '\(word)'; the nearest is \(nearest)",
            ko: "'{1}' 명령이 없습니다. 가장 비슷한 명령은 {2}입니다", hint: hint)
    }

    static func noSuchArgument(_ word: String, of command: String) -> Fault {
        Fault(
            .usage, "no-such-argument",
            "\(command) takes no argument '\(word)'", ko: "{1} 명령은 인수 '{2}'{을/를} 받지 않습니다",
            hint: .showsUsage(of: command))
    }
}
