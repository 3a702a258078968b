internal import ArgumentParser
internal import BoxOffice
internal import Engine

extension GivenArguments {
    /// The hint that shows a whole command line, to be pasted: `words`, with what else is wrong with
    /// them mended; nil if that is not known.
    ///
    /// What may be a key is not repeated.
    static func hint(toTry words: [String]) -> Message? {
        let isShown = words.allSatisfy { word in
            // A message shows control characters as something else.
            !OtherWords.mayHoldKey(word) && !word.unicodeScalars.contains { $0.isSteering }
        }
        guard isShown, let words = understood(words, attempts: 6) else { return nil }
        let line = (["bo-export"] + words.map(\.quotedForShell)).joined(separator: " ")
        return Message("try", "try: \(line)")
    }

    /// `words` with what the parser has against them mended, one thing after the other.
    private static func understood(_ words: [String], attempts: Int) -> [String]? {
        let given = GivenArguments(words)
        if given.areUnderstood { return words }
        guard attempts > 0, let better = Misuse(given)?.finding?.words, better != words else {
            return nil
        }
        return understood(better, attempts: attempts - 1)
    }

    /// Whether the parser takes the arguments, or shows help for a command that there is.
    private var areUnderstood: Bool {
        guard unknownCommand == nil else { return false }
        do {
            let command = try BOExport.command(of: self)
            try refuseRepeated()
            if let command = command as? any ChartCommand {
                try command.options.periods.selection.refuseContradictions()
            }
            return true
        } catch {
            return Fault.notUnderstood(error, command._commandName) == nil
        }
    }

    /// The hint that shows the command line with `corrections` made; of those whose word is not
    /// among the arguments, because it is set elsewhere, the first is named.
    func hint(making corrections: [Fault.Correction]) -> Message? {
        guard let first = corrections.first else { return nil }
        let words = all(making: corrections)
        guard words != all else { return Message("nearest", "the nearest is '\(first.meant)'") }
        return Self.hint(toTry: words)
    }

    /// The hint for a word about a period behind an option that does not take it: `--date 지난주`.
    fileprivate var hintForPeriod: Message? {
        let today = CurrentProcess.now().dayInSeoul
        for declaration in [PeriodOptions.date, PeriodOptions.month, PeriodOptions.year] {
            let name = "--\(declaration.setting.name)"
            guard let value = value(of: declaration.setting),
                let line = OtherWords.line(for: value, today: today), let misuse = Misuse(self)
            else { continue }
            var others = own.filter { $0 != "\(name)=\(value)" }
            if let index = others.firstIndex(of: name), others.indices.contains(index + 1) {
                others.removeSubrange(index...index + 1)
            }
            return Self.hint(toTry: misuse.with(line, others))
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
}

extension Fault {
    /// The fault with a hint that can be pasted, if it has none and words were mistyped.
    func hinting(for given: GivenArguments) -> Fault {
        var fault = self
        if ["not-a-date", "not-a-month", "not-a-year"].contains(code),
            let hint = given.hintForPeriod
        {
            fault.advice = hint
        }
        guard fault.advice == nil else { return fault }
        fault.advice = given.hint(making: corrections)
        return fault
    }
}

extension String {
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
        var pieces: [String] = []
        var piece = ""
        for character in self {
            if character == "=" || character == "," {
                pieces += [piece, String(character)]
                piece = ""
            } else {
                piece.append(character)
            }
        }
        pieces.append(piece)
        if let index = pieces.firstIndex(where: { text in text.trimming { $0 == " " } == value }) {
            pieces[index] = word
        }
        self = pieces.joined()
    }
}
