/// A piece of JSON with all that is in it, for small documents whose every name and type matters.
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
    /// A number as it is written, for no number type holds them all exactly.
    case number(String)
    case text(String)
    case list([JSONValue])
    /// An object's fields in their order; no name stands there twice.
    case object([Member])

    /// Reads one JSON object from beginning to end.
    ///
    /// - Throws: ``Malformed`` where `bytes` are anything else, or a field is there twice.
    package init(objectIn bytes: [UInt8]) throws(Malformed) {
        self = .object(
            try JSONCursor.read(bytes) { cursor throws(Malformed) in try cursor.members() })
    }

    /// The value of the field `name`; nil where there is none, and where this is no object.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}
