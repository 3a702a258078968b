internal import BoxOffice
internal import Wire

/// KOBIS's way of saying no, which it does with HTTP status 200.
struct Refusal: Hashable, Sendable {
    let code: String
    let message: String

    /// What the refusal means; the code counts, never the wording.
    var fault: Fault {
        switch code {
        case "320010":
            Fault(
                .keyRefused, "KOBIS refused the key (\(text))",
                hint: "check KOBIS_API_KEY; keys are issued at https://www.kobis.or.kr/kobisopenapi"
            )
        case "320011":
            Fault(
                .notYet, "the day's quota of the key is used up (\(text))",
                hint: "run the same command again after midnight in Seoul", outlook: .tomorrow)
        case "320102", "320103":
            Fault(.malformed, "KOBIS does not take the request any more (\(text))")
        default:
            Fault(.unavailable, "KOBIS reports a fault (\(text))")
        }
    }

    private var text: String { message.isEmpty ? code : "\(code): \(message)" }
}

private enum RefusalField: Int, WireField {
    case errorCode, message

    static let names = FieldNames(of: Self.self)
}

/// The one field of a refusal's root in XML.
private enum RefusalRoot: Int, WireField {
    case faultInfo

    static let names = FieldNames(of: Self.self)
    var isNested: Bool { true }
}

/// The roots an answer may have: JSON names its refusals `faultInfo`, XML wraps that once more.
enum Root: Int, WireField {
    case boxOfficeResult, movieListResult, movieInfoResult, peopleListResult, peopleInfoResult
    case companyListResult, companyInfoResult, codes, faultInfo, faultResult

    static let names = FieldNames(of: Self.self)
    var isNested: Bool { true }
}

extension Cursor where Self: ~Copyable {
    /// Reads a whole answer: a refusal, or whatever `result` reads from the value under `root`, or
    /// under any root where that is nil.
    mutating func answer<Result>(
        under root: Root?, _ result: (inout Self) throws(Malformed) -> Result
    ) throws(Malformed) -> Outcome<Result> {
        var roots = Leaves<Root>()
        var outcome: Outcome<Result>?
        try object(&roots) { field, cursor throws(Malformed) in
            guard outcome == nil else { throw Malformed("the answer has two roots") }
            switch field {
            case .faultInfo: outcome = .refusal(try cursor.refusal())
            case .faultResult:
                var wrapper = Leaves<RefusalRoot>()
                try cursor.object(&wrapper) { _, cursor throws(Malformed) in
                    outcome = .refusal(try cursor.refusal())
                }
            case root ?? field: outcome = .result(try result(&cursor))
            default: throw Malformed("the answer is of another service: \(field)")
            }
        }
        guard let outcome else {
            throw Malformed("the answer has neither a result nor a fault")
        }
        return outcome
    }

    /// Reads an answer for the refusal in it alone.
    mutating func fault() throws(Malformed) -> Outcome<Void> {
        try answer(under: nil) { cursor throws(Malformed) in try cursor.skip() }
    }

    private mutating func refusal() throws(Malformed) -> Refusal {
        var leaves = Leaves<RefusalField>()
        try object(&leaves)
        guard let code = leaves.text(.errorCode) else {
            throw Malformed("the answer has a fault without a code")
        }
        return Refusal(code: code, message: leaves.text(.message) ?? "")
    }
}
