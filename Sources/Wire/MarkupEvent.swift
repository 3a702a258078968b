package import BoxOffice
internal import CWire

/// A tag or a piece of text, as ``read(_:as:or:_:)`` passes them on.
package enum MarkupEvent {
    /// The kinds of documents.
    package enum Form: Sendable {
        /// A web page in UTF-8. What is wrong in it is repaired.
        case page
        /// XML, which is read up to the first error. A document type or an entity is one.
        case xml
    }

    /// A start tag, or one that a page lacks: the name, in lower case in a page, and the
    /// attributes.
    case start(String, [String: String])
    /// An end tag, or one that a page lacks.
    case end(String)
    /// A piece of the text between two tags.
    case text(String)

    /// Passes the tags and texts of a document to `body`, in their order, each with the number of
    /// bytes of a page up to its end; of a start tag up to its `>`, or with it.
    ///
    /// Comments and instructions are left out. A tag has at most 32 KiB and 200 attributes, and a
    /// document at most 64 KiB of different names.
    ///
    /// - Parameters:
    ///   - bytes: the whole document.
    ///   - form: its kind.
    ///   - fault: makes the fault of a document that cannot be read.
    ///   - body: takes a tag or text; throwing ends the reading.
    /// - Throws: what `body` throws, or the fault that `fault` makes.
    package static func read(
        _ bytes: [UInt8], as form: Form, or fault: (Malformed) -> Fault,
        _ body: (MarkupEvent, Int) throws(Fault) -> Void
    ) throws(Fault) {
        var flaw = unsafe bo_flaw()
        let (outcome, refusal, oddity) = withoutActuallyEscaping(body) { body in
            var listener = Listener(form: form, body: body)
            let outcome = unsafe withUnsafeMutablePointer(to: &listener) { listener in
                unsafe bytes.withUnsafeBytes { bytes in
                    let first = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                    return unsafe bo_markup_read(
                        first, bytes.count, form == .page, listener, Listener.take, &flaw)
                }
            }
            let oddity = outcome == bo_long_tag ? .oddMarkup : listener.oddity
            return (outcome, listener.refusal, oddity)
        }
        if let refusal { throw refusal }
        if let oddity { throw fault(oddity) }
        guard outcome == bo_fine else { throw unsafe fault(Malformed(outcome, .xml, flaw, bytes)) }
    }

    /// The receiver of what the parser calls back with.
    private struct Listener {
        let form: Form
        let body: (MarkupEvent, Int) throws(Fault) -> Void
        /// What ended the reading.
        var refusal: Fault?
        var oddity: Malformed?

        /// Passes on one part; returns false to stop.
        static let take:
            @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<bo_markup>?) -> Bool = {
                guard let listener = unsafe $0?.assumingMemoryBound(to: Listener.self),
                    let part = unsafe $1?.pointee
                else { return false }
                return unsafe listener.pointee.take(MarkupEvent(part), at: part.offset)
            }

        private mutating func take(_ part: MarkupEvent?, at offset: Int) -> Bool {
            if case .start(_, let attributes) = part, attributes.count > maxAttributes {
                oddity = .oddMarkup
            } else if let part {
                do throws(Fault) { try body(part, offset) } catch { refusal = error }
            } else if form == .xml {
                oddity = .documentType
            }
            return refusal == nil && oddity == nil
        }
    }

    /// Copies what the parser passes; nil for a document type.
    private init?(_ part: bo_markup) {
        let bytes = unsafe UnsafeBufferPointer(start: part.text, count: part.count)
        let name = unsafe part.count > 0 ? "" : part.text.map { unsafe String(cString: $0) } ?? ""
        switch unsafe UInt8(bitPattern: part.kind) {
        case UInt8(ascii: "<"): self = unsafe .start(name, Self.attributes(at: part.attributes))
        case UInt8(ascii: "/"): self = .end(name)
        case UInt8(ascii: "t"): self = unsafe .text(String(decoding: bytes, as: UTF8.self))
        default: return nil
        }
    }

    /// Copies names and values, one after the other up to NULL; the first of a name counts.
    private static func attributes(
        at first: UnsafePointer<UnsafePointer<UInt8>?>?
    ) -> [String: String] {
        var attributes: [String: String] = [:]
        guard var next = unsafe first else { return attributes }
        while let name = unsafe next.pointee {
            let value = unsafe next[1].map { unsafe String(cString: $0) } ?? ""
            let key = unsafe String(cString: name)
            if attributes[key] == nil { attributes[key] = value }
            unsafe next += 2
        }
        return attributes
    }
}

/// The maximum number of attributes; cells have ten at most.
private let maxAttributes = 200

extension Malformed {
    fileprivate static let oddMarkup = Malformed(
        "it has a longer tag or text, or more different tags, than any table")
}
