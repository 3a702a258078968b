internal import ArgumentParser
internal import BoxOffice

/// What is wrong with a command line that the parser refuses, and what was probably meant.
struct Misuse {
    private let given: GivenArguments
    private let commands: [DescribedCommand]
    private let command: DescribedCommand

    /// Looks for what is wrong with `given`; nil if the parser does not describe the command.
    init?(_ given: GivenArguments) {
        self.given = given
        commands = DescribedCommand.known
        let name = given.command._commandName
        guard let command = commands.first(where: { $0.name == name }) else { return nil }
        self.command = command
    }

    /// The first mistake, or nil if the parser's own sentence has to do.
    var fault: Fault? {
        var index = given.all.count - given.own.count
        var hasWords = false
        while index < given.all.count {
            let word = given.all[index]
            if word == "--" { return nil }
            guard word.hasPrefix("-"), word != "-" else {
                guard let argument = command.word else { return unexpected(word, at: index) }
                hasWords = true
                if given.command is any CodeCommand.Type, !word.utf8.allSatisfy({ $0 < 0x80 }) {
                    return .noCode(word, search)
                }
                if !argument.values.isEmpty, !argument.values.contains(word) {
                    return wrong(word, of: argument.values, name: command.name)
                }
                index += 1
                continue
            }
            let name = String(word.prefix { $0 != "=" })
            let isShort = !word.hasPrefix("--")
            let short = String(word.prefix(2))
            guard let option = command.option(name) ?? (isShort ? command.option(short) : nil)
            else { return unknown(name, at: index) }
            let value: String?
            if option.value == nil || (isShort && word.count > 2) {
                value = nil
            } else if name.count < word.count {
                value = String(word.dropFirst(name.count + 1))
            } else {
                index += 1
                value = index < given.all.count ? given.all[index] : nil
            }
            if let value, !option.values.isEmpty, !option.values.contains(value) {
                return wrong(value, of: option.values, name: name)
            }
            index += 1
        }
        return hasWords ? nil : missingCode
    }

    /// The fault of a command without the code that it takes, if it takes one.
    private var missingCode: Fault? {
        switch command.name {
        case "movie": .codeMissing("movie", search: "movies --title")
        case "person": .codeMissing("person", search: "people --name")
        case "company": .codeMissing("company", search: "companies --name")
        default: nil
        }
    }

    // MARK: - Options

    private func unknown(_ name: String, at index: Int) -> Fault {
        let lower = name.lowercased()
        if OtherWords.keys.contains(lower) { return .keyAsOption(name) }
        var fault = Fault.noOption(name, of: command.name)
        let rest = String(given.all[index].dropFirst(name.count + 1))
        let others = commands.filter { $0.option(name) != nil }.map(\.name)
        if let words = OtherWords.options[lower], let first = words.first,
            command.option(first) != nil
        {
            fault.advice = hint(replacing: index, with: words, rest)
        } else if !others.isEmpty {
            fault = .optionOfOthers(name, others: others, not: command.name)
            if let other = others.first {
                fault.advice = GivenArguments.hint(toTry: [other] + given.own)
            }
        } else {
            let names = command.optionNames.filter { $0.hasPrefix("--") }
            let long = lower.hasPrefix("--") ? lower : "-" + lower
            guard let nearest = names.nearest(to: long) else { return fault }
            fault = .noOption(name, of: command.name, nearest: nearest)
            fault.advice = hint(replacing: index, with: [nearest], rest)
        }
        return fault
    }

    /// The hint with `words` in place of the option at `index`, which had `value` behind `=`.
    private func hint(replacing index: Int, with words: [String], _ value: String) -> Message? {
        var all = given.all
        let end = words.count == 1 && !value.isEmpty ? words + [value] : words
        all.replaceSubrange(index...index, with: end)
        if let hint = GivenArguments.hint(toTry: all) { return hint }
        return Message("nearest-option", "the nearest is \(words.joined(separator: " "))")
    }

    private func wrong(_ value: String, of words: [String], name: String) -> Fault {
        let list = words.dropLast().joined(separator: ", ")
        let last = words.last ?? ""
        var fault = Fault(
            .usage, "option-takes-words", "\(name) takes \(list) or \(last), not '\(value)'")
        fault.correction = words.nearest(to: value, otherWords: OtherWords.values).map {
            Fault.Correction(mistyped: value, meant: $0)
        }
        return fault
    }

    // MARK: - Words

    private func unexpected(_ word: String, at index: Int) -> Fault {
        var others = given.own
        others.remove(at: index - (given.all.count - given.own.count))
        let names = commands.map(\.name)
        if names.contains(word) {
            return .commandFirst(word, GivenArguments.hint(toTry: [word] + others))
        }
        if let options = TypedPeriod.options(for: word) {
            let isWeek = options.last?.contains("W") == true
            let command = given.command is any ChartCommand.Type && !isWeek ? named : ["weekly"]
            return .noSuchArgument(
                word, of: self.command.name,
                GivenArguments.hint(toTry: command + options + others))
        }
        if given.command is any ChartCommand.Type {
            if let name = names.nearest(to: word, otherWords: OtherWords.commands) {
                return .noCommand(
                    word, nearest: name, GivenArguments.hint(toTry: [name] + others))
            }
            return .noCommand(word, nearest: nil, hint(searching: "movies", "--title"))
        }
        return .noSuchArgument(word, of: command.name, search)
    }

    /// The hint to search for what was typed, if the command searches.
    private var search: Message? {
        switch command.name {
        case "movies", "movie": hint(searching: "movies", "--title")
        case "people", "person": hint(searching: "people", "--name")
        case "companies", "company": hint(searching: "companies", "--name")
        default: nil
        }
    }

    /// The command as it was given, if it was.
    private var named: [String] { Array(given.all.prefix(given.all.count - given.own.count)) }

    /// The hint to search for the words that belong to no option.
    private func hint(searching name: String, _ option: String) -> Message? {
        let words = given.own.prefix { !$0.hasPrefix("-") }
        let text = words.isEmpty ? given.own.last ?? "" : words.joined(separator: " ")
        let rest = words.isEmpty ? given.own.dropLast() : given.own.dropFirst(words.count)
        return GivenArguments.hint(toTry: [name, option, text] + rest)
            ?? GivenArguments.hint(toTry: [name, option, text])
    }
}

/// A period that was typed as a word of its own.
private enum TypedPeriod {
    /// The options that say the same as `word`; nil if it is no period.
    static func options(for word: String) -> [String]? {
        if ["yesterday", "어제"].contains(word) { return ["--date", word] }
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

extension Fault {
    fileprivate static func keyAsOption(_ name: String) -> Fault {
        Fault(
            .usage, "key-as-option",
            "\(name) is no option: other users of the machine could read a key there",
            hint: "set KOBIS_API_KEY or KOBIS_API_KEY_FILE; 'bo-export doctor' shows what is found")
    }

    fileprivate static func noOption(
        _ name: String, of command: String, nearest: String? = nil
    ) -> Fault {
        guard let nearest else {
            return Fault(
                .usage, "no-such-option", "\(command) has no option '\(name)'",
                hint: "'bo-export help \(command)' lists its options")
        }
        return Fault(
            .usage, "no-such-option-but",
            "\(command) has no option '\(name)'; the nearest is \(nearest)"
        )
    }

    fileprivate static func optionOfOthers(
        _ name: String, others: [String], not command: String
    ) -> Fault {
        Fault(
            .usage, "option-of-others",
            "\(name) is an option of \(others.joined(separator: ", ")), not of \(command)")
    }

    fileprivate static func commandFirst(_ word: String, _ hint: Message?) -> Fault {
        Fault(.usage, "command-first", "the command '\(word)' comes before its options", hint: hint)
    }

    fileprivate static func noCommand(
        _ word: String, nearest: String?, _ hint: Message?
    ) -> Fault {
        guard let nearest else {
            return Fault(
                .usage, "no-such-command", "there is no command '\(word)'",
                hint: hint ?? "'bo-export --help' lists the commands")
        }
        return Fault(
            .usage, "no-such-command-but",
            "there is no command '\(word)'; the nearest is \(nearest)", hint: hint)
    }

    fileprivate static func noCode(_ word: String, _ hint: Message?) -> Fault {
        Fault(.usage, "not-a-code", "'\(word)' is not a code", hint: hint)
    }

    fileprivate static func codeMissing(_ command: String, search: String) -> Fault {
        Fault(
            .usage, "code-missing", "\(command) needs a code",
            hint: "'bo-export \(search) TEXT' lists codes")
    }

    fileprivate static func noSuchArgument(
        _ word: String, of command: String, _ hint: Message?
    ) -> Fault {
        Fault(
            .usage, "no-such-argument", "\(command) takes no argument '\(word)'",
            hint: hint ?? "'bo-export help \(command)' shows what it takes")
    }
}
