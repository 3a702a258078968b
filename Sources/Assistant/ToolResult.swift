internal import BoxOffice
internal import Wire

/// The result of a call of a tool.
struct ToolResult: Sendable {
    /// The fields of the result.
    let fields: JSON.Fields

    /// Makes an answer of an object, and of the text that stands for it: by default its own.
    init(_ object: JSON, text: String? = nil) {
        fields = [
            ("content", Self.content(text ?? object.text)), ("structuredContent", object),
            ("isError", JSON(false)),
        ]
    }

    /// Makes the answer with the rows of `inquiry`, in whose notes options are arguments.
    init(_ inquiry: Inquiry, with runner: any CommandRunner) {
        let told = inquiry.told
        let (found, report) = (told.document, told.report)
        let next = inquiry.window.lowerBound + (found?.count ?? 0)
        let leftOut = max(0, (found?.total ?? 0) - next)
        let notes = ((found?.notes ?? []) + told.notes).map { runner.text(of: Message($0)) }
        let missing = report?["missing"]?.items ?? []
        let reported = report?["warnings"]?.items ?? []
        // The run also told what its report has.
        let known = (missing + reported).map { $0["code"] }
        let warnings = reported + told.warnings.filter { !known.contains($0["code"]) }
        let calls = (report?["calls"]?.members ?? []).compactMap { Int(JSON($0.value).text) }
        let document = found?.document
        let lines = (found?.table ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        // Titles stay as they are.
        let table = lines.map { $0.hasPrefix("|") ? "\($0)" : runner.text(of: Message($0)) }
            .joined(separator: "\n")
        let days = report?["requested"]
        let structured = JSON([
            ("rows", JSON(text: "[\(found?.rows ?? "")]")), ("columns", JSON(found?.columns ?? [])),
            ("notes", JSON(notes.map { JSON($0) })), ("warnings", JSON(.list(warnings))),
            ("missing", JSON(.list(missing))), ("source", JSON(report?["source"] ?? .text(""))),
            ("credit", JSON(document?.creditLine ?? "")), ("from", days?["from"].map { JSON($0) }),
            ("to", days?["to"].map { JSON($0) }), ("filters", JSON(document?.narrowing ?? [])),
            ("calls", JSON(calls.reduce(0, +))), ("left_out", JSON(leftOut)),
        ])
        let parts =
            [table] + notes.filter { !table.contains($0) }
            + (warnings + missing).map { JSON($0).text }
            + (leftOut > 0 ? ["left_out: \(leftOut) (offset: \(next))"] : [])
            + [document?.creditLine ?? ""]
        self.init(structured, text: parts.filter { !$0.isEmpty }.joined(separator: "\n\n"))
    }

    /// Makes the answer that a question cannot be answered.
    ///
    /// It has no name of a variable, and no hint for a terminal, which would be of no use to an
    /// assistant.
    init(_ fault: Fault, with runner: any CommandRunner) {
        var message = runner.text(of: fault.wording)
        var hint = fault.advice.map(runner.text)
        if message.namesVariable {
            // What is wrong with the question may be written like a variable.
            let isOfQuestion = [.usage, .notFound].contains(fault.kind)
            message = runner.text(of: isOfQuestion ? .notTaken : .notSetUp)
            hint = isOfQuestion ? nil : runner.text(of: .notSetUpHint)
        } else if let text = hint, text.namesVariable || text.isForTerminal {
            hint = fault.kind == .keyRefused ? runner.text(of: .notSetUpHint) : nil
        }
        let candidates = fault.candidates.map { JSON($0) }
        let error = JSON([
            ("code", JSON(fault.code)), ("message", JSON(message)), ("hint", hint.map { JSON($0) }),
            ("retry_at", runner.retryTime(after: fault).map { JSON($0) }),
            ("candidates", candidates.isEmpty ? nil : JSON(candidates)),
        ])
        fields = [("content", Self.content(error.text)), ("isError", JSON(true))]
    }

    private static func content(_ text: String) -> JSON {
        JSON([JSON([("type", JSON("text")), ("text", JSON(text))])])
    }
}

extension String {
    /// True if it names a command line, an option or a setting with names of variables.
    fileprivate var isForTerminal: Bool {
        ["bo-export ", "--", "-O ", "plugin-variables"].contains(where: contains)
    }

    /// True if it has the name of one of our variables, such as `KOBIS_API_KEY`, or that of any
    /// variable after `$`.
    fileprivate var namesVariable: Bool {
        let ends = ["_KEY", "_KEY_FILE", "_URL", "_HOME", "_DIRECTORY", "_PATH"]
        return split { !($0.isASCII && ($0.isLetter || $0.isNumber || "_$".contains($0))) }.contains
        {
            word in
            word.hasPrefix("BO_EXPORT_") || ends.contains(where: word.hasSuffix)
                || word.hasPrefix("$") && word.dropFirst().first?.isUppercase == true
        }
    }
}

extension DocumentDescription {
    /// The filters of the rows: regions, nation, kind, and the terms of a search.
    fileprivate var narrowing: JSON.Fields {
        [
            ("region", regions.isEmpty ? nil : JSON(regions.map { JSON($0.name) })),
            ("nation", nation.map { JSON($0.rawValue) }), ("kind", kind.map { JSON($0.rawValue) }),
            ("deep", isDeep ? JSON(true) : nil),
        ] + terms.map { ($0.name, JSON($0.value)) }
    }
}

extension JSONValue {
    /// The items of a list; empty if it is none.
    fileprivate var items: [JSONValue] { if case .list(let items) = self { items } else { [] } }
}

extension Message {
    fileprivate static let notTaken = Message(
        "the question has a value that is written like a variable, which stands for nothing here",
        ko: "질문에 환경 변수처럼 쓴 값이 있습니다. 여기서는 아무 뜻이 없습니다")
    fileprivate static let notSetUp = Message(
        "bo-export is not set up for this question: a key or a setting is missing",
        ko: "이 질문에 필요한 키나 설정이 없습니다")
    fileprivate static let notSetUpHint = Message(
        "let the user run 'bo-export key' or 'bo-export doctor' in a terminal, or start the server with --source sample",
        ko: "터미널에서 'bo-export key'나 'bo-export doctor'를 실행하거나 서버를 --source sample로 시작하세요")
}
