/// A string literal in a Swift source.
struct SourceLiteral {
    /// The source between the previous literal and this one.
    let before: String
    /// The text, with `{1}` for the first interpolation.
    let wording: String

    /// The code that the literal gives to the next one, if it is the code of a message.
    var codeOfNext: String? {
        guard isInCall, wording.wholeMatch(of: /[a-z][a-z0-9.-]*/) != nil,
            before.firstMatch(
                of:
                    /(^|[^A-Za-z])(Fault|fault|Message|InvalidOption|note|warn)\(\s*(\.?[\w.]+,\s*)?$/
            ) != nil
        else { return nil }
        return wording
    }

    /// True if it can be an argument; the regular expressions below are far slower at saying no.
    private var isInCall: Bool {
        let last = before.utf8.last { !($0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n")) }
        return last == UInt8(ascii: "(") || last == UInt8(ascii: ",")
    }

    /// True if the code is that of a fault, which its hint uses too.
    var isOfFault: Bool {
        isInCall
            && before.firstMatch(of: /(^|[^A-Za-z])[Ff]ault\(\s*(\.?[\w.]+,\s*)?$/) != nil
    }

    /// True if it is the Korean wording of the previous literal.
    var isKorean: Bool {
        before.hasPrefix(",") && before.wholeMatch(of: /,\s*(?:ko|hintKo):\s*/) != nil
    }

    /// Returns the literals of `source`, without those in comments and inside interpolations.
    static func all(in source: String) -> [SourceLiteral] {
        var literals: [SourceLiteral] = []
        let text = Array(source.unicodeScalars)
        var start = 0
        var index = 0
        while index < text.count {
            if text[index] == "/", text[index...].starts(with: comment) {
                index += text[index...].prefix { $0 != "\n" }.count
            } else if text[index] == "\"", text[index...].starts(with: quotes) {
                index += 3
                while index < text.count, !text[index...].starts(with: quotes) { index += 1 }
                index += 3
                start = index
            } else if text[index] == "\"" {
                var before = ""
                before.unicodeScalars.append(contentsOf: text[start..<index])
                let (wording, end) = read(text, from: index)
                literals.append(SourceLiteral(before: before, wording: wording))
                index = end
                start = end
            } else {
                index += 1
            }
        }
        return literals
    }

    private static let comment = Array("//".unicodeScalars)
    private static let quotes = Array("\"\"\"".unicodeScalars)

    /// Reads the literal that begins at `start`: its wording and its end.
    private static func read(
        _ text: [Unicode.Scalar], from start: Int
    ) -> (wording: String, end: Int) {
        var wording = ""
        var arguments = 0
        var index = start + 1
        while index < text.count, text[index] != "\"" {
            guard text[index] == "\\", index + 1 < text.count else {
                wording.unicodeScalars.append(text[index])
                index += 1
                continue
            }
            guard text[index + 1] == "(" else {
                wording.unicodeScalars.append(text[index + 1])
                index += 2
                continue
            }
            arguments += 1
            wording += "{\(arguments)}"
            index += 2
            var depth = 1
            while index < text.count, depth > 0 {
                switch text[index] {
                case "\"": index = read(text, from: index).end - 1
                case "(": depth += 1
                case ")": depth -= 1
                default: break
                }
                index += 1
            }
        }
        return (wording, index + 1)
    }
}
