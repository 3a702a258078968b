internal import BoxOffice
internal import Wire

/// What an answer of KOBIS came to.
enum Outcome<Result> {
    case result(Result)
    case refusal(Refusal)
}

/// Reads the answers of one service, written once for both forms.
protocol ServiceReader {
    /// The root of the service's answers.
    var root: Root { get }

    /// Reads the value under the answer's root.
    func page<Wire: Cursor & ~Copyable>(_ cursor: inout Wire) throws(Malformed) -> Page
}

extension KOBIS {
    /// Reads a whole answer with `reader`.
    func page(_ reader: some ServiceReader, in answer: Answer) throws(Fault) -> Page {
        try read(answer.body) { cursor throws(Malformed) in
            try cursor.answer(under: reader.root) { cursor throws(Malformed) in
                try reader.page(&cursor)
            }
        } xml: { cursor throws(Malformed) in
            try cursor.answer(under: reader.root) { cursor throws(Malformed) in
                try reader.page(&cursor)
            }
        }
    }

    /// Reads `body` with the reader of the form that it has.
    ///
    /// A refusal is understood in either form; data must come in the form that was asked for.
    func read<Result>(
        _ body: [UInt8],
        json: (inout JSONCursor) throws(Malformed) -> Outcome<Result>,
        xml: (inout XMLCursor) throws(Malformed) -> Outcome<Result>
    ) throws(Fault) -> Result {
        let form = Form(of: body)
        let outcome: Outcome<Result>
        do throws(Malformed) {
            switch form {
            case .json: outcome = try JSONCursor.read(body, json)
            case .xml: outcome = try XMLCursor.read(body, xml)
            case .html: throw Malformed("an HTML page came instead of \(encoding.name)")
            case .empty: throw Malformed("the answer is empty")
            case .other: throw Malformed("the answer is not \(encoding.name)")
            }
        } catch {
            throw form == .html ? .htmlPage(error) : Fault(.malformed, error.reason)
        }
        switch outcome {
        case .refusal(let refusal):
            throw refusal.fault
        case .result(let result):
            guard form.encoding == encoding else { throw .wrongForm(form, for: encoding) }
            return result
        }
    }
}

extension KOBIS.Encoding {
    /// `JSON` or `XML`.
    var name: String { rawValue.uppercased() }
}

/// The form that the bytes of an answer have, by their look.
private enum Form: String {
    case json = "JSON"
    case xml = "XML"
    case html = "HTML"
    case empty = "nothing"
    case other = "something else"

    init(of body: [UInt8]) {
        let start = body.prefix(1024).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        switch start.first {
        case UInt8(ascii: "{"): self = .json
        case UInt8(ascii: "<"):
            self = Self.isHTML(start) ? .html : .xml
        case nil where body.count < 1024: self = .empty
        default: self = body.contains(0) ? .xml : .other  // UTF-16 is for libxml2 to tell.
        }
    }

    /// Whether the first tag is one of HTML; what a text further on may mention does not count.
    private static func isHTML(_ start: ArraySlice<UInt8>) -> Bool {
        let tags = start.split(separator: UInt8(ascii: "<"), maxSplits: 8)
        let first = tags.first { !$0.starts(with: "!--".utf8) && $0.first != UInt8(ascii: "?") }
        let name = first?.prefix(13).map { $0 | 0x20 } ?? []  // Small letters; `!` is not changed.
        return name.starts(with: "html".utf8) || name.starts(with: "!doctype html".utf8)
    }

    var encoding: KOBIS.Encoding? {
        switch self {
        case .json: .json
        case .xml: .xml
        default: nil
        }
    }
}

extension Fault {
    fileprivate static func htmlPage(_ malformed: Malformed) -> Fault {
        Fault(
            .malformed, malformed.reason,
            hint: "KOBIS may be under maintenance, or KOBIS_BASE_URL may point elsewhere")
    }

    fileprivate static func wrongForm(_ form: Form, for encoding: KOBIS.Encoding) -> Fault {
        Fault(.malformed, "\(encoding.name) was asked for and \(form.rawValue) came")
    }
}
