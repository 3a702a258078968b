internal import CWire

/// A value in a ``Tree``.
public struct Node {
    let tree: Tree
    let index: Int

    /// The fields of this object; null and an empty element have none.
    ///
    /// - Throws: ``Malformed`` if this is not an object, if one of `Fields` occurs twice, or if one
    ///   that should be a text is not.
    public func object<Fields: WireField>(
        _ fields: Fields.Type = Fields.self
    ) throws(Malformed) -> Object<Fields> {
        Object(try FoundFields(in: self, Fields.names))
    }

    /// The items of this list; null and an empty element have none.
    ///
    /// - Throws: ``Malformed`` if this is not a list.
    public func list() throws(Malformed) -> Items {
        Items(in: tree, try children(of: .list))
    }

    /// This text, or this number as it is written, without white space at its ends; nil for null and
    /// if nothing is left.
    ///
    /// - Throws: ``Malformed`` if this is an object, a list or a boolean.
    public func text() throws(Malformed) -> String? {
        try tree.checkText(at: index)
        return tree.text(at: index)
    }

    /// The names of the fields of this object, in their order.
    ///
    /// - Throws: ``Malformed`` if this is not an object.
    package func fieldNames() throws(Malformed) -> [String] {
        Items(in: tree, try children(of: .object)).map(\.name)
    }

    /// Whether this is a number of JSON, and not a text with digits.
    package var isNumber: Bool { tree.kind(at: index) == bo_kind_number }

    /// The kinds of values that contain others.
    enum Container: String {
        case object = "an object"
        case list = "a list"
    }

    /// The indices of the nodes inside this object or list.
    func children(of container: Container) throws(Malformed) -> Range<Int> {
        switch (tree.kind(at: index), container) {
        case (bo_kind_object, .object), (bo_kind_list, .list), (bo_kind_elements, _):
            return (index + 1)..<tree.end(of: index)
        case (bo_kind_null, _): return 0..<0
        case (bo_kind_text, _) where tree.form == .xml && tree.text(at: index) == nil: return 0..<0
        default:
            throw tree.form == .xml
                ? Malformed("the XML has a text where elements should be")
                : Malformed("the JSON has something else than \(container.rawValue)")
        }
    }
}

/// The items of a list, in their order.
public struct Items: Sequence, IteratorProtocol {
    private let tree: Tree
    private var index: Int
    private let end: Int

    init(in tree: Tree, _ indices: Range<Int>) {
        self.tree = tree
        index = indices.lowerBound
        end = indices.upperBound
    }

    /// The next item; nil at the end.
    public mutating func next() -> Node? {
        guard index < end else { return nil }
        defer { index = tree.end(of: index) }
        return Node(tree: tree, index: index)
    }
}
