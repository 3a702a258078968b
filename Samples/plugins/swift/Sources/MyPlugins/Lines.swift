import BoxOffice

/// The reader of the village services' answers: lines of fields separated by semicolons, and a last
/// line `end`, without which an answer that was cut off would look complete.
enum Lines {
    static func lines(of answer: Answer, fields count: Int) throws(Fault) -> [[String]] {
        guard let text = String(validating: answer.body, as: UTF8.self) else {
            throw Fault(.malformed, "village-not-utf8", "the answer is not UTF-8")
        }
        let lines = text.split(separator: "\n")
        guard lines.last == "end" else {
            throw Fault(.malformed, "village-no-end", "the answer has no end")
        }
        var rows: [[String]] = []
        for line in lines.dropLast() {
            let fields = line.split(separator: ";").map(String.init)
            guard fields.count == count else {
                throw Fault(.malformed, "village-line", "a line is not understood: '\(line)'")
            }
            rows.append(fields)
        }
        return rows
    }
}
