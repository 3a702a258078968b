internal import BoxOffice
internal import Wire

/// A call of a tool: the command line that its arguments stand for, and the rows that are wanted.
struct ToolCall {
    /// The words of the command line; empty if the tool has no command.
    private(set) var words: [String] = []
    /// The word to explain.
    private(set) var word = ""
    /// The rows that are wanted.
    private(set) var window = 0..<40

    /// The most rows of an answer.
    private static let mostRows = 200

    /// Reads the arguments of `tool`.
    ///
    /// - Throws: a ``Fault`` of kind `usage` that names the argument. What a value means is found by
    ///   the command.
    init(_ tool: Tool, _ arguments: JSONValue?, at desk: any Desk) throws(Fault) {
        let known = tool.arguments(at: desk)
        var given: [String: [String]] = [:]
        for (name, value) in arguments?.members ?? [] where value != .null {
            guard let argument = known.first(where: { $0.name == name }) else {
                throw .unknown(
                    Message("argument of \(tool.name)", ko: "{1}의 인수"), name,
                    known: known.map(\.name))
            }
            given[name] = try argument.texts(of: value)
        }
        func taken(_ name: String) -> [String] { given.removeValue(forKey: name) ?? [] }
        if let lacking = tool.own.first(where: { $0.isRequired && given[$0.name]?.isEmpty ?? true })
        {
            throw .lacks(lacking.name)
        }
        guard case .rows = tool.kind else {
            word = taken("word").first ?? ""
            return
        }
        window = try Self.window(rows: taken("rows").first, offset: taken("offset").first)
        var (command, own) = try Self.command(of: tool, &given)
        if let words = tool.words { own += taken(words) }
        var options: [String] = []
        if tool.isOfPeriods,
            !["date", "from", "to", "last", "month", "year"].contains(where: { given[$0] != nil })
        {
            options.append("--date=latest")
        }
        if let columns = given.removeValue(forKey: "columns") {
            options.append("--columns=\(columns.joined(separator: ","))")
        }
        let ofCommand = desk.options(of: command)
        if ofCommand.contains(where: { $0.name == "limit" }) {
            options.append("--limit=\(window.upperBound)")
        }
        for (name, texts) in given.sorted(by: { $0.key < $1.key }) {
            guard let option = ofCommand.first(where: { $0.name == name }) else {
                throw .notTogether(name, command)
            }
            options +=
                option.isFlag ? texts.map { _ in "--\(name)" } : texts.map { "--\(name)=\($0)" }
        }
        words = [command] + options + (own.isEmpty ? [] : ["--"] + own)
    }

    /// Returns the rows that are wanted.
    private static func window(rows: String?, offset: String?) throws(Fault) -> Range<Int> {
        let count = rows.flatMap { Int($0) } ?? 40
        let start = offset.flatMap { Int($0) } ?? 0
        guard count <= mostRows else {
            throw Fault(
                .usage, "too-many-rows-asked", "'rows' is at most \(mostRows), not \(count)",
                ko: "'rows'는 {1} 이하여야 합니다: {2}",
                hint: "'offset' goes on from there", hintKo: "'offset'으로 이어서 조회하세요")
        }
        let (end, isTooFar) = start.addingReportingOverflow(count)
        return isTooFar ? start..<start : start..<end
    }

    /// Returns the command that `given` chooses among those of `tool`, and its first word, if it is
    /// chosen with the command.
    private static func command(
        of tool: Tool, _ given: inout [String: [String]]
    ) throws(Fault) -> (String, [String]) {
        if let chart = given.removeValue(forKey: "chart")?.first {
            guard tool.commands.contains(chart) else {
                throw .takesWords("chart", tool.commands, chart)
            }
            return (chart, [])
        }
        guard let choice = tool.own.first, choice.name == "what",
            case .words(let known) = choice.takes
        else { return (tool.commands.first ?? "", []) }
        guard let what = given.removeValue(forKey: "what")?.first else { throw .lacks("what") }
        guard known.contains(what) else { throw .takesWords("what", known, what) }
        guard tool.commands.contains(what) else {
            if given["codes"] != nil { throw .notTogether("codes", what) }
            return ("codes", [what])
        }
        let takesCodes = ["person", "company"].contains(what)
        if takesCodes, given["codes"]?.isEmpty ?? true { throw .lacks("codes") }
        if !takesCodes, given["codes"] != nil { throw .notTogether("codes", what) }
        return (what, [])
    }
}

extension ToolOption {
    /// True if it is given without a value on the command line.
    fileprivate var isFlag: Bool { if case .flag = takes { true } else { false } }
}

extension JSONValue {
    /// The fields of an object; empty if it is none.
    var members: [(name: String, value: JSONValue)] {
        guard case .object(let members) = self else { return [] }
        return members.map { ($0.name, $0.value) }
    }
}

extension Fault {
    fileprivate static func lacks(_ name: String) -> Fault {
        Fault(
            .usage, "argument-missing", "the argument '\(name)' is missing",
            ko: "인수 '{1}'{이/가} 없습니다")
    }

    fileprivate static func takesWords(_ name: String, _ known: [String], _ value: String) -> Fault
    {
        Fault(
            .usage, "argument-takes-words",
            "'\(name)' is one of \(known.joined(separator: ", ")), not '\(value)'",
            ko: "'{1}'의 값은 {2} 가운데 하나여야 합니다: '{3}'")
    }

    fileprivate static func notTogether(_ name: String, _ command: String) -> Fault {
        Fault(
            .usage, "argument-not-of-this", "'\(name)' does not go with \(command)",
            ko: "'{1}'{은/는} {2}에 사용할 수 없습니다")
    }
}
