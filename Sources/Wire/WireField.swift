internal import CWire

/// The fields of one kind of object in a document: an enumeration with a case for each name.
///
/// The raw values count from 0, so that they are indices. The names come from `CodingKey`, because
/// the compiler writes those down; printing a case is slow.
public protocol WireField: CaseIterable, CodingKey, RawRepresentable<Int>, Sendable {
    /// The names of all cases: `static let names = FieldNames(of: Self.self)`.
    static var names: FieldNames { get }

    /// Whether the field holds an object or a list instead of a text.
    var isNested: Bool { get }
}

extension WireField {
    /// False: the field holds a text.
    public var isNested: Bool { false }
}

/// The names of the fields of one kind of object, for looking them up in bytes.
public final class FieldNames: Sendable {
    /// The names one behind the other; `ends` says where each ends.
    private let bytes: [UInt8]
    private let ends: [UInt32]
    private let nested: [Bool]

    /// Takes the names from the cases of `fields`.
    public init<Fields: WireField>(of fields: Fields.Type) {
        var bytes: [UInt8] = []
        ends = fields.allCases.map { field in
            bytes += field.stringValue.utf8
            return UInt32(truncatingIfNeeded: bytes.count)
        }
        self.bytes = bytes
        nested = fields.allCases.map { $0.isNested }
    }

    var count: Int { ends.count }

    func text(of index: Int) -> String {
        let start = index == 0 ? 0 : Int(ends[index - 1])
        return String(decoding: bytes[start..<Int(ends[index])], as: UTF8.self)
    }

    /// Lends the names to `body` as C has them.
    func withNames<Result>(_ body: (bo_names) -> Result) -> Result {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe ends.withUnsafeBufferPointer { ends in
                unsafe nested.withUnsafeBufferPointer { nested in
                    unsafe body(
                        bo_names(
                            bytes: bytes.baseAddress, ends: ends.baseAddress,
                            nested: nested.baseAddress, count: ends.count))
                }
            }
        }
    }
}
