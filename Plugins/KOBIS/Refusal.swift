internal import BoxOffice
internal import Wire

/// A refusal by KOBIS, which comes with HTTP status 200.
struct Refusal: Hashable, Sendable {
    let code: String
    let message: String

    /// What the refusal means; it follows from the code, never from the wording.
    var fault: Fault {
        switch code {
        case "320010":
            Fault(
                .keyRefused, "kobis-key-refused", "KOBIS refused the key (\(text))",
                hint: "check KOBIS_API_KEY; keys are issued at https://www.kobis.or.kr/kobisopenapi"
            )
        case "320011":
            Fault(
                .notYet, "kobis-quota-exhausted", "the day's quota of the key is used up (\(text))",
                hint: "run the same command again after midnight in Seoul", outlook: .tomorrow)
        case "320102", "320103":
            Fault(
                .malformed, "kobis-request-refused",
                "KOBIS does not take the request any more (\(text))")
        default:
            Fault(.unavailable, "kobis-fault", "KOBIS reports a fault (\(text))")
        }
    }

    private var text: String { message.isEmpty ? code : "\(code): \(message)" }
}

private enum RefusalField: Int, WireField {
    case errorCode, message

    static let names = FieldNames(of: Self.self)
}

/// The only field under the root of a refusal in XML.
private enum RefusalRoot: Int, WireField {
    case faultInfo

    static let names = FieldNames(of: Self.self)
    var isNested: Bool { true }
}

/// The roots that an answer may have: JSON names a refusal `faultInfo`, XML wraps it once more.
enum Root: Int, WireField {
    case boxOfficeResult, movieListResult, movieInfoResult, peopleListResult, peopleInfoResult
    case companyListResult, companyInfoResult, codes, faultInfo, faultResult

    static let names = FieldNames(of: Self.self)
    var isNested: Bool { true }
}

extension Node {
    /// Reads the answer whose outermost object this is: a refusal, or what `result` reads from the
    /// value under `root`.
    ///
    /// If `root` is nil, any root of a result is taken.
    func answer<Result>(
        under root: Root?, _ result: (Node) throws(Malformed) -> Result
    ) throws(Malformed) -> Outcome<Result> {
        let roots = try object(Root.self)
        let present = Root.allCases.filter { !roots.isAbsent($0) }
        guard present.count <= 1 else { throw Malformed("the answer has two roots") }
        guard let found = present.first, let node = roots[found] else { throw .neither }
        switch found {
        case .faultInfo: return .refusal(try node.refusal())
        case .faultResult:
            guard let node = try node.object(RefusalRoot.self)[.faultInfo] else { throw .neither }
            return .refusal(try node.refusal())
        case root ?? found: return .result(try result(node))
        default: throw Malformed("the answer is of another service: \(found.stringValue)")
        }
    }

    private func refusal() throws(Malformed) -> Refusal {
        let fields = try object(RefusalField.self)
        guard let code = fields.text(.errorCode)?.cleaned else {
            throw Malformed("the answer has a fault without a code")
        }
        return Refusal(code: code, message: fields.text(.message)?.cleaned ?? "")
    }
}

extension Malformed {
    fileprivate static let neither = Malformed("the answer has neither a result nor a fault")
}
