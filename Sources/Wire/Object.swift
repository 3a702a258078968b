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
    /// Places of fields; 0, where no field can be, for those that are absent.
    typealias Places = InlineArray<24, UInt32>

    private let tree: Tree
    private var places = Places(repeating: 0)
    /// Whether no field is absent.
    let isComplete: Bool

    /// Finds the fields `names` of the object that `node` is.
    init(in node: Node, _ names: FieldNames) throws(Malformed) {
        tree = node.tree
        guard names.count <= places.count else {
            throw Malformed("it is read for too many fields")
        }
        guard !(try node.children(of: .object)).isEmpty else {
            isComplete = names.count == 0
            return
        }
        isComplete = try tree.find(names, at: node.place, &places) == names.count
    }

    /// Whether the field at that place among the names is not there.
    package func isAbsent(at field: Int) -> Bool { places[field] == 0 }

    func node(at field: Int) -> Node? {
        isAbsent(at: field) ? nil : Node(tree: tree, place: Int(places[field]))
    }

    /// The text of the field at that place among the names.
    package func text(at field: Int) -> String? {
        isAbsent(at: field) ? nil : tree.text(at: Int(places[field]))
    }

    /// Whether the text of the field at that place among the names is `text`, to the byte.
    package func hasText(_ text: StaticString, at field: Int) -> Bool {
        !isAbsent(at: field) && tree.hasText(text, at: Int(places[field]))
    }

    /// The number in the field at that place among the names, be it written as a number or as a
    /// text.
    package func figure(at field: Int) -> Figure {
        isAbsent(at: field) ? .nothing : tree.figure(at: Int(places[field]))
    }
}
