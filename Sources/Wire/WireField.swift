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
package final class FieldNames: Sendable {
    /// The names one behind the other, and where each begins and ends.
    private let bytes: [UInt8]
    private let ranges: [Range<Int>]
    let nested: [Bool]

    /// Takes the names from the cases of `fields`.
    package init<Fields: WireField>(of fields: Fields.Type) {
        var bytes: [UInt8] = []
        ranges = fields.allCases.map { field in
            let start = bytes.count
            bytes += "\(field)".utf8
            return start..<bytes.count
        }
        self.bytes = bytes
        nested = fields.allCases.map(\.isNested)
    }

    var count: Int { ranges.count }

    func text(of place: Int) -> String { String(decoding: bytes[ranges[place]], as: UTF8.self) }

    /// The place of the field that is called as `name` says; the one at `guess` is tried first.
    func place(of name: Span<UInt8>, expecting guess: Int) -> Int? {
        if guess < count, has(name, at: guess) { return guess }
        return ranges.indices.first { has(name, at: $0) }
    }

    private func has(_ name: Span<UInt8>, at place: Int) -> Bool {
        let range = ranges[place]
        guard name.count == range.count else { return false }
        for index in name.indices where bytes[range.lowerBound + index] != name[index] {
            return false
        }
        return true
    }
}
