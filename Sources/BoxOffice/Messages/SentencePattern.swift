/// A sentence that others word in English alone, such as the system or the parser, with `{1}`,
/// `{2}`, … for the parts that change.
struct SentencePattern {
    /// The wording in another language, with the same numbers.
    package let wording: String
    /// The pieces of text around the parts that change.
    private let pieces: [Substring]

    /// Makes a pattern of `sentence`.
    init(_ sentence: String, wording: String) {
        self.wording = wording
        pieces = sentence.split(separator: "{", omittingEmptySubsequences: false).enumerated().map {
            index, part in
            index == 0 ? part : part.drop { $0 != "}" }.dropFirst()
        }
    }

    /// Whether the part of that number, from 0, stands in quotes: it is what somebody wrote, and the same
    /// in every language.
    func isQuoted(_ part: Int) -> Bool {
        pieces.indices.contains(part) && pieces[part].hasSuffix("'")
    }

    /// How much of the sentence does not change: the pattern with most of it fits best.
    var size: Int { pieces.reduce(0) { $0 + $1.count } }

    /// The parts of `sentence` that change; nil if it does not follow the pattern.
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
