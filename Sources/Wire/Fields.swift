public import BoxOffice
internal import CWire

/// The fields of one object, looked up by their names.
///
/// Fields with other names, which a service may add at any time, are ignored.
public struct Fields {
    let tree: Tree
    /// The indices of the fields and of the nodes inside them.
    fileprivate(set) var indices: Range<Int>
    /// True if two fields may have the same name; false if all differ.
    let mayHaveTwins: Bool
    /// The positions of the fields of ``FieldName/place``, counted from the first node; -1 for one that
    /// is absent.
    fileprivate(set) var places: [Int] = []
    /// True if a missing field is refused.
    package var areRequired = false

    /// Returns the value of the field `name`; nil if it is absent.
    ///
    /// - Throws: ``Malformed`` if the field is there twice.
    public subscript(name: String) -> Node? {
        get throws(Malformed) {
            let index = try index(of: FieldName(name))
            return index == 0 ? nil : Node(tree: tree, index: index)
        }
    }

    /// Returns the index of the field `name`; 0 if it is absent.
    @inline(__always)
    private func index(of name: FieldName) throws(Malformed) -> Int {
        if places.indices.contains(name.place), places[name.place] >= 0 {
            return indices.lowerBound + places[name.place]
        }
        let index = tree.field(name.text, in: indices)
        if mayHaveTwins, index > 0 {
            // The one found is not necessarily the first.
            let before = indices.lowerBound..<index
            let after = tree.end(of: index)..<indices.upperBound
            guard tree.field(name.text, in: before) == 0, tree.field(name.text, in: after) == 0
            else {
                throw Malformed("the field '\(name.text)' is there twice")
            }
        }
        guard index > 0 || !areRequired else {
            throw Malformed("the field '\(name.text)' is missing")
        }
        return index
    }

    /// Returns the index of a field that must be a text or number; 0 if it is absent.
    // Without a node, which would count references to the tree for every field of every row.
    @inline(__always)
    private func index(ofText name: FieldName) throws(Malformed) -> Int {
        let index = try index(of: name)
        if index > 0 { try tree.mustBeText(at: index) }
        return index
    }

    // The outermost object is at 0 and has no text, like an absent field.

    /// Returns the text of the field `name`, or its number as it is written, without white space at
    /// its ends; nil if the field is absent, null or blank.
    ///
    /// - Throws: ``Malformed`` if the field is there twice, or is an object, a list or a boolean.
    public func text(_ name: FieldName) throws(Malformed) -> String? {
        tree.text(at: try index(ofText: name))
    }

    /// Returns the whole number in the field `name`, written as a number or as a text; nil if there
    /// is none.
    ///
    /// - Throws: ``Malformed`` if the field is there twice, or is anything else.
    public func integer(_ name: FieldName) throws(Malformed) -> Int? {
        try number(name, decimals: 0, "whole number")
    }

    /// Returns the whole number in the field `name`, which must not be less than 0; nil if there is
    /// none.
    public func count(_ name: FieldName) throws(Malformed) -> Int? {
        let count = try integer(name)
        guard count ?? 0 >= 0 else { throw Malformed("the field '\(name.text)' is negative") }
        return count
    }

    /// Returns the percentage in the field `name`, with at most one decimal; nil if there is none.
    ///
    /// - Throws: ``Malformed`` if the field is there twice, or is anything else.
    public func percent(_ name: FieldName) throws(Malformed) -> Decimal? {
        let tenths = try number(name, decimals: 1, "percentage with one decimal")
        return tenths.map { Decimal($0, places: 1) }
    }

    /// Returns the day in the field `name`, as `2022-06-01` or `20220601`; nil if there is none, or
    /// if the month or the day of the month is `00`, which means unknown.
    ///
    /// - Throws: ``Malformed`` if the field is there twice, or is anything else.
    public func day(_ name: FieldName) throws(Malformed) -> Day? {
        if let day = try tree.withText(at: index(ofText: name), Day.init(utf8:)) { return day }
        guard let text = try text(name) else { return nil }
        if let day = Day(utf8: text.utf8.span) { return day }
        if Day.isPartlyUnknown(utf8: text.utf8.span) { return nil }
        throw try wrong(name, "day")
    }

    /// Returns true if the field `name` is true; nil if it is absent, null or blank.
    ///
    /// - Throws: ``Malformed`` if the field is there twice, or is anything else.
    public func boolean(_ name: FieldName) throws(Malformed) -> Bool? {
        guard let node = try self[name.text] else { return nil }
        let kind = node.tree.kind(at: node.index)
        if kind == bo_kind_true || kind == bo_kind_false { return kind == bo_kind_true }
        guard let text = try node.text() else { return nil }
        guard let boolean = Bool(text) else { throw try wrong(name, "boolean") }
        return boolean
    }

    // Inlinable, because looking up the type of the value at run time takes longer than reading it.
    /// Returns `value`, which was read from the field `name` and must not be nil.
    ///
    /// - Throws: ``Malformed`` if it is nil.
    @inlinable
    public func required<Value>(_ value: Value?, _ name: FieldName) throws(Malformed) -> Value {
        guard let value else { throw Malformed("the field '\(name.text)' is blank") }
        return value
    }

    private func number(
        _ name: FieldName, decimals: Int, _ what: @autoclosure () -> Message
    ) throws(Malformed) -> Int? {
        switch try figure(name, decimals: decimals) {
        case .nothing: return nil
        case .number(let number): return number
        case .outOfRange:
            throw Malformed(
                "the field '\(name.text)' is a number out of range: '\(try excerpt(name))'")
        case .other: throw try wrong(name, what())
        }
    }

    /// Returns the number in the field `name`, with at most `decimals` decimals.
    package func figure(_ name: FieldName, decimals: Int) throws(Malformed) -> Figure {
        let index = try index(ofText: name)
        return tree.withText(at: index) { Figure(trimming: $0, decimals: decimals) }
    }

    /// Returns the error that the field `name` is not a `what`.
    package func wrong(_ name: FieldName, _ what: Message) throws(Malformed) -> Malformed {
        Malformed("the field '\(name.text)' is not a \(what): '\(try excerpt(name))'")
    }

    private func excerpt(_ name: FieldName) throws(Malformed) -> String {
        try text(name)?.excerpt ?? ""
    }

    /// Returns the results of `read` for each object in the list `name`, without those that are
    /// nil; empty if the field is absent.
    ///
    /// - Throws: ``Malformed`` if the field is there twice or is not a list of objects, or any
    ///   error of `read`.
    public func items<Item>(
        _ name: FieldName, _ read: (Fields) throws(Malformed) -> Item?
    ) throws(Malformed) -> [Item] {
        var items: [Item] = []
        for node in try self[name.text]?.list() ?? [] {
            if let item = try read(node.fields()) { items.append(item) }
        }
        return items
    }

    /// True if no field has a text or number.
    package var areBlank: Bool {
        tree.nodes(at: indices).allSatisfy { $0.tree.text(at: $0.index) == nil }
    }

    /// The names of the fields, in their order.
    package var names: [String] { tree.nodes(at: indices).map(\.name) }
}

/// The name of a field of an object.
public struct FieldName: ExpressibleByStringLiteral, Sendable {
    /// The name.
    public let text: String
    /// The position among the names that are looked up once for rows that are alike; -1 if it is none
    /// of them.
    @usableFromInline package let place: Int

    /// Makes the name `text`.
    @inlinable public init(_ text: String) { self.init(text, at: -1) }

    /// Makes the name that a literal spells.
    @inlinable public init(stringLiteral text: String) { self.init(text) }

    /// Makes the name `text`, which is at `place` among those that are looked up once.
    @inlinable package init(_ text: String, at place: Int) {
        self.text = text
        self.place = place
    }
}

extension Node {
    /// Returns the fields of this row of a list.
    ///
    /// - Parameters:
    ///   - row: the fields of the row before; if both rows have the same names in the same order,
    ///     they are not looked up again.
    ///   - names: the names to look up, each at its ``FieldName/place``.
    /// - Throws: ``Malformed`` if this is not an object.
    package func fields(
        after row: Fields?, finding names: [FieldName]
    ) throws(Malformed) -> Fields {
        let indices = try indices(in: bo_kind_object)
        if var fields = row, tree.areAlike(fields.indices, indices) {
            fields.indices = indices
            return fields
        }
        var fields = try fields()
        guard !fields.mayHaveTwins else { return fields }
        fields.places = names.map { name in
            let index = tree.field(name.text, in: indices)
            return index == 0 ? -1 : index - indices.lowerBound
        }
        return fields
    }
}

/// The content of a field in which a number is expected.
package enum Figure: Hashable, Sendable {
    /// Nothing: the field is absent, null or blank.
    case nothing
    /// A number, times ten for each decimal that it may have.
    case number(Int)
    /// A number with more than 18 digits before its decimals, or one that does not fit.
    case outOfRange
    /// Something else.
    case other

    /// Reads the number in `bytes`, which may have white space at its ends.
    @inline(__always)
    init(trimming bytes: Span<UInt8>, decimals: Int) {
        // Usually there is no white space.
        self.init(bytes, decimals: decimals)
        guard self == .other else { return }
        let text = String(utf8: bytes).withoutSpace
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
        // Most figures are whole. That many digits always fit, so the loop needs no check.
        if decimals == 0, index == bytes.count, index > start, index - start <= 18 {
            self = .number(isNegative ? -number : number)
            return
        }
        /// The number of decimals; -1 without a point.
        let places = bytes.count - index - 1
        let isWhole = places < 0 || (bytes[index] == UInt8(ascii: ".") && places > 0)
        guard index > start, isWhole, places <= decimals else { return }
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
        self = isTooLarge ? .outOfRange : .number(isNegative ? -number : number)
    }
}

extension Column.Kind {
    /// Reads a number as such a column writes it; nil if the column does not accept it.
    ///
    /// - Parameters:
    ///   - digits: the number, without groups of digits.
    ///   - places: the number of decimal places of an amount.
    package func number(_ digits: String, places: Int) -> Value? {
        guard let places = self == .amount ? places : self.places else { return nil }
        // A figure has 18 digits at most.
        let number =
            places == 0
            ? Int(digits).map(Figure.number) : Figure(digits.utf8Span.span, decimals: places)
        guard case .number(let units)? = number, self != .fraction || (0...100).contains(units)
        else { return nil }
        return [.integer, .year].contains(self)
            ? .integer(units) : .decimal(Decimal(units, places: places))
    }
}
