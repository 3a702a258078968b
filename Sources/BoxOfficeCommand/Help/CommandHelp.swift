internal import BoxOffice

/// The help page of one command.
struct CommandHelp {
    private let command: Command
    private let grammar: Grammar

    /// Where the text of an option begins.
    private static let column = 26

    /// Prepares the page of `command`.
    init(of command: Command, _ grammar: Grammar) {
        let owner = command.isAlias ? command.name.split(separator: " ").first : nil
        self.command = owner.flatMap { grammar.command(String($0)) } ?? command
        self.grammar = grammar
    }

    /// The page in the language of `catalogue`.
    func text(in catalogue: Catalogue) -> String {
        var page = HelpPage(in: catalogue)
        page.paragraphs(command.summary)
        if let prose = command.prose {
            page.gap()
            page.paragraphs(prose)
        }
        page.gap()
        page.literal(
            command.usage.map { "bo-export \($0)" },
            behind: page.words(Message("USAGE: ", ko: "사용법: ")))
        if !command.examples.isEmpty {
            page.heading(Message("EXAMPLES:", ko: "예시:"))
            page.literal(command.examples.map { "bo-export \($0)" })
        }
        add(argumentsTo: &page)
        add(subcommandsTo: &page)
        page.heading(Message("MORE:", ko: "더 보기:"))
        page.list(more, column: 32)
        return page.text
    }

    /// Adds the arguments, then the options that no group has, then the groups.
    private func add(argumentsTo page: inout HelpPage) {
        if let argument = command.argument {
            add([argument.row], to: &page, under: Message("ARGUMENTS:", ko: "인수:"))
        }
        let own = command.options.filter { $0.group.title == nil || !command.has($0.group) }
        add(own.map(\.row), to: &page, under: Message("OPTIONS:", ko: "옵션:"))
        for group in command.groups + [.running] {
            guard let title = group.title else { continue }
            let options = command.options.filter { $0.group == group }
            add(options.map(\.row), to: &page, under: Message(page.words(title).uppercased() + ":"))
        }
    }

    private func add(
        _ rows: [HelpPage.Row], to page: inout HelpPage, under title: Message
    ) {
        guard !rows.isEmpty else { return }
        page.heading(title)
        page.list(rows, column: Self.column)
    }

    private func add(subcommandsTo page: inout HelpPage) {
        let parts = grammar.subcommands(of: command)
        guard !parts.isEmpty else { return }
        page.heading(Message("SUBCOMMANDS:", ko: "하위 명령:"))
        page.list(
            parts.map {
                HelpPage.Row($0.lastWord, $0.summary)
            },
            column: Self.column)
    }

    /// Where more is to be read.
    private var more: [HelpPage.Row] {
        let documents = [
            HelpPage.Row(
                columns, Message("the columns that --columns takes", ko: "--columns에 쓸 수 있는 열")),
            ProgramHelp.plugins,
        ]
        let always = [
            HelpPage.Row("bo-export --help", Message("all commands", ko: "모든 명령")),
            ProgramHelp.manual,
        ]
        return (command.has(.output) ? documents : []) + always
    }

    /// The command that lists the columns of its rows.
    private var columns: String {
        if command.name == "rows" { return "bo-export plugins NAME" }
        let isNamed = Dataset.all.contains { $0.name == command.name }
        return "bo-export columns" + (isNamed ? " \(command.name)" : "")
    }
}

extension Option {
    /// What the page says of it: `-o, --output <path>`.
    fileprivate var row: HelpPage.Row {
        let value = isFlag ? "" : " <\(placeholder)>"
        return HelpPage.Row(names.joined(separator: ", ") + value, help, note: note)
    }
}

extension Command.Argument {
    /// What the page says of it: `CODE...` as in the usage.
    fileprivate var row: HelpPage.Row {
        HelpPage.Row(
            name.uppercased() + (repeats ? "..." : ""), help,
            note: standard.isEmpty ? nil : .standard(Message(standard)))
    }
}
