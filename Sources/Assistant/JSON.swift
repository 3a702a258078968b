internal import BoxOffice
internal import Wire

/// JSON text that is put together from texts that are JSON already.
struct JSON: Sendable {
    /// The fields of an object; those that are nil are left out.
    typealias Fields = [(name: String, value: JSON?)]

    /// The text.
    let text: String

    /// Takes a text that is JSON.
    init(text: String) { self.text = text }

    /// Makes a string.
    init(_ string: String) { text = Value.text(string).json }

    /// Makes a number.
    init(_ number: Int) { text = "\(number)" }

    /// Makes true or false.
    init(_ boolean: Bool) { text = "\(boolean)" }

    /// Makes an array.
    init(_ items: [JSON]) { text = "[\(items.map(\.text).joined(separator: ","))]" }

    /// Makes an object without the fields that are nil: the protocol has no null in their place.
    init(_ fields: Fields) {
        var text = "{"
        for case (let name, let value?) in fields {
            text += text == "{" ? "\"" : ",\""
            // The names of fields have nothing to escape.
            text += name
            text += "\":"
            text += value.text
        }
        self.text = text + "}"
    }

    /// Makes the text of `value`, without the fields of objects that are null.
    init(_ value: JSONValue) {
        switch value {
        case .null: self.init(text: "null")
        case .boolean(let boolean): self.init(boolean)
        case .number(let digits): self.init(text: digits)
        case .text(let string): self.init(string)
        case .list(let items): self.init(items.map { JSON($0) })
        case .object(let members):
            self.init(members.map { ($0.name, $0.value == .null ? nil : JSON($0.value)) })
        }
    }
}
