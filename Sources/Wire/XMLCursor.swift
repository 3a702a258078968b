internal import CXML2

/// A cursor over XML, on libxml2's pull reader.
///
/// Attributes, comments and processing instructions are passed over, CDATA and character
/// references are text, names count without their namespace prefix, and the declared encoding is
/// decoded. A document type declaration is refused: no service sends one, and entities are the way
/// in for everything that makes XML dangerous.
@safe package struct XMLCursor: Cursor, ~Copyable {
    private let reader: xmlTextReaderPtr  // Freed in `deinit`, once.
    /// The depths of the elements entered and not yet left; -1 for the document itself.
    private var entered: [Int32] = []
    /// Whether the cursor stands on an element that has not been read.
    private var isOnUnread = false
    private var hasKnownEncoding = false

    private init(_ bytes: UnsafeBufferPointer<UInt8>) throws(Malformed) {
        guard parserIsReady else { throw .noMemory }
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_COMPACT.rawValue
        let opened = unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
            // libxml2 reads the bytes where they lie, for as long as the reader is.
            unsafe xmlReaderForMemory(
                bytes.baseAddress, Int32(clamping: bytes.count), nil, nil, Int32(options))
        }
        guard let opened = unsafe opened else { throw .noMemory }
        unsafe reader = opened
        unsafe bo_xml_keep_quiet(reader)
    }

    deinit {
        unsafe xmlFreeTextReader(reader)
    }

    /// Lends a cursor on the document of `bytes`, as an object whose one field is the root element,
    /// to `body`.
    ///
    /// - Throws: ``Malformed`` where `bytes` are not one well-formed document without a document
    ///   type declaration.
    package static func read<Result>(
        _ bytes: [UInt8], _ body: (inout XMLCursor) throws(Malformed) -> Result
    ) throws(Malformed) -> Result {
        try TagLength.check(bytes.span)
        var outcome: Swift.Result<Result, Malformed> = .failure(.brokenXML)
        unsafe bytes.withUnsafeBufferPointer { bytes in
            outcome = Swift.Result { () throws(Malformed) in
                var cursor = try unsafe XMLCursor(bytes)
                let result = try body(&cursor)
                while try cursor.step() {}
                return result
            }
        }
        return try outcome.get()
    }

    package mutating func enterObject() throws(Malformed) -> Bool {
        guard !entered.isEmpty || isOnUnread else {
            entered.append(-1)
            return true
        }
        return try enterElement()
    }

    package mutating func enterList() throws(Malformed) -> Bool {
        try enterElement()
    }

    package mutating func nextField(
        of names: FieldNames, expecting guess: Int
    ) throws(Malformed) -> NextField {
        guard try nextChild() else { return .end }
        let name = unsafe xmlTextReaderConstLocalName(reader)  // Owned by libxml2; read here.
        let length = unsafe Int(xmlStrlen(name))
        let bytes = unsafe UnsafeBufferPointer(start: name, count: length)
        let place = unsafe names.place(of: bytes.span, expecting: guess)
        return place.map(NextField.known) ?? .unknown
    }

    package mutating func nextItem() throws(Malformed) -> Bool {
        try nextChild()
    }

    package mutating func text(into bytes: inout [UInt8]) throws(Malformed) {
        let depth = unsafe xmlTextReaderDepth(reader)
        isOnUnread = false
        guard unsafe xmlTextReaderIsEmptyElement(reader) == 0 else { return }
        while try step(), unsafe xmlTextReaderDepth(reader) > depth {
            switch nodeType {
            case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA, XML_READER_TYPE_WHITESPACE,
                XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
                let text = unsafe xmlTextReaderConstValue(reader)  // Owned by libxml2; copied here.
                let length = unsafe Int(xmlStrlen(text))
                unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: length))
            case XML_READER_TYPE_ELEMENT:
                throw Malformed("the XML has elements where a text should be")
            default:
                continue
            }
        }
    }

    package mutating func skip() throws(Malformed) {
        let depth = unsafe xmlTextReaderDepth(reader)
        isOnUnread = false
        guard unsafe xmlTextReaderIsEmptyElement(reader) == 0 else { return }
        while try step(), unsafe xmlTextReaderDepth(reader) > depth {}
    }

    private mutating func enterElement() throws(Malformed) -> Bool {
        isOnUnread = false
        guard unsafe xmlTextReaderIsEmptyElement(reader) == 0 else { return false }
        unsafe entered.append(xmlTextReaderDepth(reader))
        return true
    }

    /// Goes on to the next child element of the element entered last, or out of that.
    private mutating func nextChild() throws(Malformed) -> Bool {
        if isOnUnread { try skip() }
        let depth = entered.last ?? -1
        while try step() {
            let here = unsafe xmlTextReaderDepth(reader)
            if here <= depth { break }  // The end of the element.
            guard here == depth + 1 else { continue }
            switch nodeType {
            case XML_READER_TYPE_ELEMENT:
                isOnUnread = true
                return true
            case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA:
                throw Malformed("the XML has a text where elements should be")
            default:
                continue
            }
        }
        entered.removeLast(entered.isEmpty ? 0 : 1)
        return false
    }

    /// Refuses encodings in which `<` and `>` need not be the bytes they are in ASCII, for tags are
    /// measured by them.
    private mutating func checkEncoding() throws(Malformed) {
        hasKnownEncoding = true
        guard let name = unsafe xmlTextReaderConstEncoding(reader) else { return }
        let length = unsafe Int(xmlStrlen(name))
        let bytes = unsafe UnsafeBufferPointer(start: name, count: length)
        let encoding = unsafe String(decoding: bytes, as: UTF8.self).uppercased()
        let known = [
            "UTF-8", "UTF8", "US-ASCII", "ASCII", "ISO-8859-1", "EUC-KR", "EUCKR", "CP949", "UHC",
            "MS949", "KS_C_5601-1987", "UTF-16", "UTF-16LE", "UTF-16BE",
        ]
        guard known.contains(encoding) else {
            throw Malformed("the XML is in an encoding that no answer has")
        }
    }

    private var nodeType: xmlReaderTypes {
        unsafe xmlReaderTypes(rawValue: UInt32(clamping: xmlTextReaderNodeType(reader)))
    }

    /// Goes on to the next node; false at the end of the document.
    private mutating func step() throws(Malformed) -> Bool {
        switch unsafe xmlTextReaderRead(reader) {
        case 0: return false
        case 1: break
        default: throw .brokenXML
        }
        if !hasKnownEncoding { try checkEncoding() }
        switch nodeType {
        case XML_READER_TYPE_DOCUMENT_TYPE:
            throw Malformed("the XML declares a document type, which no answer does")
        case XML_READER_TYPE_ENTITY_REFERENCE:
            throw Malformed("the XML refers to an entity")
        default:
            return true
        }
    }
}

/// Set up once, before a second thread could use libxml2.
private let parserIsReady: Bool = {
    xmlInitParser()
    return true
}()

extension Malformed {
    fileprivate static let brokenXML = Malformed("the XML is broken")
}
