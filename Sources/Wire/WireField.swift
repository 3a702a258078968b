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
///
/// They are made once for a type and stay as long as the program runs. Threads that read rows side by
/// side share them, and counting their references would make one thread wait for the other.
@safe public struct FieldNames: @unchecked Sendable {
    /// The names as C has them, in memory that is never changed or freed.
    let names: bo_names

    /// Takes the names from the cases of `fields`.
    public init<Fields: WireField>(of fields: Fields.Type) {
        let each = unsafe fields.allCases.map { field in
            let name = Array(field.stringValue.utf8)
            return unsafe bo_name(
                bytes: Self.kept(name), length: UInt32(truncatingIfNeeded: name.count),
                is_nested: field.isNested)
        }
        unsafe names = bo_names(first: Self.kept(each), count: each.count)
    }

    private static func kept<Element>(_ elements: [Element]) -> UnsafePointer<Element>? {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = unsafe memory.initialize(from: elements)
        return unsafe UnsafePointer(memory.baseAddress)
    }

    var count: Int { unsafe names.count }

    func text(of index: Int) -> String {
        let name = unsafe UnsafeBufferPointer(start: names.first, count: count)[index]
        return unsafe String(
            decoding: UnsafeBufferPointer(start: name.bytes, count: Int(name.length)),
            as: UTF8.self)
    }
}
