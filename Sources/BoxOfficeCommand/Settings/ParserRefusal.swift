internal import ArgumentParser
internal import BoxOffice

/// What the parser has against the arguments of a command.
struct ParserRefusal: Error {
    /// What is wrong: the message of a check of ours, or the parser's sentence.
    let message: Message

    /// Words `error`, which `parser` threw; nil if it is a request for help.
    ///
    /// Each question to the parser words the whole usage anew, so it is asked no more than needed,
    /// and the smallest part of the command line is asked that knows the answer.
    init?(_ error: any Error, of parser: any ParsableArguments.Type) {
        if let refusal = error as? ParserRefusal {
            self = refusal
        } else {
            guard parser.exitCode(for: error) != .success else { return nil }
            if let own = InvalidOption.inside(error, depth: 3) {
                message = own.wording
            } else {
                let sentence = parser.message(for: error)
                message = Message(
                    ofParser: sentence.prefix(1).lowercased() + sentence.dropFirst())
            }
        }
    }
}

extension InvalidOption {
    /// The error that the parser has wrapped in its own, which have no public members.
    fileprivate static func inside(_ value: Any, depth: Int) -> InvalidOption? {
        if let own = value as? InvalidOption { return own }
        guard depth > 0 else { return nil }
        for child in Mirror(reflecting: value).children {
            if let own = inside(child.value, depth: depth - 1) { return own }
        }
        return nil
    }
}

extension Message {
    /// A sentence of the parser: with the parts of it that change as arguments, if it is one that
    /// there is Korean for.
    init(ofParser sentence: String) {
        let patterns = Catalogue.koreanParserSentences.keys.map(SentencePattern.init)
        for pattern in patterns.sorted(by: { $0.size > $1.size }) {
            if let message = pattern.message(of: sentence) {
                self = message
                return
            }
        }
        self.init(sentence: sentence)
    }
}

/// A sentence that the parser words in English alone, with `{1}`, `{2}`, … for the parts that change.
private struct SentencePattern {
    /// The pieces of text around the parts that change.
    private let pieces: [Substring]

    /// Makes a pattern of `sentence`.
    init(_ sentence: String) {
        pieces = sentence.split(separator: "{", omittingEmptySubsequences: false).enumerated().map {
            index, part in
            index == 0 ? part : part.drop { $0 != "}" }.dropFirst()
        }
    }

    /// How much of the sentence does not change: the pattern with most of it fits best.
    var size: Int { pieces.reduce(0) { $0 + $1.count } }

    /// `sentence` with the parts of it that change as arguments; nil if it does not follow the pattern.
    ///
    /// A part in quotes is what somebody wrote, and the same in every language.
    func message(of sentence: String) -> Message? {
        guard let parts = arguments(in: sentence) else { return nil }
        var text = Message.StringInterpolation(literalCapacity: 0, interpolationCount: parts.count)
        for (piece, part) in zip(pieces, parts) {
            text.appendLiteral(String(piece))
            text.appendInterpolation(piece.hasSuffix("'") ? Message(part) : Message(ofParser: part))
        }
        text.appendLiteral(String(pieces.last ?? ""))
        return Message(stringInterpolation: text)
    }

    /// The parts of `sentence` that change; nil if it does not follow the pattern.
    private func arguments(in sentence: String) -> [String]? {
        guard let first = pieces.first, sentence.hasPrefix(first) else { return nil }
        var arguments: [String] = []
        var rest = sentence.dropFirst(first.count)
        for (index, piece) in pieces.enumerated().dropFirst() {
            if index == pieces.count - 1 {
                guard rest.hasSuffix(piece) else { return nil }
                arguments.append(String(rest.dropLast(piece.count)))
                rest = ""
            } else {
                guard let start = rest.start(of: piece) else { return nil }
                arguments.append(String(rest[..<start]))
                rest = rest[start...].dropFirst(piece.count)
            }
        }
        return rest.isEmpty ? arguments : nil
    }
}

extension Substring {
    /// Where `text` first stands.
    fileprivate func start(of text: Substring) -> Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}
