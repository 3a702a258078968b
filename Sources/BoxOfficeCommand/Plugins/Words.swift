internal import BoxOffice

extension Message {
    /// Returns all of `words`: `a, b and c`.
    static func all(_ words: [String]) -> Message {
        let first = words.dropLast().joined(separator: ", ")
        return Message(
            "\(first) and \(words.last ?? "")", ko: words.count == 2 ? "{1}{과/와} {2}" : "{1}, {2}")
    }
}

/// Returns the meanings of words that people type, from a text such as `"weekly: week 주간; trend: 추이"`.
///
/// They are used only after a word was refused: they are not accepted as names.
///
/// - Parameter text: entries separated by semicolons or line ends, each with the meaning, a colon
///   and the words.
func synonyms(_ text: String) -> [String: String] {
    var known: [String: String] = [:]
    for entry in text.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
        let parts = entry.split(separator: ": ", maxSplits: 1)
        guard parts.count == 2 else { continue }
        for word in parts[1].split(separator: " ") {
            known[String(word)] = parts[0].trimming { $0 == " " }
        }
    }
    return known
}
