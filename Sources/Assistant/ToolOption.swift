internal import BoxOffice
internal import Wire

/// An option of a command, as a tool takes it: an argument of the same name.
package struct ToolOption: Sendable {
    /// The values that an option takes.
    package enum Takes: Sendable {
        /// True or false.
        case flag
        /// A text.
        case text
        /// Several texts.
        case list
        /// A whole number in the range.
        case number(ClosedRange<Int>)
        /// One of these words.
        case words([String])
    }

    /// The name, without hyphens.
    let name: String
    /// The values that it takes.
    let takes: Takes
    /// What it means.
    let help: String
    /// True if a question makes no sense without it.
    let isRequired: Bool

    /// Describes an option.
    package init(_ name: String, _ takes: Takes, _ help: String, isRequired: Bool = false) {
        (self.name, self.takes, self.help, self.isRequired) = (name, takes, help, isRequired)
    }

    /// The JSON Schema of a value.
    var schema: JSON {
        func described(_ type: String, _ more: JSON.Fields = []) -> JSON {
            JSON([("description", JSON(help)), ("type", JSON(type))] + more)
        }
        switch takes {
        case .flag: return described("boolean")
        case .text: return described("string")
        case .list: return described("array", [("items", .type("string"))])
        case .number(let range):
            let most = range.upperBound == .max ? nil : JSON(range.upperBound)
            return described("integer", [("minimum", JSON(range.lowerBound)), ("maximum", most)])
        case .words(let words): return described("string", [("enum", JSON(words.map { JSON($0) }))])
        }
    }

    /// Returns the texts of `value`, one for each time that the option is given: none for false.
    ///
    /// Whether a text means anything is found by the command.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for a value that is not taken.
    func texts(of value: JSONValue) throws(Fault) -> [String] {
        switch (takes, value) {
        case (.flag, .boolean(let isOn)): return isOn ? ["true"] : []
        case (.text, .text(let text)): return [text]
        case (.words(let words), .text(let text)) where words.contains(text): return [text]
        case (.list, .list): if let texts = value.textItems { return texts }
        case (.number(let range), .number(let digits)):
            // 7.0 is a whole number, too.
            let number = Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }
            if let number, range.contains(number) { return ["\(number)"] }
        default: break
        }
        let domain: Message =
            switch takes {
            case .flag: Message("true or false", ko: "true 또는 false")
            case .text: Message("a text", ko: "텍스트")
            case .list: Message("an array of texts", ko: "텍스트의 배열")
            case .number(let range) where range.upperBound == .max:
                Message("\(range.lowerBound) or more", ko: "{1} 이상")
            case .number(let range): "\(range.lowerBound), …, \(range.upperBound)"
            case .words(let words): Message(words.joined(separator: ", "))
            }
        throw Fault(
            .usage, "argument-value", "'\(name)' takes \(domain), not \(JSON(value).text.excerpt)",
            ko: "'{1}'의 값이 올바르지 않습니다: {3} (사용 가능: {2})")
    }
}
