internal import BoxOffice
internal import CWire

/// A JSON value with everything in it, for small documents where every name and type matters.
package indirect enum JSONValue: Hashable, Sendable {
    /// A field of an object.
    package struct Member: Hashable, Sendable {
        /// The name.
        package let name: String
        /// The value.
        package let value: JSONValue
    }

    case null
    case boolean(Bool)
    /// A number as it is written, because no number type holds all of them exactly.
    case number(String)
    case text(String)
    case list([JSONValue])
    /// The fields of an object in their order; no name occurs twice.
    case object([Member])

    /// Reads one JSON object, or one YAML mapping, from beginning to end.
    ///
    /// - Throws: ``Malformed`` if `bytes` are anything else, or if an object has a field twice or
    ///   more than 4,096 fields; rows have a few dozen.
    package init(objectIn bytes: [UInt8], _ form: Tree.Form = .json) throws(Malformed) {
        self = try JSONValue(try Tree(form, bytes).root)
    }

    /// Converts `node`, with everything in it.
    private init(_ node: Node) throws(Malformed) {
        switch node.tree.kind(at: node.index) {
        case bo_kind_true: self = .boolean(true)
        case bo_kind_false: self = .boolean(false)
        case bo_kind_number: self = .number(node.wholeText)
        case bo_kind_text: self = .text(node.wholeText)
        case bo_kind_list:
            self = .list(try node.list().map { item throws(Malformed) in try JSONValue(item) })
        case bo_kind_object: self = .object(try Self.members(of: node))
        default: self = .null
        }
    }

    /// Returns the fields of the object at `node`, in their order.
    private static func members(of node: Node) throws(Malformed) -> [Member] {
        let items = node.tree.nodes(at: try node.indices(in: bo_kind_object))
        guard items.count <= maxMembers else {
            throw Malformed("an object has \(items.count) fields; the limit is \(maxMembers)")
        }
        var members: [Member] = []
        for child in items {
            let name = child.name
            // Most objects have a few fields; for those a set would cost more.
            guard !members.contains(where: { $0.name == name }) else {
                throw Malformed("the field '\(name.excerpt)' is there twice")
            }
            members.append(Member(name: name, value: try JSONValue(child)))
        }
        return members
    }

    /// The maximum number of fields of an object, so that looking one up stays quick.
    private static let maxMembers = 4096

    /// Makes a text, or null for nil.
    package init(_ text: String?) { self = text.map(JSONValue.text) ?? .null }

    /// Makes an object of these fields, in the order of their names.
    package init(sorting fields: [String: JSONValue]) {
        self = .object(fields.sorted { $0.key < $1.key }.map { Member(name: $0, value: $1) })
    }

    /// Returns the value as JSON for readers: a field or an item a line, indented by two spaces a
    /// level; `indent` is the indent of its own line.
    package func readable(indent: String = "") -> String {
        let inner = indent + "  "
        func lines(_ items: [String]) -> String {
            "\n\(items.map { inner + $0 }.joined(separator: ",\n"))\n\(indent)"
        }
        return switch self {
        case .null: "null"
        case .boolean(let boolean): "\(boolean)"
        case .number(let digits): digits
        case .text(let text): Value.text(text).json
        case .list(let items): "[\(lines(items.map { $0.readable(indent: inner) }))]"
        case .object(let members):
            "{\(lines(members.map { "\(Value.text($0.name).json) : \($0.value.readable(indent: inner))" }))}"
        }
    }

    /// The items of a list of texts; nil for anything else.
    package var textItems: [String]? {
        guard case .list(let items) = self else { return nil }
        let texts = items.compactMap { if case .text(let text) = $0 { text } else { nil } }
        return texts.count == items.count ? texts : nil
    }

    /// Returns the value of the field `name`; nil if there is none, or if this is not an object.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}
