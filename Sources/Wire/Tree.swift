public import BoxOffice
internal import CWire

/// An answer as a tree of values, the same for JSON and XML.
///
/// XML is read as JSON with one more level: an element with child elements is an object or a list,
/// an element without them is a text, and the names of a list's children do not matter. So one
/// reader, written for the tree, reads both forms with the same result.
///
/// Attributes, comments and processing instructions of XML are skipped, CDATA and character references
/// are text, namespace prefixes are dropped, and the declared encoding is decoded. A document type
/// declaration is refused: no service sends one, and the known attacks on XML readers need one.
@safe public final class Tree {
    /// The formats that trees are read from.
    public enum Form: String, CustomStringConvertible, Sendable {
        /// JSON.
        case json = "JSON"
        /// XML.
        case xml = "XML"
        /// YAML, for configurations.
        case yaml = "YAML"

        /// The name of the format: `JSON`, `XML` or `YAML`.
        public var description: String { rawValue }
    }

    /// The format that the tree was read from.
    public let form: Form
    private let tree: OpaquePointer  // Freed in `deinit`, once.
    private let nodes: UnsafeBufferPointer<bo_node>  // Owned by `tree`.

    /// Reads `bytes` from beginning to end: one JSON object, or one XML document, which becomes an
    /// object whose only field is the root element.
    ///
    /// XML that is built to take long is refused. An answer has at most 8 MiB, 250,000 elements,
    /// attributes and instructions, 64 namespaces, 64 KiB of different names, and 1,000 `=` in a tag
    /// and the text after it; a list of a hundred films has about 100 kB, 3,000 elements and 200
    /// names. UTF-16 is refused, because the key is looked for in the bytes of an answer.
    ///
    /// - Parameters:
    ///   - form: the format of the bytes.
    ///   - bytes: the whole document.
    ///   - limit: the time limit for reading JSON or XML; nil for no limit.
    /// - Throws: ``Malformed`` if they are anything else, and ``Malformed/overdue`` if reading
    ///   takes longer than `limit`.
    public init(
        _ form: Form, _ bytes: [UInt8], within limit: Duration? = nil
    ) throws(Malformed) {
        // A limit that does not fit counts as no limit.
        let nanoseconds = limit.flatMap { Int64(exactly: ($0 / .nanoseconds(1)).rounded()) } ?? -1
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

    /// Returns the kind of the node at `index`.
    func kind(at index: Int) -> bo_kind { unsafe nodes[index].kind }

    /// Returns the index after everything inside the node at `index`.
    func end(of index: Int) -> Int { Int(unsafe nodes[index].end) }

    /// Returns the nodes at `indices`, without those inside them.
    func nodes(at indices: Range<Int>) -> [Node] {
        var (nodes, index) = ([Node](), indices.lowerBound)
        while index < indices.upperBound {
            nodes.append(Node(tree: self, index: index))
            index = end(of: index)
        }
        return nodes
    }

    /// Returns the index of a field `name` among those at `indices`, any if there are several; 0 if
    /// it is absent.
    // Not with a span of the name, which would call a function of the standard library.
    @inline(__always)
    func field(_ name: String, in indices: Range<Int>) -> Int {
        unsafe name.utf8.withContiguousStorageIfAvailable { name in
            unsafe Int(
                bo_tree_field(
                    tree, indices.lowerBound, indices.upperBound, name.baseAddress, name.count))
        } ?? 0
    }

    /// Returns true if two of the fields at `indices` may have the same name; false if all differ.
    func mayHaveTwins(at indices: Range<Int>) -> Bool {
        unsafe bo_tree_may_have_twins(tree, indices.lowerBound, indices.upperBound)
    }

    /// Checks that a text, a number or null is at `index`.
    @inline(__always)
    func mustBeText(at index: Int) throws(Malformed) {
        switch kind(at: index) {
        case bo_kind_text, bo_kind_number, bo_kind_null: return
        default: throw .noText(in: form)
        }
    }

    /// Calls `body` with the name at `index`.
    func withName<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let node = unsafe nodes[index]
        let bytes = unsafe UnsafeBufferPointer(start: node.name, count: Int(node.name_length))
        return unsafe body(bytes.span)
    }

    /// Calls `body` with the text or number at `index`; with no bytes if it is something else.
    func withText<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let node = unsafe nodes[index]
        let bytes = unsafe UnsafeBufferPointer(start: node.text, count: Int(node.text_length))
        return unsafe body(bytes.span)
    }

    /// Returns the text or number at `index` without white space at its ends; nil if nothing is left.
    func text(at index: Int) -> String? {
        withText(at: index) { bytes in
            guard !bytes.isEmpty else { return nil }
            // All parsers return valid UTF-8: simdjson has checked it, libxml2 and libyaml have
            // converted to it.
            assert((try? UTF8Span(validating: bytes)) != nil)
            let text = String(copying: unsafe UTF8Span(unchecked: bytes))
            // Most texts have no white space at their ends, and looking for it would be slow.
            return bytes.mayHaveSpace ? text.withoutSpace : text
        }
    }
}

/// A value in a ``Tree``.
public struct Node {
    let tree: Tree
    let index: Int

    /// Returns the fields of this object; null and an empty element have none.
    ///
    /// - Throws: ``Malformed`` if this is not an object.
    public func fields() throws(Malformed) -> Fields {
        let indices = try indices(in: bo_kind_object)
        return Fields(tree: tree, indices: indices, mayHaveTwins: tree.mayHaveTwins(at: indices))
    }

    /// Returns the items of this list; null and an empty element have none.
    ///
    /// - Throws: ``Malformed`` if this is not a list.
    public func list() throws(Malformed) -> [Node] {
        tree.nodes(at: try indices(in: bo_kind_list))
    }

    /// Returns this text, or this number as it is written, without white space at its ends; nil for
    /// null and if nothing is left.
    ///
    /// - Throws: ``Malformed`` if this is an object, a list or a boolean.
    public func text() throws(Malformed) -> String? {
        try tree.mustBeText(at: index)
        return tree.text(at: index)
    }

    /// The name of the field that has this value.
    var name: String { tree.withName(at: index, String.init(utf8:)) }

    /// The text with all its white space.
    var wholeText: String { tree.withText(at: index, String.init(utf8:)) }

    /// Returns the indices of the nodes inside this object or list, depending on `container`.
    func indices(in container: bo_kind) throws(Malformed) -> Range<Int> {
        switch tree.kind(at: index) {
        case container, bo_kind_elements: return (index + 1)..<tree.end(of: index)
        case bo_kind_null: return 0..<0
        case bo_kind_text where tree.form == .xml && tree.text(at: index) == nil: return 0..<0
        default:
            let wanted: Message = container == bo_kind_object ? "an object" : "a list"
            throw tree.form == .xml
                ? Malformed("the XML has a text where elements should be")
                : Malformed("the JSON has something other than \(wanted)")
        }
    }
}

extension Unicode.Scalar {
    /// True for the white space that services leave at the ends of texts: what Unicode calls white
    /// space, which includes line ends and separators, spaces without width, and control
    /// characters.
    fileprivate var isSpace: Bool {
        value < 0x7F
            ? value <= 0x20
            : value <= 0xA0 || value == 0x200B || value == 0xFEFF || isWhiteSpace
    }
}

extension Span<UInt8> {
    /// True if the text may have white space at its ends, of which none has more than three bytes.
    fileprivate var mayHaveSpace: Bool {
        self[0].mayBeginSpace
            || !(0x21...0x7E).contains(self[count - 1])
                && (Swift.max(0, count - 3)..<count).contains { self[$0].mayBeginSpace }
    }
}

extension UInt8 {
    /// True if white space may begin with the byte.
    fileprivate var mayBeginSpace: Bool {
        self <= 0x20 || self == 0x7F || self == 0xC2 || (0xE1...0xE3).contains(self)
            || self == 0xEF
    }
}

extension String {
    /// The text without white space at its ends; nil if nothing is left.
    package var withoutSpace: String? {
        guard utf8.isEmpty || utf8.span.mayHaveSpace else { return self }
        let tail = unicodeScalars.drop(while: \.isSpace)
        guard let last = tail.lastIndex(where: { !$0.isSpace }) else { return nil }
        return String(tail[...last])
    }
}

extension Answer {
    /// Reads the body with `read`, which returns a value, or a refusal of the service as a failure.
    ///
    /// ```swift
    /// let rows: [Int?] = try answer.read(.json, or: { Fault(.malformed, "village-malformed", "\($0.reason)") }) {
    ///     root throws(Malformed) in
    ///     let fields = try root.fields()
    ///     if let text = try fields.text("error") {
    ///         return .failure(Fault(.keyRefused, "village-key", "the village refused the key (\(text))"))
    ///     }
    ///     return .success(try fields.items("rows") { row throws(Malformed) in try row.count("seats") })
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - form: the format of the body.
    ///   - fault: the fault of a body that cannot be read.
    ///   - read: reads the outermost object.
    /// - Throws: the refusal, the fault of a body that cannot be read, or the fault `overdue` if
    ///   reading takes longer than the host allows.
    public func read<Value>(
        _ form: Tree.Form, or fault: (Malformed) -> Fault,
        _ read: (Node) throws(Malformed) -> Result<Value, Fault>
    ) throws(Fault) -> Value {
        let outcome: Result<Value, Fault>
        do throws(Malformed) {
            outcome = try read(Tree(form, body, within: timeLimit).root)
        } catch {
            guard error == .overdue, let timeLimit else { throw fault(error) }
            throw .overdue(after: timeLimit)
        }
        return try outcome.get()
    }
}
