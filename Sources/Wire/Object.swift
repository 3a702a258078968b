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

/// What a field holds in which a number is expected.
package enum Figure: Hashable, Sendable {
    /// Nothing: the field is absent, null or blank.
    case nothing
    /// A number.
    case decimal(WireNumber)
    /// Something else, or a number that is too large.
    case other
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
        let index = index(of: field)
        return index == 0 ? nil : Node(tree: tree, index: index)
    }

    /// The text of the field with that index among the names.
    package func text(at field: Int) -> String? {
        let index = index(of: field)
        return index == 0 ? nil : tree.text(at: index)
    }

    /// Lends the bytes of the text or number of a field, with the white space at its ends; no bytes
    /// if the field is absent or null.
    package func withBytes<Result>(at field: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let index = index(of: field)
        return index == 0 ? body(Span()) : tree.withText(at: index, body)
    }

    /// Whether the text of a field is `text`, byte for byte.
    package func hasText(_ text: StaticString, at field: Int) -> Bool {
        let index = index(of: field)
        return index != 0 && tree.hasText(text, at: index)
    }

    /// The number in a field, which may be written as a number or as a text.
    package func figure(at field: Int) -> Figure {
        let index = index(of: field)
        return index == 0 ? .nothing : tree.figure(at: index)
    }
}
