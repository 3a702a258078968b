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
    /// XML that was made to cost time is refused. An answer has at most 8 MiB, 64 KiB in UTF-16,
    /// 250,000 elements, attributes and instructions, 64 namespaces, 64 KiB of different names, and
    /// 4 KiB in a tag; the longest list of KOBIS, a hundred films, has some 100 kB, 3,000 elements
    /// and 200 names.
    ///
    /// - Parameter limit: how long reading may take, of JSON and XML; nil for no limit.
    /// - Throws: ``Malformed`` where they are anything else, and ``Malformed/overdue`` where reading
    ///   takes longer than `limit`.
    package init(
        _ form: Form, _ bytes: [UInt8], within limit: Duration? = nil
    ) throws(Malformed) {
        let nanoseconds = limit.map(\.nanoseconds) ?? -1
        let read = unsafe bytes.withUnsafeBufferPointer { bytes in
            switch form {
            case .json: unsafe bo_tree_of_json(bytes.baseAddress, bytes.count, nanoseconds)
            case .xml: unsafe bo_tree_of_xml(bytes.baseAddress, bytes.count, nanoseconds)
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
        guard outcome == bo_fine else {
            throw unsafe Malformed(outcome, form, bo_tree_flaw(tree), bytes)
        }
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

extension Duration {
    /// The duration in nanoseconds, or the nearest number there is.
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? 0 : .max }
        let (sum, isTooLong) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooLong ? .max : max(0, sum)
    }
}
