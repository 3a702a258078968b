/// The texts of one object's fields, copied out of the answer.
///
/// One value serves for many objects of a kind, so that a row costs no allocation.
package struct Leaves<Fields: WireField>: ~Copyable {
    var store = LeafStore(names: Fields.names)

    /// Makes a place for the fields, all of them absent.
    package init() {}

    /// Whether no field has a text: all are absent, null or blank.
    package var areEmpty: Bool {
        Fields.allCases.allSatisfy { store.trimmedRange(of: $0.rawValue).isEmpty }
    }

    /// Whether `field` is not there at all, not even as null or blank.
    package func isAbsent(_ field: Fields) -> Bool { store.isAbsent(field.rawValue) }

    /// The wire's name of `field`, for messages.
    package func name(of field: Fields) -> String { store.names.text(of: field.rawValue) }

    /// Lends the text of `field`, without white space at its ends, to `body`.
    ///
    /// - Returns: nil where the field is absent, null or blank.
    package borrowing func withText<Result, Failure: Error>(
        of field: Fields, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        let range = store.trimmedRange(of: field.rawValue)
        guard !range.isEmpty else { return nil }
        return try body(store.bytes.span.extracting(range))
    }
}

/// The texts of an object's fields one behind the other, and where each begins and ends.
struct LeafStore {
    let names: FieldNames
    var bytes: [UInt8] = []
    private var ranges: [Range<Int>?]

    init(names: FieldNames) {
        self.names = names
        ranges = Array(repeating: nil, count: names.count)
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        for place in ranges.indices { ranges[place] = nil }
    }

    /// Notes that the field at `place` is there and has the bytes from `start` on.
    mutating func set(_ place: Int, from start: Int) throws(Malformed) {
        guard ranges[place] == nil else {
            throw Malformed("the field '\(names.text(of: place))' is there twice")
        }
        ranges[place] = start..<bytes.count
    }

    func isAbsent(_ place: Int) -> Bool { ranges[place] == nil }

    /// Where the text at `place` lies, without the white space at its ends; empty where none is.
    func trimmedRange(of place: Int) -> Range<Int> {
        ranges[place].map(bytes.withoutSpace) ?? 0..<0
    }
}

/// White space as KOBIS leaves it at the ends of texts: spaces, tabs, line ends and other control
/// characters, no-break spaces (U+00A0) and ideographic spaces (U+3000).
extension [UInt8] {
    /// The part of `range` that has no white space at its ends.
    package func withoutSpace(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while let length = lengthOfSpace(endingAt: range.upperBound, from: range.lowerBound) {
            range = range.lowerBound..<(range.upperBound - length)
        }
        while let length = lengthOfSpace(startingAt: range.lowerBound, to: range.upperBound) {
            range = (range.lowerBound + length)..<range.upperBound
        }
        return range
    }

    fileprivate func lengthOfSpace(endingAt end: Int, from start: Int) -> Int? {
        guard end > start else { return nil }
        switch self[end - 1] {
        case 0x00...0x20, 0x7F: return 1
        case 0xA0 where end - 2 >= start && self[end - 2] == 0xC2: return 2
        case 0x80 where end - 3 >= start && self[end - 2] == 0x80 && self[end - 3] == 0xE3: return 3
        default: return nil
        }
    }

    fileprivate func lengthOfSpace(startingAt start: Int, to end: Int) -> Int? {
        guard start < end else { return nil }
        switch self[start] {
        case 0x00...0x20, 0x7F: return 1
        case 0xC2 where start + 1 < end && self[start + 1] == 0xA0: return 2
        case 0xE3 where start + 2 < end && self[start + 1] == 0x80 && self[start + 2] == 0x80:
            return 3
        default: return nil
        }
    }
}
