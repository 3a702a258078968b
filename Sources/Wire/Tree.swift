internal import CWire

/// An answer as a tree of values, the same for JSON and for XML.
///
/// XML is taken as JSON with one more level: an element with child elements is an object or a list,
/// one without is a text, and the names of a list's children do not matter. So a reader that is
/// written against the tree reads both, and what it reads cannot differ.
///
/// Of XML, attributes, comments and processing instructions are passed over, CDATA and character
/// references are text, names count without their namespace prefix, and the declared encoding is
/// decoded. A document type declaration is refused: no service sends one, and entities are the way
/// in for everything that makes XML dangerous.
@safe package final class Tree {
    /// The forms that trees are read from.
    package enum Form: Sendable {
        /// JSON.
        case json
        /// XML.
        case xml
        /// YAML, for configurations.
        case yaml
    }

    /// The form that the tree was read from.
    package let form: Form
    private let tree: OpaquePointer  // Freed in `deinit`, once.
    private let nodes: UnsafeBufferPointer<bo_node>  // Owned by `tree`.

    /// Reads `bytes` from beginning to end: one JSON object, or one XML document, which is taken as
    /// an object whose one field is the root element.
    ///
    /// - Throws: ``Malformed`` where they are anything else.
    package init(_ form: Form, _ bytes: [UInt8]) throws(Malformed) {
        if form == .xml { try TagLength.check(bytes.span) }
        let read = unsafe bytes.withUnsafeBufferPointer { bytes in
            switch form {
            case .json: unsafe bo_tree_of_json(bytes.baseAddress, bytes.count)
            case .xml: unsafe bo_tree_of_xml(bytes.baseAddress, bytes.count)
            case .yaml: unsafe bo_tree_of_yaml(bytes.baseAddress, bytes.count)
            }
        }
        guard let read = unsafe read else { throw .noMemory }
        self.form = form
        unsafe tree = read
        var count = 0
        let first = unsafe bo_tree_nodes(tree, &count)
        unsafe nodes = UnsafeBufferPointer(start: first, count: count)
        let outcome = unsafe bo_tree_outcome(tree)
        guard outcome == bo_fine else { throw Malformed(outcome, form) }
    }

    deinit {
        unsafe bo_tree_free(tree)
    }

    /// The outermost object.
    package var root: Node { Node(tree: self, place: 0) }

    // MARK: - Nodes

    /// What stands at `place`.
    func kind(at place: Int) -> bo_kind { unsafe nodes[place].kind }

    /// The place behind all that is inside the node at `place`.
    func end(of place: Int) -> Int { Int(unsafe nodes[place].end) }

    /// Looks in the object at `place` for the fields that are called as `names` says, and gives how
    /// many there are, and from where on they are noted, for ``found(at:)``.
    ///
    /// - Throws: ``Malformed`` where one is there twice, or should be a text and is none.
    func find(
        _ names: FieldNames, at place: Int
    ) throws(Malformed) -> (start: Int, count: Int) {
        var (start, count) = (0, 0)
        let finding = unsafe names.withNames { names in
            unsafe bo_tree_find(tree, place, names, &start, &count)
        }
        switch finding {
        case bo_found: return (start, count)
        case bo_found_twice:
            throw Malformed("the field '\(names.text(of: count))' is there twice")
        case bo_found_no_memory: throw .noMemory
        default: throw .noText(in: form)
        }
    }

    /// Where the field is that was noted at `index`; 0 where it is not there.
    func found(at index: Int) -> Int { unsafe bo_tree_found(tree, index) }

    /// Lends the name at `place`.
    func withName<Result>(at place: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let node = unsafe nodes[place]
        let bytes = unsafe UnsafeBufferPointer(start: node.name, count: Int(node.name_length))
        return unsafe body(bytes.span)
    }

    /// Lends the text or the number at `place`; nothing where something else stands there.
    func withText<Result>(at place: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let node = unsafe nodes[place]
        let bytes = unsafe UnsafeBufferPointer(start: node.text, count: Int(node.text_length))
        return unsafe body(bytes.span)
    }
}

extension Malformed {
    static let noMemory = Malformed("there is no memory to read it")

    static func noText(in form: Tree.Form) -> Malformed {
        form == .xml
            ? Malformed("the XML has elements where a text should be")
            : Malformed("the JSON has a list or an object for a text")
    }

    fileprivate init(_ outcome: bo_outcome, _ form: Tree.Form) {
        switch outcome {
        case bo_no_memory: self = .noMemory
        case bo_too_deep: self.init("the \(form) is nested too deep")
        case bo_too_many: self.init("the \(form) has more in it than any answer")
        case bo_not_an_object: self.init("the \(form) has something else than an object")
        case bo_trailing: self.init("something follows the end of the \(form)")
        case bo_document_type:
            self.init("the XML declares a document type, which no answer does")
        case bo_entity: self.init("the \(form) refers to an entity")
        case bo_encoding: self.init("the XML is in an encoding that no answer has")
        case bo_alias: self.init("the YAML has an alias, which is not read")
        case bo_tag: self.init("the YAML has a tag, which is not read")
        case bo_no_library: self.init("libxml2, which reads XML, is not there")
        default: self.init("the \(form) is broken")
        }
    }
}

extension Tree.Form: CustomStringConvertible {
    /// `JSON`, `XML` or `YAML`.
    package var description: String {
        switch self {
        case .json: "JSON"
        case .xml: "XML"
        case .yaml: "YAML"
        }
    }
}
