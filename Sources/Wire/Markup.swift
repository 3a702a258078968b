package import BoxOffice
internal import CWire

/// A tag or a piece of text of a document, lent to a closure for the time of a call.
///
/// Nothing is copied before it is asked for.
@safe package struct Markup: ~Copyable {
    /// The kinds of documents.
    package enum Form: Sendable {
        /// A web page in UTF-8. What is wrong in it is repaired.
        case page
        /// XML, which is read up to the first error. A document type or an entity is one.
        case xml
    }

    /// The kinds of parts.
    package enum Kind: Sendable {
        /// A start tag, or one that a page lacks.
        case start
        /// An end tag, or one that a page lacks.
        case end
        /// A piece of the text between two tags.
        case text
    }

    /// What it is.
    package let kind: Kind
    /// The number of bytes of a page up to its end; of a start tag up to its `>`, or with it.
    package let offset: Int
    private let part: bo_markup  // Valid during the call.

    /// Takes what the parser passes; nil for a document type.
    private init?(_ part: bo_markup) {
        switch unsafe UInt8(bitPattern: part.kind) {
        case UInt8(ascii: "<"): kind = .start
        case UInt8(ascii: "/"): kind = .end
        case UInt8(ascii: "t"): kind = .text
        default: return nil
        }
        offset = unsafe part.offset
        unsafe self.part = part
    }

    /// The name of a tag, in lower case in a page; empty for a text.
    package var name: String {
        kind == .text ? "" : unsafe part.text.map { unsafe String(cString: $0) } ?? ""
    }

    /// The text; empty for a tag.
    package var text: String { withText(String.init(utf8:)) }

    /// True if it is a text of ASCII's white space alone.
    package var isBlank: Bool {
        kind == .text && withText { text in text.indices.allSatisfy { text[$0] <= 0x20 } }
    }

    private func withText<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let count = kind == .text ? unsafe part.count : 0
        let bytes = unsafe UnsafeBufferPointer(start: part.text, count: count)
        return unsafe body(bytes.span)
    }

    /// The attributes of a start tag.
    package var attributes: [String: String] {
        var attributes: [String: String] = [:]
        unsafe forEachAttribute { name, value in
            let name = unsafe String(cString: name)
            if attributes[name] == nil { attributes[name] = value() }
            return true
        }
        return attributes
    }

    /// Returns the value of the attribute `name` of a start tag; nil if it has none.
    package func attribute(_ name: String) -> String? {
        var found: String?
        let first = name.utf8.first
        unsafe forEachAttribute { other, value in
            guard unsafe other.pointee == first, unsafe String(cString: other) == name else {
                return true
            }
            found = value()
            return false
        }
        return found
    }

    /// Passes names and values to `body`, until it returns false.
    private func forEachAttribute(_ body: (UnsafePointer<UInt8>, () -> String) -> Bool) {
        guard kind == .start, var next = unsafe part.attributes else { return }
        while let name = unsafe next.pointee {
            let value = unsafe next[1]
            guard unsafe body(name, { unsafe value.map { unsafe String(cString: $0) } ?? "" })
            else { return }
            unsafe next += 2
        }
    }

    /// True if it has more attributes than any tag of a table.
    private var hasManyAttributes: Bool {
        guard kind == .start, let first = unsafe part.attributes else { return false }
        // Names and values come by turns.
        return (0...maxAttributes).allSatisfy { unsafe first[2 * $0] != nil }
    }

    // MARK: - Documents

    /// Passes the tags and texts of a document to `body`, in their order.
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
        _ body: (borrowing Markup) throws(Fault) -> Void
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
        let body: (borrowing Markup) throws(Fault) -> Void
        /// What ended the reading.
        var refusal: Fault?
        var oddity: Malformed?

        /// Passes on one part; returns false to stop.
        static let take:
            @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<bo_markup>?) -> Bool = {
                guard let listener = unsafe $0?.assumingMemoryBound(to: Listener.self),
                    let part = unsafe $1?.pointee
                else { return false }
                return unsafe listener.pointee.take(part)
            }

        private mutating func take(_ part: bo_markup) -> Bool {
            guard let markup = unsafe Markup(part) else {
                if form == .xml { oddity = .documentType }
                return oddity == nil
            }
            guard !markup.hasManyAttributes else {
                oddity = .oddMarkup
                return false
            }
            do throws(Fault) {
                try body(markup)
                return true
            } catch {
                refusal = error
                return false
            }
        }
    }
}

/// The maximum number of attributes; cells have ten at most.
private let maxAttributes = 200

extension Malformed {
    fileprivate static let oddMarkup = Malformed(
        "it has a longer tag or text, or more different tags, than any table")
}
