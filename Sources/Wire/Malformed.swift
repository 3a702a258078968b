public import BoxOffice
internal import CWire

/// The reason why an answer cannot be read, as a sentence for messages.
///
/// The catalogue of a plugin has its Korean wording under its English text, with `{1}` for the
/// first value in it.
public struct Malformed: Error, Hashable, Sendable {
    /// The sentence, such as `the text ends too early`.
    public let reason: Message

    /// Creates the error from a sentence.
    public init(_ reason: Message) {
        self.reason = reason
    }

    /// Reading took longer than allowed; the document itself may be fine.
    public static let overdue = Malformed("reading it took too long")

    /// The document was not read, because libxml2 is not installed.
    public static let noXMLLibrary = Malformed(
        Message("no-xml-library", "libxml2, which reads XML, is not there"))

    /// A workbook was not read, because minizip is not installed.
    static let noZipLibrary = Malformed(
        Message("no-zip-library", "minizip (libminizip.so.1), which reads workbooks, is not there"))

    /// The kind of its fault: `configuration` if a library is missing.
    package var kind: Fault.Kind {
        [.noXMLLibrary, .noZipLibrary].contains(self) ? .configuration : .malformed
    }

    static let documentType = Malformed("the XML declares a document type, which no answer does")

    static let noMemory = Malformed("there is no memory to read it")

    static func noText(in form: Tree.Form) -> Malformed {
        let wanted: Message = "a text"
        return form == .xml
            ? Malformed("the XML has elements where a text should be")
            : Malformed("the JSON has something other than \(wanted)")
    }

    /// Describes why `bytes` could not be read.
    init(_ outcome: bo_outcome, _ form: Tree.Form, _ flaw: bo_flaw, _ bytes: [UInt8]) {
        switch outcome {
        case bo_no_memory: self = .noMemory
        case bo_overdue: self = .overdue
        case bo_too_deep: self.init("the \(form) is nested too deep")
        case bo_too_many: self.init("the \(form) has more in it than any answer")
        case bo_too_long:
            self.init("the \(form) is longer than any answer: \(bytes.count) bytes")
        case bo_long_tag: self.init("the XML has a tag longer than any tag of an answer")
        case bo_too_many_names:
            self.init("the XML has more different names than any answer")
        case bo_document_type: self = .documentType
        case bo_entity: self.init("the \(form) refers to an entity")
        case bo_encoding: self.init("the XML is in an encoding that no answer has")
        case bo_alias: self.init("the YAML has an alias, which is not read")
        case bo_tag: self.init("the YAML has a tag, which is not read")
        case bo_no_library: self = .noXMLLibrary
        case bo_not_an_object: self.init("the \(form) has something other than an object")
        case bo_trailing: self.init("something follows the end of the \(form)")
        default: unsafe self.init(flaw, form, bytes)
        }
    }

    /// Describes the report of the library that read the document, or the byte of JSON that is not
    /// UTF-8.
    private init(_ flaw: bo_flaw, _ form: Tree.Form, _ bytes: [UInt8]) {
        // A string constant of the library or of CWire.
        var what = unsafe flaw.what.map { Message(sentence: unsafe String(cString: $0)) }
        var (line, byte) = unsafe (Int(flaw.line), Int(flaw.byte))
        do throws(UTF8.ValidationError) {
            if form == .json { _ = try UTF8Span(validating: bytes.span) }
        } catch {
            (line, byte) = (0, error.byteOffsets.lowerBound + 1)
            what = "this is not UTF-8"
        }
        let place: Message =
            line > 0
            ? unsafe Message("at-line", " at line \(line), column \(flaw.column)")
            : byte > 0 ? Message("at-byte", " at byte \(byte)") : ""
        let reason: Message = what.map { ": \($0)" } ?? ""
        self.init("the \(form) is broken\(place)\(reason)")
    }
}

extension String {
    /// The first forty characters at most, for messages that quote a service or a plugin.
    ///
    /// Characters that could steer a terminal or change the direction of the line are shown as
    /// `\u{1b}`.
    package var excerpt: String {
        unicodeScalars.prefix(40).map(\.harmless).joined() + (unicodeScalars.count > 40 ? "…" : "")
    }
}
