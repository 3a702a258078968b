internal import BoxOffice

internal import CWire

/// The fields of one object, looked up by their names.
///
/// A field of another name, which a service may add at any time, is not looked at.
public struct Fields {
    let values: Items

    /// The value of the field `name`; nil if it is absent.
    ///
    /// - Throws: ``Malformed`` if the field is there twice.
    public subscript(name: String) -> Node? {
        get throws(Malformed) {
            let bytes = name.utf8.span
            let found = values.filter { $0.tree.isCalled(bytes, at: $0.index) }
            guard found.count < 2 else { throw Malformed("the field '\(name)' is there twice") }
            return found.first
        }
    }

    /// The text of the field `name`, or its number as it is written, without white space at its ends;
    /// nil if the field is absent, null or blank.
    ///
    /// - Throws: ``Malformed`` if the field is there twice, or is an object, a list or a boolean.
    public func text(_ name: String) throws(Malformed) -> String? { try self[name]?.text() }

    /// What `read` makes of each object in the list `name`, without what it gives nil for; nothing if
    /// the field is absent.
    ///
    /// - Throws: ``Malformed`` if the field is there twice or is not a list of objects, or what `read`
    ///   throws.
    public func items<Item>(
        _ name: String, _ read: (Fields) throws(Malformed) -> Item?
    ) throws(Malformed) -> [Item] {
        var items: [Item] = []
        guard let list = try self[name]?.list() else { return items }
        for node in list {
            if let item = try read(node.fields()) { items.append(item) }
        }
        return items
    }

    /// Whether no field has a text or number.
    package var areBlank: Bool { values.allSatisfy { $0.tree.text(at: $0.index) == nil } }

    /// The names of the fields, in their order.
    package var names: [String] { values.map(\.name) }
}

/// The names of the fields of rows, for looking all of them up at once.
///
/// They are made once and stay as long as the program runs. Threads that read rows side by side
/// share them, and counting their references would make one thread wait for the other.
@safe package struct FieldNames: @unchecked Sendable {
    /// The names as C has them, in memory that is never changed or freed.
    let names: bo_names

    /// Keeps `names`.
    package init(_ names: [String]) {
        let each = unsafe names.map { name in
            let bytes = Array(name.utf8)
            return unsafe bo_name(
                bytes: Self.kept(bytes), length: UInt32(truncatingIfNeeded: bytes.count))
        }
        unsafe self.names = bo_names(first: Self.kept(each), count: each.count)
    }

    private static func kept<Element>(_ elements: [Element]) -> UnsafePointer<Element>? {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = unsafe memory.initialize(from: elements)
        return unsafe UnsafePointer(memory.baseAddress)
    }

    var count: Int { unsafe names.count }
}

/// The texts of one row, found by their names once and then read by the index of the name.
///
/// It is not generic: a generic type of another module looks up its types at run time, which is too
/// slow for every field of every row.
package struct FoundFields {
    private let tree: Tree
    /// The index from which on the tree has noted them.
    private let start: Int
    /// Whether all fields are present.
    package let isComplete: Bool

    /// Finds the fields `names` in the object at `node`.
    ///
    /// - Throws: ``Malformed`` if it is not an object, or if one of the fields is there twice or is
    ///   not a text.
    package init(_ names: FieldNames, in node: Node) throws(Malformed) {
        tree = node.tree
        _ = try node.indices(in: bo_kind_object)
        let (start, count) = try tree.find(names, at: node.index)
        self.start = start
        isComplete = count == names.count
    }

    /// The index in the tree of the field with that index among the names; 0 if it is absent.
    private func index(of field: Int) -> Int { tree.found(at: start + field) }

    /// Whether the field with that index among the names is absent.
    package func isAbsent(at field: Int) -> Bool { index(of: field) == 0 }

    // The outermost object is at 0 and has no text, like a field that is absent.

    /// The text of the field with that index among the names.
    package func text(at field: Int) -> String? { tree.text(at: index(of: field)) }

    /// The number in a field, which may be written as a number or as a text, with at most `decimals`
    /// decimals.
    // It is long, and inlined wherever a field is read it would push other code out of the caches.
    @inline(never)
    package func figure(at field: Int, decimals: Int) -> Figure {
        tree.withText(at: index(of: field)) { Figure(trimming: $0, decimals: decimals) }
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

    /// Reads the number in `bytes`, which may have white space at its ends.
    @inline(__always)
    init(trimming bytes: Span<UInt8>, decimals: Int) {
        // Usually there is no white space.
        self.init(bytes, decimals: decimals)
        guard self == .other else { return }
        let text = bytes.string.withoutSpace
        self = text.map { Figure($0.utf8.span, decimals: decimals) } ?? .nothing
    }

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
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            number = product &+ Int(digit)
            if overflow || number < product { isTooLarge = true }
        }
        self = isTooLarge ? .tooLarge : .number(isNegative ? -number : number)
    }
}
