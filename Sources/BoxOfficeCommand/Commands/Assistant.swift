internal import Assistant
internal import BoxOffice
internal import Engine
internal import Executables
internal import Storage
internal import Wire

extension Command {
    /// The command `bo-export mcp`, which answers the questions of an assistant.
    static let mcp: Command = Command(
        name: "mcp", section: .others,
        summary: Message(
            "A server for assistants (Model Context Protocol) on standard input and output.",
            ko: "AI 어시스턴트용 서버(Model Context Protocol), 표준 입출력 사용"),
        prose: Message(
            """
            An assistant starts it and asks; people do not run it. In the configuration of Claude, VS Code and others it is {"command": "bo-export", "args": ["mcp"]}. Those hand over little of the environment: 'bo-export key' keeps the key where the server finds it.

            It reads, and writes no file but the archive and the count of calls. Nothing leaves the machine but the requests to the sources. Its options hold for all questions: a question makes at most 100 calls unless --max-calls says otherwise, and leaves 500 of the day to other runs.
            """,
            ko: """
                어시스턴트가 실행하고 질문합니다. 직접 실행할 일은 없습니다. Claude, VS Code 등의 설정에는 {"command": "bo-export", "args": ["mcp"]}로 적습니다. 이런 프로그램은 환경 변수를 거의 넘기지 않으므로, 'bo-export key'로 키를 저장해 두면 서버가 찾습니다.

                자료를 읽기만 하고, 보관함과 호출 기록 외에는 파일을 쓰지 않습니다. 소스에 보내는 요청 외에는 아무것도 밖으로 나가지 않습니다. 지정한 옵션은 모든 질문에 적용됩니다. 질문 하나에 호출을 100회까지 쓰며(--max-calls로 변경), 하루 500회는 다른 실행을 위해 남겨 둡니다.
                """),
        examples: ["mcp", "mcp --source sample", "mcp --offline --lang ko"],
        groups: [.origin], others: [OptionTable[\.detailsFrom], OptionTable[\.option]],
        refused: ["--record": .writesNoFiles], meant: "assistant claude 어시스턴트"
    ) { values, console throws(Fault) in
        if CurrentProcess.readsFromTerminal {
            console.note(
                "mcp-reads-messages",
                "the server waits for the messages of an assistant; Ctrl-D ends it",
                ko: "서버가 어시스턴트의 메시지를 기다립니다. Ctrl-D로 끝냅니다")
        }
        let server = Server(with: ProgramRunner(values, console))
        await server.serve()
        if let error = server.failure { throw .cannotWrite("standard output", errno: error) }
        if Task.isCancelled { throw .cancelled }
        return ExitStatus.success
    }
}

/// The program, as the server for assistants uses it.
private struct ProgramRunner: CommandRunner {
    private let values: Values
    private var console: Console

    init(_ values: Values, _ console: Console) {
        self.values = values
        self.console = console
        self.console.limiter = ConcurrencyLimiter(width: values.jobs)
        let set = try? values.settings.get()
        var paths = [set?.path].compactMap(\.self)
        for option in OptionTable[[
            \.option, \.config, \.record, \.replay, \.postersDir, \.pluginDir,
        ]] {
            let own = Command.top.flatMap { command in
                (try? set?.value(of: Setting(option), for: command.name))?.texts ?? []
            }
            paths += values.texts(of: option) + own
        }
        // The value of an option of a plugin is a path, too.
        paths += paths.map { String($0.drop { $0 != "=" }.dropFirst()) }
        self.console.hide(paths: Array(Set(paths)))
    }

    var version: String { BoxOfficeCommand.version }

    func text(of message: Message) -> String {
        let text = Self.searches.reduce(console.clean(console.text(of: message))) {
            $0.replacing("bo-export \($1.command) TEXT", with: $1.tool)
        }
        // A command line is for a terminal.
        guard !text.contains("bo-export ") else { return text }
        return Self.arguments.reduce(text) { $0.replacing($1.long, with: $1.name) }
    }

    func retryTime(after fault: Fault) -> String? {
        fault.retry(after: CurrentProcess.now())?.inUTC
    }

    func columns(of command: String) -> [Column] {
        // The rows of a trend by film are runs.
        let names = command == Command.trend.name ? [command, "runs"] : [command]
        let own = Dataset.all.filter { names.contains($0.name) }
        return (own.isEmpty ? Dataset.all.prefix(1) : own[...]).flatMap(\.columns)
    }

    /// The options that tools have as arguments.
    private static let groups: [Option.Group] = [
        .periods, .films, .deep, .market, .ranking, .runs, .movies, .people, .companies, .search,
    ]

    /// The searches that messages propose, and the tools that make them.
    private static let searches: [(command: String, tool: String)] = [
        ("movies --title", "find_films {title}"),
        ("people --name", "look_up {what: people, name}"),
        ("companies --name", "look_up {what: companies, name}"),
    ]

    /// The options that messages name as arguments.
    private static let arguments =
        OptionTable.all.filter { groups.contains($0.group) } + [OptionTable[\.columns]]

    func options(of command: String) -> [ToolOption] {
        // These are about files, or about the rows, which are chosen otherwise, or are for few.
        let others = OptionTable[[\.state, \.pivot, \.limit, \.film, \.ceo]].map(\.name)
        let own = Command.named(command)
        return (own?.options ?? []).filter { option in
            !others.contains(option.name)
                && (Self.groups.contains(option.group)
                    || own?.others.contains { $0.name == option.name } == true)
        }.map { ToolOption($0.name, $0.takes.forTool, $0.help.description) }
    }

    func run(_ words: [String], for inquiry: Inquiry) async throws(Fault) {
        let arguments = try commandLine(words, for: inquiry)
        let (values, console) = try prepared(arguments, for: inquiry)
        do throws(Fault) {
            _ = try await values.command.run(values, console)
        } catch {
            throw arguments.absence(in: error) ?? error
        }
    }

    /// Returns the command line `words` with the options of the server, which hold for every command
    /// that has them.
    private func commandLine(_ words: [String], for inquiry: Inquiry) throws(Fault) -> Arguments {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        let command = words.first.flatMap(Command.named)
        let shared = values.arguments.given.filter { command?.has($0.option) ?? false }
        var own =
            ["--keep-going"]
            + shared.map { given in
                given.value.map { "\(given.option.long)=\($0)" } ?? given.option.long
            }
        if !values.has(\.maxCalls) { own.append("--max-calls=100") }
        if command?.has(.search) == true { own.append("--limit=\(inquiry.window.upperBound)") }
        let arguments = Arguments(Array(words[..<end]) + own + words[end...])
        if let fault = arguments.fault { throw fault }
        return arguments
    }

    /// Returns the values of a question, and the console that it is answered with.
    private func prepared(
        _ arguments: Arguments, for inquiry: Inquiry
    ) throws(Fault) -> (values: Values, console: Console) {
        var console = console
        console.inquiry = inquiry
        let settings = self.values.settings.map { $0.spreading(sectionOf: .mcp) }
        return (try Values(arguments, settings, &console), console)
    }

    func explain(_ word: String) throws(Fault) -> [(name: String, text: Message)] {
        if let command = Command.named(word) {
            let place = Message("the command \(word)", ko: "{1} 명령")
            let text = command.prose.map { "\(command.summary) \($0)" as Message }
            return [("word", Message(word)), ("text", text ?? command.summary), ("where", place)]
        }
        let entry = try Glossary.entry(for: word)
        return [("word", entry.word), ("text", entry.text), ("where", entry.place)]
    }

    func status() async -> [String: JSONValue] {
        let (now, environment) = (CurrentProcess.now(), console.environment)
        let services = Registry.services(console.added)
        let keyed = services.filter { $0.key.flatMap(environment.location) != nil }
        let (sources, latest) = await newest()
        let limits =
            keyed.compactMap { try? Command.limit(of: $0, environment).quota }
            + sources.compactMap { $0.executable?.quota }
        var quotas: [JSONValue] = []
        for quota in limits {
            guard let use = try? await environment.ledger?.use(of: quota) else { continue }
            quotas.append(
                JSONValue(
                    sorting: use.json(of: quota).merging(["name": .text(quota.service)]) { $1 }))
        }
        var fields: [String: JSONValue] = [
            "today": .text("\(now.dayInSeoul)"), "quota": .list(quotas),
            "keys": .list(keyed.map { .text($0.name) }),
        ]
        if let archive = try? environment.archive?.status(on: now.dayInSeoul) {
            fields["archive"] = JSONValue(sorting: archive.total.json)
        }
        if let latest { fields["latest"] = .text("\(latest)") }
        return fields
    }

    /// Returns the sources that questions about charts are asked of, and the last day of the newest
    /// period that may be published: of daily charts or, if they have none, of others.
    private func newest() async -> (sources: [any Source], day: Day?) {
        for chart in Chart.allCases {
            let inquiry = Inquiry(0..<0)
            guard
                let arguments = try? commandLine([chart.rawValue, "--date=latest"], for: inquiry),
                let (values, console) = try? prepared(arguments, for: inquiry),
                let run = try? await ResolvedRun(values, console.quieted)
            else { continue }
            return (run.sources, run.asked?.compactMap { $0.periods?.last.to }.max())
        }
        return ([], nil)
    }
}

extension Option.Takes {
    /// The values as a tool takes them.
    fileprivate var forTool: ToolOption.Takes {
        switch self {
        case .nothing: .flag
        case .text, .years: .text
        case .texts: .list
        case .number(let range): .number(max(1, range.lowerBound)...max(1, range.upperBound))
        case .word(let words, let also, _): .words(words + also.keys.sorted())
        }
    }
}

extension Fault {
    /// The fault of the option that would write files.
    fileprivate static let writesNoFiles = Fault(
        .usage, "writes-no-files",
        "mcp takes no --record: it writes no file but the archive and the count of calls",
        ko: "mcp에는 --record 옵션이 없습니다. 보관함과 호출 기록 외에는 파일을 쓰지 않습니다")
}
