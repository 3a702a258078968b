internal import BoxOffice
internal import Wire

/// What an answer of KOBIS turned out to be: a result or a refusal.
enum Outcome<Result> {
    case result(Result)
    case refusal(Refusal)
}

/// Reads the answers of one service, written once for both forms.
protocol ServiceReader {
    /// The root of the service's answers.
    var root: Root { get }

    /// Reads the value under the answer's root.
    func page(_ node: Node) throws(Malformed) -> Page
}

extension KOBIS {
    /// Reads a whole answer with `reader`.
    func page(_ reader: some ServiceReader, in answer: Answer) throws(Fault) -> Page {
        try read(answer, under: reader.root, reader.page)
    }

    /// Reads the body of `answer` in the format that it appears to have: the value under `root`, or
    /// under any root if `root` is nil.
    ///
    /// A refusal is understood in either format; data must come in the format that was asked for.
    func read<Result>(
        _ answer: Answer, under root: Root?, _ result: (Node) throws(Malformed) -> Result
    ) throws(Fault) -> Result {
        let look = Look(of: answer.body)
        let outcome: Outcome<Result>
        do throws(Malformed) {
            switch look {
            case .form(let form):
                let tree = try Tree(form, answer.body, within: answer.timeLimit)
                outcome = try tree.root.answer(under: root, result)
            case .html: throw Malformed("an HTML page came instead of \(encoding.form)")
            case .empty: throw Malformed("the answer is empty")
            case .other: throw Malformed("the answer is not \(encoding.form)")
            }
        } catch {
            if error == .overdue { throw .overdue(after: answer.timeLimit) }
            if error == .noXMLLibrary { throw .noXMLLibrary }
            throw look == .html
                ? .htmlPage(error)
                : Fault(
                    .malformed, "malformed-answer", "\(error.reason)")
        }
        switch outcome {
        case .refusal(let refusal):
            throw refusal.fault
        case .result(let result):
            guard look == .form(encoding.form) else { throw .wrongForm(for: encoding.form) }
            return result
        }
    }
}

extension KOBIS.Encoding {
    /// The format of the answers.
    var form: Tree.Form {
        switch self {
        case .json: .json
        case .xml: .xml
        }
    }
}

/// What the bytes of an answer look like.
private enum Look: Equatable {
    case form(Tree.Form)
    case html
    case empty
    case other

    init(of body: [UInt8]) {
        let start = body.prefix(1024).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        switch start.first {
        case UInt8(ascii: "{"): self = .form(.json)
        case UInt8(ascii: "<"):
            self = Self.isHTML(start) ? .html : .form(.xml)
        case nil where body.count < 1024: self = .empty
        default: self = body.contains(0) ? .form(.xml) : .other  // libxml2 detects UTF-16.
        }
    }

    /// Whether the first tag is a tag of HTML; HTML that a text mentions later does not count.
    private static func isHTML(_ start: ArraySlice<UInt8>) -> Bool {
        var rest = start
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(open + 1)...]
            if rest.first == UInt8(ascii: "?") || rest.starts(with: "!--".utf8) { continue }
            let name = rest.prefix(13).map { $0 | 0x20 }  // Lower case; `!` does not change.
            return name.starts(with: "html".utf8) || name.starts(with: "!doctype html".utf8)
        }
        return false
    }
}

extension Fault {
    fileprivate static func htmlPage(_ malformed: Malformed) -> Fault {
        Fault(
            .malformed, "html-page", "\(malformed.reason)",
            hint: "KOBIS may be under maintenance, or KOBIS_BASE_URL may point elsewhere",
            outlook: .passing)
    }

    fileprivate static let noXMLLibrary = Fault(
        .configuration, "no-xml-library", Malformed.noXMLLibrary.reason,
        hint: "on Debian and Ubuntu: apt-get install libxml2")

    fileprivate static func wrongForm(for form: Tree.Form) -> Fault {
        Fault(
            .malformed, "wrong-form",
            "\(form) was asked for and \(form == .json ? "XML" : "JSON") came")
    }
}
