internal import BoxOffice

extension Message {
    /// All of `words`: `a, b and c`.
    static func all(_ words: [String]) -> Message {
        let first = words.dropLast().joined(separator: ", ")
        return Message(
            "\(first) and \(words.last ?? "")", ko: words.count == 2 ? "{1}{과/와} {2}" : "{1}, {2}")
    }
}

/// What is meant by words that people type: `"weekly: week 주간; trend: 추이"`.
///
/// They are read only after a word was refused: none of them is a second name.
///
/// - Parameter text: entries with semicolons between, each with what is meant, a colon and the words.
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
