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
        /// A whole number from the least on.
        case number(least: Int)
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
    private(set) var isRequired = false

    /// Describes an option.
    package init(_ name: String, _ takes: Takes, _ help: String) {
        (self.name, self.takes, self.help) = (name, takes, help)
    }

    /// The same option, as one that is required.
    var required: ToolOption {
        var option = self
        option.isRequired = true
        return option
    }

    /// The JSON Schema of a value.
    var schema: JSON {
        var fields: [(String, JSON?)] = [("description", JSON(help))]
        switch takes {
        case .flag: fields.append(("type", JSON("boolean")))
        case .text: fields.append(("type", JSON("string")))
        case .list:
            fields += [("type", JSON("array")), ("items", JSON([("type", JSON("string"))]))]
        case .number(let least):
            fields += [("type", JSON("integer")), ("minimum", JSON(least))]
        case .words(let words):
            fields += [("type", JSON("string")), ("enum", JSON(words.map { JSON($0) }))]
        }
        return JSON(fields)
    }

    /// Returns the texts of `value`, one for each time that the option is given: none for false.
    ///
    /// Whether a text means anything is found by the command.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for a value of another type.
    func texts(of value: JSONValue) throws(Fault) -> [String] {
        switch (takes, value) {
        case (.flag, .boolean(let isOn)): return isOn ? ["true"] : []
        case (.text, .text(let text)), (.words, .text(let text)): return [text]
        case (.list, .list(let items)):
            return try items.map { item throws(Fault) in
                guard case .text(let text) = item else { throw .wrongType(of: self) }
                return text
            }
        case (.number(let least), .number(let digits)):
            // 7.0 is a whole number, too.
            guard let number = Int(digits) ?? Double(digits).flatMap({ Int(exactly: $0) }) else {
                throw .wrongType(of: self)
            }
            guard number >= least else {
                throw Fault(
                    .usage, "argument-too-small", "'\(name)' is at least \(least), not \(number)",
                    ko: "'{1}'{은/는} {2} 이상이어야 합니다: {3}")
            }
            return ["\(number)"]
        default: throw .wrongType(of: self)
        }
    }
}

extension Fault {
    fileprivate static func wrongType(of option: ToolOption) -> Fault {
        let type: Message =
            switch option.takes {
            case .flag: Message("true or false", ko: "true나 false")
            case .text, .words: Message("a text", ko: "텍스트")
            case .list: Message("an array of texts", ko: "텍스트 배열")
            case .number: Message("a whole number", ko: "정수")
            }
        return Fault(
            .usage, "argument-type", "'\(option.name)' is \(type)",
            ko: "'{1}'의 값은 {2}{이어야/여야} 합니다")
    }
}
