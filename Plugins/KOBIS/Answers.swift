internal import BoxOffice
internal import Wire

// The reading of any service's answer: a result, a refusal, or something else.

extension KOBIS {
    /// Reads the body of `answer` in the format that it appears to have: the value under `root`, or
    /// under any root if `root` is nil.
    ///
    /// A refusal is understood in either format; data must come in the requested format.
    func read<Value>(
        _ answer: Answer, under root: String?, _ value: (Node) throws(Malformed) -> Value
    ) throws(Fault) -> Value {
        let form = try form(of: answer.body)
        let result = try answer.read(
            form, or: { $0 == .noXMLLibrary ? .noXMLLibrary : .malformed($0) }
        ) { answer throws(Malformed) in
            try Self.outcome(in: answer.fields(), under: root, value)
        }
        guard form == requestedForm else {
            throw Fault(
                .malformed, "wrong-form", "\(requestedForm) was asked for and \(form) came")
        }
        return result
    }

    /// Reads the outermost object: a refusal, or the result of `value` for the node under `root`.
    ///
    /// JSON names a refusal `faultInfo`, XML wraps it once more.
    private static func outcome<Value>(
        in fields: Fields, under root: String?, _ value: (Node) throws(Malformed) -> Value
    ) throws(Malformed) -> Result<Value, Fault> {
        let present = fields.names.filter(roots.contains)
        guard let found = present.first, let node = try fields[found] else { throw neither }
        guard present.count == 1 else { throw Malformed("the answer has two roots") }
        switch found {
        case "faultInfo": return .failure(try refusal(in: node.fields()))
        case "faultResult":
            guard let node = try node.fields()["faultInfo"] else { throw neither }
            return .failure(try refusal(in: node.fields()))
        case root ?? found: return .success(try value(node))
        default: throw Malformed("the answer is of another service: \(found)")
        }
    }

    /// The roots that an answer may have.
    private static let roots = [
        "boxOfficeResult", "movieListResult", "movieInfoResult", "peopleListResult",
        "peopleInfoResult", "companyListResult", "companyInfoResult", "codes", "faultInfo",
        "faultResult",
    ]

    /// Returns the fault for a refusal, which comes with HTTP status 200; it depends on the code,
    /// never on the wording.
    private static func refusal(in fields: Fields) throws(Malformed) -> Fault {
        guard let code = try fields.cleanText("errorCode") else {
            throw Malformed("the answer has a fault without a code")
        }
        let text = try fields.cleanText("message").map { "\(code): \($0)" } ?? code
        return switch code {
        case "320010":
            Fault(
                .keyRefused, "kobis-key-refused", "KOBIS refused the key (\(text))",
                hint:
                    "check the key ('bo-export doctor' says where it is); keys are issued at https://www.kobis.or.kr/kobisopenapi"
            )
        case "320011":
            Fault(
                .notYet, "kobis-quota-exhausted", "the day's quota of the key is used up (\(text))",
                hint: "run the same command again after midnight in Seoul", outlook: .tomorrow)
        case "320102", "320103":
            Fault(
                .malformed, "kobis-request-refused",
                "KOBIS no longer accepts the request (\(text))")
        default:
            Fault(.unavailable, "kobis-fault", "KOBIS reports a fault (\(text))")
        }
    }

    /// The format in which answers are requested.
    private var requestedForm: Tree.Form { encoding == .json ? .json : .xml }

    /// Returns the format that an answer appears to have.
    private func form(of body: [UInt8]) throws(Fault) -> Tree.Form {
        let start = body.prefix(8192).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        switch start.first {
        case UInt8(ascii: "{"): return .json
        case UInt8(ascii: "<"):
            guard !Self.isHTML(start) else {
                throw Fault(
                    .malformed, "html-page", "an HTML page came instead of \(requestedForm)",
                    hint: "KOBIS may be under maintenance, or KOBIS_BASE_URL may point elsewhere",
                    outlook: .passing)
            }
            return .xml
        case nil where body.allSatisfy("\u{FEFF} \t\r\n".utf8.contains):
            throw .malformed(Malformed("the answer is empty"))
        default: throw .malformed(Malformed("the answer is not \(requestedForm)"))
        }
    }

    /// Returns true if the first tag is an HTML tag; HTML in a later text does not count.
    private static func isHTML(_ start: ArraySlice<UInt8>) -> Bool {
        var rest = start
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(open + 1)...]
            if rest.starts(with: "!--".utf8) {
                rest = rest.firstRange(of: "-->".utf8).map { rest[$0.upperBound...] } ?? []
                continue
            }
            if rest.first == UInt8(ascii: "?") { continue }
            let start = rest.prefix(14)
            let isDeclared = start.map { $0 | 0x20 }.starts(with: "!doctype html".utf8)
            // A bit more makes a letter small.
            let name = start.prefix(while: \.isUnreserved).map { $0 | 0x20 }
            return isDeclared || elementsOfHTML.contains(name)
        }
        return false
    }

    /// What pages that are in the way of an answer begin with.
    private static let elementsOfHTML = [
        "html", "head", "title", "meta", "script", "noscript", "style", "body", "center", "div",
        "table", "h1", "h2", "h3", "p", "b", "br", "font",
    ].map { Array($0.utf8) }
}

private let neither = Malformed("the answer has neither a result nor a fault")

extension Fault {
    fileprivate static func malformed(_ error: Malformed) -> Fault {
        Fault(.malformed, "malformed-answer", "\(error.reason)")
    }

    fileprivate static let noXMLLibrary = Fault(
        .configuration, "no-xml-library", Malformed.noXMLLibrary.reason,
        hint: "on Debian and Ubuntu: apt-get install libxml2")
}
