/// The fields of one kind of object on the wire: an enumeration whose cases are called as they are.
///
/// The raw values count from 0, so that a field is a place in an array.
package protocol WireField: CaseIterable, RawRepresentable<Int>, Sendable {
    /// The names of all cases: `static let names = FieldNames(of: Self.self)`.
    static var names: FieldNames { get }

    /// Whether the field holds an object or a list rather than text.
    var isNested: Bool { get }
}

extension WireField {
    /// Text.
    package var isNested: Bool { false }
}

/// The names of the fields of one kind of object, for looking them up in bytes.
package struct FieldNames: Sendable {
    private let names: [[UInt8]]
    let nested: [Bool]

    /// Takes the names from the cases of `fields`.
    package init<Fields: WireField>(of fields: Fields.Type) {
        names = fields.allCases.map { Array("\($0)".utf8) }
        nested = fields.allCases.map(\.isNested)
    }

    var count: Int { names.count }

    func text(of place: Int) -> String { String(decoding: names[place], as: UTF8.self) }

    /// The place of the field that is called as `bytes` says; services keep an order, so the place
    /// behind the one found before is tried first.
    func place(of bytes: Span<UInt8>, expecting guess: Int) -> Int? {
        if guess < names.count, Self.equal(names[guess], bytes) { return guess }
        return names.firstIndex { Self.equal($0, bytes) }
    }

    private static func equal(_ name: [UInt8], _ bytes: Span<UInt8>) -> Bool {
        guard name.count == bytes.count else { return false }
        for index in name.indices where name[index] != bytes[index] { return false }
        return true
    }
}
