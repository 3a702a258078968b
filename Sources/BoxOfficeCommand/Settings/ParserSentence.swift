internal import BoxOffice

/// The sentences of the parser, which it words in English alone, as messages with arguments.
enum ParserSentence {
    /// A sentence: the code of its message, and the pieces of text around its arguments.
    struct Template {
        let code: String
        let pieces: [String]
    }

    /// The sentences that a user can get to see.
    ///
    /// One that begins with another stands before it.
    static let templates = [
        Template(
            code: "parser-unknown-option-but",
            pieces: ["unknown option '", "'. Did you mean '", "'?"]),
        Template(code: "parser-unknown-option", pieces: ["unknown option '", "'"]),
        Template(code: "parser-value-missing", pieces: ["missing value for '", "'"]),
        Template(
            code: "parser-no-value-taken",
            pieces: ["the option '", "' does not take any value, but '", "' was specified."]),
        Template(code: "parser-unexpected", pieces: ["unexpected argument '", "'"]),
        Template(code: "parser-several-unexpected", pieces: ["", " unexpected arguments: '", "'"]),
        Template(
            code: "parser-invalid-value-of",
            pieces: ["the value '", "' is invalid for '", "'. Please provide one of ", "."]),
        Template(
            code: "parser-invalid-value", pieces: ["the value '", "' is invalid for '", "'"]),
        Template(code: "parser-argument-missing", pieces: ["missing expected argument '", "'"]),
        Template(code: "parser-subcommand-missing", pieces: ["missing required subcommand."]),
        Template(
            code: "parser-set-already",
            pieces: ["value to be set with flag ", " had already been set with flag ", ""]),
    ]

    /// The message that `sentence` of the parser is; without a code if it is none of those above.
    static func message(of sentence: String) -> Message {
        let sentence = sentence.prefix(1).lowercased() + sentence.dropFirst()
        for template in templates {
            if let arguments = template.arguments(in: sentence) {
                return Message(template.code, pieces: template.pieces, arguments: arguments)
            }
        }
        return "\(sentence)"
    }
}

extension ParserSentence.Template {
    /// What stands between the pieces in `sentence`; nil if it does not have them.
    func arguments(in sentence: String) -> [String]? {
        guard let first = pieces.first, sentence.hasPrefix(first) else { return nil }
        var arguments: [String] = []
        var rest = sentence.dropFirst(first.count)
        for (index, piece) in pieces.enumerated().dropFirst() {
            if index == pieces.count - 1 {
                guard rest.hasSuffix(piece) else { return nil }
                arguments.append(String(rest.dropLast(piece.count)))
                rest = ""
            } else {
                guard let found = rest.firstRange(ofText: piece) else { return nil }
                arguments.append(String(rest[..<found.lowerBound]))
                rest = rest[found.upperBound...]
            }
        }
        return rest.isEmpty ? arguments : nil
    }
}

extension Substring {
    /// Where `text` first stands.
    fileprivate func firstRange(ofText text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
