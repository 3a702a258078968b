internal import ArgumentParser
internal import BoxOffice

extension Misuse {
    /// A word that the command does not take.
    ///
    /// - Parameter option: the last option before it.
    func unexpected(
        _ word: String, at index: Int, behind option: DescribedArgument?
    ) -> Finding {
        var others = given.own
        others.remove(at: index - (given.all.count - given.own.count))
        let names = commands.map(\.name)
        let fault = Fault.noSuchArgument(word, of: command.name)
        if OtherWords.mayHoldKey(word) {
            return Finding(fault: .keyAsOption(String(word.prefix { $0 != "=" && $0 != "?" })))
        }
        if word.allSatisfy({ $0 == " " || $0 == "-" }) { return Finding(fault: fault) }
        if names.contains(word) {
            return Finding(fault: .commandFirst(word), words: [word] + others)
        }
        if let list = joined(index, option) { return Finding(fault: fault, words: list) }
        if let words = line(for: word, at: index) {
            return Finding(fault: isChart ? .noCommand(word) : fault, words: words)
        }
        if let options = asOption(word) {
            var all = given.all
            all.replaceSubrange(index...index, with: options)
            return Finding(fault: fault, words: all)
        }
        if isChart, let options = TypedPeriod.options(for: word) {
            return Finding(fault: fault, words: withPeriod(options, others))
        }
        guard isChart else { return Finding(fault: fault, words: search) }
        let commandWord = word.withoutChart
        if !OtherWords.withoutCommand.contains(word),
            let name = names.nearest(to: commandWord, otherWords: OtherWords.commands)
        {
            return Finding(fault: .noCommand(word, nearest: name), words: [name] + others)
        }
        let search = searching("movies", "--title")
        return Finding(
            fault: .noCommand(word), words: OtherWords.mayBeTitle(search[2]) ? search : nil)
    }

    private var isChart: Bool { given.command is any ChartCommand.Type }

    /// The command line with what does the same as the words at `index`; nil if that is not known.
    private func line(for word: String, at index: Int) -> [String]? {
        let words = given.all[index...].prefix { !$0.hasPrefix("-") }
        let today = CurrentProcess.now().dayInSeoul
        guard isChart else { return nil }
        for count in Set([words.count, 1]).sorted(by: >) {
            let text = words.prefix(count).joined()
            guard let line = OtherWords.line(for: text, today: today) else { continue }
            let start = index - (given.all.count - given.own.count)
            let others = Array(given.own[..<start] + given.own[(start + count)...])
            return with(line, others)
        }
        return nil
    }

    /// The command line with `line`, which may name another command, beside the `others`.
    func with(_ line: [String], _ others: [String]) -> [String] {
        guard line[0].hasPrefix("--") else { return line + others }
        let isSaid = others.contains { word in
            word == line[0] || TypedPeriod.options(for: word)?.first == line[0]
        }
        return named + (isSaid ? [] : line) + others
    }

    /// A command that there is none to show the help of.
    var unknownInHelp: Finding? {
        guard let word = given.unknownCommand else { return nil }
        let names = commands.map(\.name)
        guard let name = names.nearest(to: word, otherWords: OtherWords.commands) else {
            return Finding(fault: .noCommand(word))
        }
        return Finding(fault: .noCommand(word, nearest: name), words: ["help", name])
    }

    /// The command to search for what was typed, if the command is about what can be searched for.
    var search: [String]? {
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
            let date = PeriodOptions.date.setting.name
            if let first = others.firstIndex(of: "--\(date)"), first + 1 < others.count {
                // Two days are a range.
                others[first] = "--from"
                return named + others + ["--to", day]
            }
            if given.has(PeriodOptions.from.setting), !given.has(PeriodOptions.to.setting) {
                return named + others + ["--to", day]
            }
            if Week(day) != nil, named.isEmpty || named == ["daily"] {
                return ["weekly"] + options + others
            }
        }
        return named + options + others
    }

    /// The command as it was given, if it was.
    private var named: [String] { Array(given.all.prefix(given.all.count - given.own.count)) }

    /// All arguments with the word at `index` added to the list that is the value of `option`.
    private func joined(_ index: Int, _ option: DescribedArgument?) -> [String]? {
        let lists = ["--region", "--columns", "--with", "--posters-from"]
        guard let option, index > 0, !lists.filter(option.names.contains).isEmpty else {
            return nil
        }
        var all = given.all
        let value = all[index - 1]
        guard !option.names.contains(value) else { return nil }
        all[index - 1] = value + (value.hasSuffix(",") ? "" : ",") + all[index]
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
        if let options = OtherWords.wordsForOptions[word.lowercased()] { return options }
        if isChart {
            if ChartFilter.Nation.otherWords[word] != nil { return ["--nation", word] }
            if ChartFilter.Kind.otherWords[word] != nil { return ["--kind", word] }
            if let region = try? Region(named: word), region.code != word {
                return ["--region", word]
            }
        }
        guard let equals = word.firstIndex(of: "="), equals > word.startIndex else { return nil }
        return ["--" + word[..<equals].lowercased() + word[equals...]]
    }

    /// The command `name` with all words that belong to no option as the value of `option`.
    private func searching(_ name: String, _ option: String) -> [String] {
        let words = given.own.prefix { !$0.hasPrefix("-") }
        let text = words.isEmpty ? given.own.last ?? "" : words.joined(separator: " ")
        let rest = words.isEmpty ? given.own.dropLast() : given.own.dropFirst(words.count)
        return [name, option, text] + rest
    }
}

/// A period that was typed as a word of its own.
private enum TypedPeriod {
    /// The options that say the same as `word`; nil if it is no period.
    static func options(for word: String) -> [String]? {
        let ends = word.split(separator: word.contains("~") ? "~" : "..").map { String($0) }
        if ends.count == 2, let first = single(ends[0]), let last = single(ends[1]) {
            guard first[0] == last[0] else { return nil }
            return first[0] == "--date"
                ? ["--from", ends[0], "--to", ends[1]] : [first[0], "\(ends[0])..\(ends[1])"]
        }
        return single(word)
    }

    private static func single(_ word: String) -> [String]? {
        if ["yesterday", "어제", "그제", "그저께"].contains(word) { return ["--date", word] }
        if word.lowercased() == "today" { return ["--date", "yesterday"] }
        if word == "오늘" { return ["--date", "어제"] }
        if Day(word) != nil || Week(word) != nil { return ["--date", word] }
        let parts = word.split(whereSeparator: { "-./년월일 ".contains($0) })
        guard parts.allSatisfy({ part in part.allSatisfy { $0.isASCII && $0.isNumber } }),
            let year = parts.first, year.count == 4, year.hasPrefix("19") || year.hasPrefix("20")
        else { return nil }
        switch parts.count {
        case 1: return ["--year", word]
        case 2: return ["--month", word]
        case 3: return ["--date", word]
        default: return nil
        }
    }
}
