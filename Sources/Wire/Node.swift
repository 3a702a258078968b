internal import CWire

/// A value in a ``Tree``.
package struct Node {
    let tree: Tree
    let place: Int

    /// The fields of the object that this is; null, and an element with nothing in it, has none.
    ///
    /// - Throws: ``Malformed`` where this is no object, a field that is called as one of `Fields` is
    ///   there twice, or one that should be a text is none.
    package func object<Fields: WireField>(
        _ fields: Fields.Type = Fields.self
    ) throws(Malformed) -> Object<Fields> {
        Object(try FoundFields(in: self, Fields.names))
    }

    /// The items of the list that this is; null, and an element with nothing in it, has none.
    ///
    /// - Throws: ``Malformed`` where this is no list.
    package func list() throws(Malformed) -> Items {
        Items(in: tree, try children(of: .list))
    }

    /// The text that this is, or the number as it is written, without white space at its ends; nil
    /// where nothing is left of it, and for null.
    ///
    /// - Throws: ``Malformed`` where this is an object, a list or a boolean.
    package func text() throws(Malformed) -> String? {
        try tree.checkText(at: place)
        return tree.text(at: place)
    }

    /// What has something inside it.
    enum Container: String {
        case object = "an object"
        case list = "a list"
    }

    /// The places of what is inside the object or list that this is.
    func children(of container: Container) throws(Malformed) -> Range<Int> {
        switch (tree.kind(at: place), container) {
        case (bo_kind_object, .object), (bo_kind_list, .list), (bo_kind_elements, _):
            return (place + 1)..<tree.end(of: place)
        case (bo_kind_null, _): return 0..<0
        case (bo_kind_text, _) where tree.form == .xml && tree.text(at: place) == nil: return 0..<0
        default:
            throw tree.form == .xml
                ? Malformed("the XML has a text where elements should be")
                : Malformed("the JSON has something else than \(container.rawValue)")
        }
    }
}

/// The items of a list, in their order.
package struct Items: Sequence, IteratorProtocol {
    private let tree: Tree
    private var place: Int
    private let end: Int

    init(in tree: Tree, _ places: Range<Int>) {
        self.tree = tree
        place = places.lowerBound
        end = places.upperBound
    }

    /// The next item; nil at the end.
    package mutating func next() -> Node? {
        guard place < end else { return nil }
        defer { place = tree.end(of: place) }
        return Node(tree: tree, place: place)
    }
}
