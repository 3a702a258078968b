/// A part of a KOBIS answer, with ordered fields, that can be written as JSON or XML.
public indirect enum Node: Sendable {
    /// A string.
    case text(String)
    /// A number, unquoted in JSON.
    case number(Int)
    /// `null` in JSON, an empty element in XML.
    case null
    /// The fields, in order.
    case object([(name: String, value: Node)])
    /// The items; in XML, elements with that name.
    case list(item: String, [Node])

    /// Returns the value of the field `name` of an object.
    public subscript(name: String) -> Node? {
        guard case .object(let fields) = self else { return nil }
        return fields.first { $0.name == name }?.value
    }

    /// Returns the object with another text in one of its fields.
    public func setting(_ name: String, to text: String) -> Node {
        guard case .object(let fields) = self else { return self }
        return .object(fields.map { ($0.name, $0.name == name ? .text(text) : $0.value) })
    }

    /// The text of a leaf; empty for other nodes.
    public var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): "\(number)"
        default: ""
        }
    }

    /// The answer as KOBIS writes JSON: one line, Hangul as it is.
    public var json: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .number(let number): "\(number)"
        case .null: "null"
        case .object(let fields):
            "{" + fields.map { "\(Self.quoted($0.name)):\($0.value.json)" }.joined(separator: ",")
                + "}"
        case .list(_, let items): "[" + items.map(\.json).joined(separator: ",") + "]"
        }
    }

    /// The answer as KOBIS writes XML: a declaration, directly followed by the root.
    public var xml: String {
        #"<?xml version="1.0" encoding="utf-8" standalone="yes"?>"# + content
    }

    private var content: String {
        switch self {
        case .text(let text): Self.escaped(text)
        case .number(let number): "\(number)"
        case .null: ""
        case .object(let fields):
            fields.map { Self.element($0.name, $0.value.content) }.joined()
        case .list(let name, let items):
            items.map { Self.element(name, $0.content) }.joined()
        }
    }

    private static func element(_ name: String, _ content: String) -> String {
        content.isEmpty ? "<\(name)/>" : "<\(name)>\(content)</\(name)>"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\r": escaped += "&#13;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
