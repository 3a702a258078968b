/// The fields of one object, found by their names once and read by their places.
package struct Object<Fields: WireField> {
    /// Where the fields are.
    package let found: FoundFields

    init(_ found: FoundFields) { self.found = found }

    /// Whether no field has a text: all are absent, null or blank.
    package var areEmpty: Bool {
        Fields.allCases.allSatisfy { found.text(at: $0.rawValue) == nil }
    }

    /// Whether `field` is not there at all, not even as null or blank.
    package func isAbsent(_ field: Fields) -> Bool {
        found.isAbsent(at: field.rawValue)
    }

    /// The first field that is not there at all; nil where all are.
    package var firstAbsent: Fields? {
        found.isComplete ? nil : Fields.allCases.first(where: isAbsent)
    }

    /// The text of `field`, or the number as it is written, without white space at its ends; nil
    /// where the field is absent, null or blank.
    package func text(_ field: Fields) -> String? {
        found.text(at: field.rawValue)
    }

    /// The value of `field`; nil where it is absent.
    package subscript(field: Fields) -> Node? { found.node(at: field.rawValue) }

    /// The wire's name of `field`, for messages.
    package func name(of field: Fields) -> String { Fields.names.text(of: field.rawValue) }
}

/// What stands where a number is expected.
package enum Figure: Hashable, Sendable {
    /// Nothing: the field is absent, null or blank.
    case nothing
    /// A number.
    case decimal(Decimal)
    /// Something else, or a number that is too large.
    case other
}

/// Where in a tree the fields of an object are.
///
/// This is not generic, unlike ``Object``: what is generic and of another module has to look up types
/// while the program runs, which is too much for every field of every row.
package struct FoundFields {
    private let tree: Tree
    /// From where on the tree has noted them; nil where there are none.
    private let start: Int?
    /// Whether no field is absent.
    let isComplete: Bool

    /// Finds the fields `names` of the object that `node` is.
    init(in node: Node, _ names: FieldNames) throws(Malformed) {
        tree = node.tree
        guard !(try node.children(of: .object)).isEmpty else {
            start = nil
            isComplete = names.count == 0
            return
        }
        let (start, count) = try tree.find(names, at: node.place)
        self.start = start
        isComplete = count == names.count
    }

    /// The place in the tree of the field at that place among the names; 0 where it is not there.
    private func place(of field: Int) -> Int { start.map { tree.found(at: $0 + field) } ?? 0 }

    /// Whether the field at that place among the names is not there.
    package func isAbsent(at field: Int) -> Bool { place(of: field) == 0 }

    func node(at field: Int) -> Node? {
        let place = place(of: field)
        return place == 0 ? nil : Node(tree: tree, place: place)
    }

    /// The text of the field at that place among the names.
    package func text(at field: Int) -> String? {
        let place = place(of: field)
        return place == 0 ? nil : tree.text(at: place)
    }

    /// Lends the bytes of the text or the number in the field at that place among the names, with
    /// the white space at its ends; none where the field is absent or null.
    package func withBytes<Result>(at field: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let place = place(of: field)
        return place == 0 ? body(Span()) : tree.withText(at: place, body)
    }

    /// Whether the text of the field at that place among the names is `text`, to the byte.
    package func hasText(_ text: StaticString, at field: Int) -> Bool {
        let place = place(of: field)
        return place != 0 && tree.hasText(text, at: place)
    }

    /// The number in the field at that place among the names, be it written as a number or as a
    /// text.
    package func figure(at field: Int) -> Figure {
        let place = place(of: field)
        return place == 0 ? .nothing : tree.figure(at: place)
    }
}
