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
            form, or: { unreadable($0, answer.body, form) }
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

    /// Returns the fault for a refusal, which usually comes with HTTP status 200; it depends on the
    /// code, never on the wording.
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
        case "320102", "320103", "320105":
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
        case UInt8(ascii: "<"): return .xml
        case nil where body.allSatisfy("\u{FEFF} \t\r\n".utf8.contains):
            throw .malformed(Malformed("the answer is empty"))
        default: throw .malformed(Malformed("the answer is not \(requestedForm)"))
        }
    }

    /// Returns the fault for a body that cannot be read.
    ///
    /// XML without a root of KOBIS near its beginning is something in the way of an answer, usually
    /// a page of HTML.
    private func unreadable(_ error: Malformed, _ body: [UInt8], _ form: Tree.Form) -> Fault {
        let start = body.prefix(8192)
        // A root may have a prefix.
        let tags = Self.roots.flatMap { ["<\($0)", ":\($0)"] }
        guard form == .json || tags.contains(where: { start.firstRange(of: $0.utf8) != nil })
        else {
            return Fault(
                .malformed, "html-page",
                "\(requestedForm) was asked for and something else came, probably an HTML page",
                hint: "KOBIS may be under maintenance, or KOBIS_BASE_URL may point elsewhere",
                outlook: .passing)
        }
        return error == .noXMLLibrary ? .noXMLLibrary : .malformed(error)
    }
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
