internal import BoxOffice
internal import Wire

/// The result of a call of a tool.
struct Answer: Sendable {
    /// The fields of the result.
    let fields: [(name: String, value: JSON?)]

    /// Makes an answer of an object, and of the text that stands for it.
    private init(_ structured: JSON, text: String) {
        fields = [
            ("content", Self.content(text)), ("structuredContent", structured),
            ("isError", JSON(false)),
        ]
    }

    /// Makes an answer of an object.
    init(_ object: JSON) { self.init(object, text: object.text) }

    /// Makes the answer with the rows of `inquiry`.
    init(_ inquiry: Inquiry) {
        let (found, report) = (inquiry.collected, inquiry.report)
        let next = inquiry.window.lowerBound + found.count
        let leftOut = max(0, found.total - next)
        let notes = (found.notes + inquiry.notes).map(\.withoutPaths)
        let faults = [inquiry.warnings, report?["missing"]?.items ?? []].map { faults in
            faults.map { JSON($0.withoutPaths) }
        }
        let calls = report?["calls"]?.members.reduce(0) { sum, member in
            if case .number(let digits) = member.value { sum + (Int(digits) ?? 0) } else { sum }
        }
        let requested = report?["requested"]
        func day(_ day: Day?, _ name: String) -> JSON? {
            day.map { JSON("\($0)") } ?? requested?[name].flatMap { $0 == .null ? nil : JSON($0) }
        }
        let structured = JSON([
            ("rows", JSON(text: "[\(found.rows)]")), ("columns", JSON(found.columns)),
            ("notes", JSON(notes.map { JSON($0) })), ("warnings", JSON(faults[0])),
            ("missing", JSON(faults[1])),
            ("source", JSON(report?["source"] ?? .text(found.source))),
            ("credit", JSON(found.credit)), ("from", day(found.days?.from, "from")),
            ("to", day(found.days?.to, "to")), ("filters", JSON(found.filters)),
            ("calls", JSON(calls ?? 0)), ("left_out", JSON(leftOut)),
        ])
        let more = leftOut > 0 ? ["left_out: \(leftOut) (offset: \(next))"] : []
        let parts =
            [found.table] + notes.filter { !found.table.contains($0) }
            + faults.joined().map(\.text) + more + [found.credit]
        self.init(structured, text: parts.filter { !$0.isEmpty }.joined(separator: "\n\n"))
    }

    /// Makes the answer that a question cannot be answered.
    ///
    /// It has no path and no name of a variable: they are of no use to an assistant, and none of its
    /// business.
    init(_ fault: Fault, at desk: any Desk) {
        var message = desk.text(of: fault.wording).withoutPaths
        var hint = fault.advice.map { desk.text(of: $0).withoutPaths }
        if message.namesVariable {
            (message, hint) = (desk.text(of: .notSetUp), desk.text(of: .notSetUpHint))
        } else if hint?.namesVariable == true {
            hint = nil
        }
        let candidates = fault.candidates.map { JSON($0) }
        let error = JSON([
            ("code", JSON(fault.code)), ("message", JSON(message)), ("hint", hint.map { JSON($0) }),
            ("retry_at", desk.retryTime(after: fault).map { JSON($0) }),
            ("candidates", candidates.isEmpty ? nil : JSON(candidates)),
        ])
        fields = [("content", Self.content(error.text)), ("isError", JSON(true))]
    }

    private static func content(_ text: String) -> JSON {
        JSON([JSON([("type", JSON("text")), ("text", JSON(text))])])
    }
}

extension String {
    /// The text with the names of files in place of their paths.
    fileprivate var withoutPaths: String {
        guard contains("/") else { return self }
        // A path stands in quotes or is a word.
        let quoted = split(separator: "'", omittingEmptySubsequences: false).map { part in
            part.isPath ? part.fileName : part
        }.joined(separator: "'")
        return quoted.split(separator: " ", omittingEmptySubsequences: false).map { word in
            word.isPath ? word.fileName : word
        }.joined(separator: " ")
    }

    /// True if it has a word such as `KOBIS_API_KEY`, or the name of a variable after `$`.
    fileprivate var namesVariable: Bool {
        split { !($0.isASCII && ($0.isLetter || $0.isNumber || "_$".contains($0))) }.contains {
            word in
            word.hasPrefix("$")
                || word.contains("_") && word.contains(where: \.isLetter)
                    && !word.contains(where: \.isLowercase)
        }
    }
}

extension Substring {
    /// True if it begins as the path of a file does that is not relative to a folder of the user's.
    fileprivate var isPath: Bool {
        ["/", "~/", "./", "../"].contains(where: hasPrefix) && count > 1
    }

    /// What stands after the last slash.
    fileprivate var fileName: Substring {
        lastIndex(of: "/").map { self[index(after: $0)...] } ?? self
    }
}

extension JSONValue {
    /// The value with the names of files in place of their paths.
    fileprivate var withoutPaths: JSONValue {
        switch self {
        case .text(let text): .text(text.withoutPaths)
        case .object(let members):
            JSONValue(sorting: Dictionary(members.map { ($0.name, $0.value.withoutPaths) }) { $1 })
        default: self
        }
    }
}

extension Message {
    fileprivate static let notSetUp = Message(
        Message(
            "not-set-up", "bo-export is not set up for this question: a key or a setting is missing"
        ),
        ko: "이 질문에 필요한 키나 설정이 없습니다")
    fileprivate static let notSetUpHint = Message(
        Message(
            "not-set-up.hint",
            "let the user run 'bo-export key' or 'bo-export doctor' in a terminal, or start the server with --source sample"
        ),
        ko: "터미널에서 'bo-export key'나 'bo-export doctor'를 실행하거나 서버를 --source sample로 시작하세요")
}
