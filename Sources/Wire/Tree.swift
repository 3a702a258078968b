internal import CWire

/// An answer as a tree of values, the same for JSON and XML.
///
/// XML is read as JSON with one more level: an element with child elements is an object or a list, an
/// element without is a text, and the names of a list's children do not matter. So one reader, written
/// against the tree, reads both forms with the same result.
///
/// Attributes, comments and processing instructions of XML are skipped, CDATA and character references
/// are text, namespace prefixes are dropped, and the declared encoding is decoded. A document type
/// declaration is refused: no service sends one, and the known attacks on XML readers need one.
@safe public final class Tree {
    /// The forms that trees are read from.
    public enum Form: Sendable {
        /// JSON.
        case json
        /// XML.
        case xml
        /// YAML, for configurations.
        case yaml
    }

    /// The form that the tree was read from.
    public let form: Form
    private let tree: OpaquePointer  // Freed in `deinit`, once.
    private let nodes: UnsafeBufferPointer<bo_node>  // Owned by `tree`.

    /// Reads `bytes` from beginning to end: one JSON object, or one XML document, which becomes an
    /// object whose one field is the root element.
    ///
    /// XML that is built to take long is refused. An answer has at most 8 MiB, 64 KiB in UTF-16,
    /// 250,000 elements, attributes and instructions, 64 namespaces, 64 KiB of different names, and
    /// 4 KiB in a tag; a list of a hundred films has about 100 kB, 3,000 elements and 200
    /// names.
    ///
    /// - Parameters:
    ///   - form: what the bytes are.
    ///   - bytes: the whole document.
    ///   - limit: how long reading JSON or XML may take; nil for no limit.
    /// - Throws: ``Malformed`` if they are anything else, and ``Malformed/overdue`` if reading takes
    ///   longer than `limit`.
    public init(
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
    public var root: Node { Node(tree: self, index: 0) }

    // MARK: - Nodes

    /// The kind of the node at `index`.
    func kind(at index: Int) -> bo_kind { unsafe nodes[index].kind }

    /// The index behind everything inside the node at `index`.
    func end(of index: Int) -> Int { Int(unsafe nodes[index].end) }

    /// Looks for the fields `names` in the object at `index`; returns how many there are, and the
    /// index from which on ``found(at:)`` has them.
    ///
    /// - Throws: ``Malformed`` if one occurs twice, or should be a text and is not.
    func find(
        _ names: FieldNames, at index: Int
    ) throws(Malformed) -> (start: Int, count: Int) {
        var (start, count) = (0, 0)
        let finding = unsafe bo_tree_find(tree, index, names.names, &start, &count)
        switch finding {
        case bo_found: return (start, count)
        case bo_found_twice:
            throw Malformed("the field '\(names.text(of: count))' is there twice")
        case bo_found_no_memory: throw .noMemory
        default: throw .noText(in: form)
        }
    }

    /// Where the field noted at `index` is; 0 if it is absent.
    func found(at index: Int) -> Int { unsafe bo_tree_found(tree, index) }

    /// Lends the name at `index`.
    func withName<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let node = unsafe nodes[index]
        let bytes = unsafe UnsafeBufferPointer(start: node.name, count: Int(node.name_length))
        return unsafe body(bytes.span)
    }

    /// Lends the text or number at `index`; no bytes if it is something else.
    func withText<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let node = unsafe nodes[index]
        let bytes = unsafe UnsafeBufferPointer(start: node.text, count: Int(node.text_length))
        return unsafe body(bytes.span)
    }
}

extension Tree.Form: CustomStringConvertible {
    /// `JSON`, `XML` or `YAML`.
    public var description: String {
        switch self {
        case .json: "JSON"
        case .xml: "XML"
        case .yaml: "YAML"
        }
    }
}

extension Duration {
    /// The duration in nanoseconds, or the nearest number that fits.
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? 0 : .max }
        let (sum, isTooLong) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooLong ? .max : max(0, sum)
    }
}
