internal import ArgumentParser
internal import BoxOffice

extension GivenArguments {
    /// The hint that shows the whole command line with `words` in place of the arguments, to be
    /// pasted; nil if the parser would refuse it too.
    ///
    /// What may be a key is not repeated.
    static func hint(toTry words: [String]) -> Message? {
        let holdsKey = words.contains { word in
            OtherWords.keys.contains(String(word.prefix { $0 != "=" }).lowercased())
        }
        let given = GivenArguments(words)
        guard !holdsKey, (try? BOExport.command(of: given)) is any RunnableCommand else {
            return nil
        }
        let line = (["bo-export"] + words.map(\.quotedForShell)).joined(separator: " ")
        return Message("try", "try: \(line)")
    }

    /// The hint that shows the command line with `correction` made; nil if the mistyped word is not
    /// among the arguments, because it is set elsewhere.
    func hint(making correction: Fault.Correction) -> Message? {
        var words = all
        guard let index = words.lastIndex(where: { $0.holds(correction.mistyped) }) else {
            return Message("nearest", "the nearest is '\(correction.meant)'")
        }
        words[index].replace(correction.mistyped, with: correction.meant)
        return Self.hint(toTry: words)
    }
}

extension Fault {
    /// The fault with a hint that can be pasted, if it has none and a word was mistyped.
    func hinting(for given: GivenArguments) -> Fault {
        guard let correction, advice == nil else { return self }
        var fault = self
        fault.advice = given.hint(making: correction)
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
