internal import BoxOffice
internal import Wire

/// A call of a tool: the command line that its arguments stand for, and the rows that are wanted.
struct ToolCall {
    /// The words of the command line; empty if the tool has no command.
    private(set) var words: [String] = []
    /// The word to explain; nil if there is none.
    private(set) var word: String?
    /// The rows that are wanted.
    private(set) var window = 0..<0

    /// Reads the arguments of `tool`.
    ///
    /// - Throws: a ``Fault`` of kind `usage` that names the argument. What a value means is found by
    ///   the command.
    init(_ tool: Tool, _ arguments: JSONValue?, with runner: any CommandRunner) throws(Fault) {
        let known = tool.arguments(with: runner)
        var given: [String: [String]] = [:]
        for member in arguments?.members ?? [] where member.value != .null {
            guard let argument = known.first(where: { $0.name == member.name }) else {
                throw .unknown(
                    Message("argument of \(tool.name)", ko: "{1}의 인수"), member.name,
                    known: known.map(\.name))
            }
            given[member.name] = try argument.texts(of: member.value)
        }
        func taken(_ name: String) -> [String] { given.removeValue(forKey: name) ?? [] }
        if let lacking = tool.own.first(where: { $0.isRequired && given[$0.name]?.isEmpty ?? true })
        {
            throw .lacks(lacking.name)
        }
        word = taken("word").first
        guard !tool.commands.isEmpty else { return }
        let start = taken("offset").first.flatMap { Int($0) } ?? 0
        window = start..<start + (taken("rows").first.flatMap { Int($0) } ?? 40)
        let chosen = (taken("chart") + taken("what")).first ?? tool.commands.first ?? ""
        // A table of codes is the first word of its command.
        let isTable = !tool.commands.contains(chosen)
        let command = isTable ? "codes" : chosen
        let own = (isTable ? [chosen] : []) + taken("films") + taken("codes")
        let commandOptions = runner.options(of: command)
        let periods = ["date", "from", "to", "last", "month", "year"]
        let isOfPeriods = commandOptions.contains { $0.name == "date" }
        let namesNone = periods.allSatisfy { given[$0] == nil }
        var options = isOfPeriods && namesNone ? ["--date=latest"] : []
        if let columns = given.removeValue(forKey: "columns") {
            options.append("--columns=\(columns.joined(separator: ","))")
        }
        for (name, texts) in given.sorted(by: { $0.key < $1.key }) {
            guard let option = commandOptions.first(where: { $0.name == name }) else {
                throw .notTogether(name, command)
            }
            let isFlag = if case .flag = option.takes { true } else { false }
            options += texts.map { isFlag ? "--\(name)" : "--\(name)=\($0)" }
        }
        words = [command] + options + (own.isEmpty ? [] : ["--"] + own)
    }
}

extension JSONValue {
    /// The fields of an object; empty if it is none.
    var members: [Member] { if case .object(let members) = self { members } else { [] } }
}

extension Fault {
    fileprivate static func lacks(_ name: String) -> Fault {
        Fault(
            .usage, "argument-needed", "the argument '\(name)' is missing",
            ko: "인수 '{1}'{이/가} 없습니다")
    }

    fileprivate static func notTogether(_ name: String, _ command: String) -> Fault {
        Fault(
            .usage, "argument-not-of-this", "'\(name)' does not go with \(command)",
            ko: "'{1}'{은/는} {2}에 사용할 수 없습니다")
    }
}
