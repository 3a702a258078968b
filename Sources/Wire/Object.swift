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

/// The fields of one object, looked up by name once and then read by index.
public struct Object<Fields: WireField> {
    /// Where the fields are.
    package let found: FoundFields

    init(_ found: FoundFields) { self.found = found }

    /// Whether every field is absent, null or blank.
    public var areEmpty: Bool {
        Fields.allCases.allSatisfy { found.text(at: $0.rawValue) == nil }
    }

    /// Whether `field` is absent; null and blank count as present.
    public func isAbsent(_ field: Fields) -> Bool {
        found.isAbsent(at: field.rawValue)
    }

    /// The first absent field; nil if all are present.
    public var firstAbsent: Fields? {
        found.isComplete ? nil : Fields.allCases.first(where: isAbsent)
    }

    /// The text of `field`, or its number as it is written, without white space at its ends; nil if
    /// the field is absent, null or blank.
    public func text(_ field: Fields) -> String? {
        found.text(at: field.rawValue)
    }

    /// The value of `field`; nil if it is absent.
    public subscript(field: Fields) -> Node? { found.node(at: field.rawValue) }

    /// The name of `field` in the document, for messages.
    public func name(of field: Fields) -> String { Fields.names.text(of: field.rawValue) }
}

/// Where the fields of an object are in a tree.
///
/// Unlike ``Object`` this is not generic: a generic type of another module looks up its types at run
/// time, which is too slow for every field of every row.
package struct FoundFields {
    private let tree: Tree
    /// The index from which on the tree has noted them; nil if there are none.
    private let start: Int?
    /// Whether all fields are present.
    let isComplete: Bool

    /// Finds the fields `names` in the object at `node`.
    init(in node: Node, _ names: FieldNames) throws(Malformed) {
        tree = node.tree
        guard !(try node.children(of: .object)).isEmpty else {
            start = nil
            isComplete = names.count == 0
            return
        }
        let (start, count) = try tree.find(names, at: node.index)
        self.start = start
        isComplete = count == names.count
    }

    /// The index in the tree of the field with that index among the names; 0 if it is absent.
    private func index(of field: Int) -> Int { start.map { tree.found(at: $0 + field) } ?? 0 }

    /// Whether the field with that index among the names is absent.
    package func isAbsent(at field: Int) -> Bool { index(of: field) == 0 }

    func node(at field: Int) -> Node? {
        isAbsent(at: field) ? nil : Node(tree: tree, index: index(of: field))
    }

    // The outermost object is at 0 and has no text, like a field that is absent.

    /// The text of the field with that index among the names.
    package func text(at field: Int) -> String? { tree.text(at: index(of: field)) }

    /// Lends the bytes of the text or number of a field, with the white space at its ends; no bytes
    /// if the field is absent or null.
    package func withBytes<Result>(at field: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        tree.withText(at: index(of: field), body)
    }

    /// Whether the text of a field is `text`, byte for byte.
    package func hasText(_ text: StaticString, at field: Int) -> Bool {
        withBytes(at: field) { bytes in
            text.withUTF8Buffer { text in
                bytes.count == text.count
                    && bytes.indices.allSatisfy { unsafe bytes[$0] == text[$0] }
            }
        }
    }

    /// The number in a field, which may be written as a number or as a text, with at most `decimals`
    /// decimals.
    // It is long, and inlined wherever a field is read it would push other code out of the caches.
    @inline(never)
    package func figure(at field: Int, decimals: Int) -> Figure {
        withBytes(at: field) { bytes in
            // Usually there is no white space.
            let figure = Figure(bytes, decimals: decimals)
            guard figure == .other else { return figure }
            let range = bytes.withoutSpace
            return range.isEmpty
                ? .nothing : Figure(bytes.extracting(range), decimals: decimals)
        }
    }
}

/// What a field holds in which a number is expected.
package enum Figure: Hashable, Sendable {
    /// Nothing: the field is absent, null or blank.
    case nothing
    /// A number, times ten for each decimal that it may have.
    case number(Int)
    /// A number with more than 18 digits before its decimals, or one that does not fit.
    case tooLarge
    /// Something else.
    case other

    /// Reads `-71.1`, `100` or `+3`, with at most `decimals` decimals.
    package init(_ bytes: Span<UInt8>, decimals: Int) {
        self = .other
        guard !bytes.isEmpty else { return }
        let isNegative = bytes[0] == UInt8(ascii: "-")
        let start = isNegative || bytes[0] == UInt8(ascii: "+") ? 1 : 0
        var (number, index) = (0, start)
        while index < bytes.count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            number = number &* 10 &+ Int(digit)
            index += 1
        }
        /// How many decimals there are; -1 without a point.
        let places = bytes.count - index - 1
        let isWhole = places < 0 || (bytes[index] == UInt8(ascii: ".") && places > 0)
        guard index > start, isWhole, places <= decimals else { return }
        // So many digits always fit, so that the loop above needs no check for overflow.
        var isTooLarge = index - start > 18
        if isTooLarge {
            let zeros = (start..<index).prefix { bytes[$0] == UInt8(ascii: "0") }
            isTooLarge = index - zeros.endIndex > 18
        }
        for place in 0..<decimals {
            let digit = place < places ? bytes[index + 1 + place] &- UInt8(ascii: "0") : 0
            guard digit < 10 else { return }
            if !number.append(Int(digit)) { isTooLarge = true }
        }
        self = isTooLarge ? .tooLarge : .number(isNegative ? -number : number)
    }
}

extension Int {
    /// Appends a digit to the number, and returns whether it fits.
    fileprivate mutating func append(_ digit: Int) -> Bool {
        let (product, isTooLarge) = multipliedReportingOverflow(by: 10)
        let (sum, isStillTooLarge) = product.addingReportingOverflow(digit)
        self = sum
        return !isTooLarge && !isStillTooLarge
    }
}
