internal import BoxOffice

/// The help page of one command.
enum CommandHelp {
    /// Returns the page of `command` in the language of `catalogue`; an alias has the page of its
    /// command.
    static func text(of command: Command, in catalogue: Catalogue) -> String {
        let owner = command.isAlias ? command.name.split(separator: " ").first : nil
        let command = owner.flatMap { Command.named(String($0)) } ?? command
        var page = HelpPage(catalogue: catalogue)
        page.paragraphs(
            command.prose.map { "\(command.summary)\n\n\($0)\n" } ?? "\(command.summary)\n")
        let parts = command.subcommands
        let forms = [command] + parts.filter { !$0.isAlias }
        page.commands(forms.map(\.usage), after: Message("USAGE: ", ko: "사용법: "))
        if !command.examples.isEmpty {
            page.heading(Message("EXAMPLES:", ko: "예시:"))
            page.commands(command.examples)
        }
        /// Adds a list of arguments or options, with the texts in one column on the whole page.
        func add(_ title: Message, _ rows: [HelpRow]) { page.list(title, rows, column: 26) }
        add(Message("ARGUMENTS:", ko: "인수:"), command.argument.map { [$0.row] } ?? [])
        let own = command.options.filter { $0.group.title == nil || !command.has($0.group) }
        add(Message("OPTIONS:", ko: "옵션:"), own.map(\.row))
        for group in command.groups + [.running] {
            guard let title = group.title else { continue }
            let options = command.options.filter { $0.group == group }
            add("\(page.words(title).uppercased()):", options.map(\.row))
        }
        add(Message("SUBCOMMANDS:", ko: "하위 명령:"), parts.map { HelpRow($0.lastWord, $0.summary) })
        page.list(Message("MORE:", ko: "더 보기:"), more(of: command), column: 32)
        return page.text
    }

    /// Returns the commands that show more help.
    private static func more(of command: Command) -> [HelpRow] {
        let isNamed = Dataset.all.contains { $0.name == command.name }
        let columns =
            command.name == "rows"
            ? "bo-export plugins NAME" : "bo-export columns" + (isNamed ? " \(command.name)" : "")
        let documents = [ProgramHelp.columns(columns), ProgramHelp.plugins]
        let always = [HelpRow("bo-export --help", "all commands", ko: "모든 명령"), ProgramHelp.manual]
        return (command.has(.output) ? documents : []) + always
    }
}

extension Option {
    /// The row on the page: `-o, --output <path>`.
    fileprivate var row: HelpRow {
        let value = isFlag ? "" : " <\(placeholder)>"
        return HelpRow(names.joined(separator: ", ") + value, help, note: note)
    }
}

extension Command {
    /// The form of the command line after `bo-export`: `movie CODE... [OPTIONS]`.
    var usage: String {
        let word = argument.map { $0.isOptional ? " [\($0.word)]" : " \($0.word)" } ?? ""
        return "\(name)\(word) [OPTIONS]"
    }
}

extension Command.Argument {
    /// The placeholder on the page, such as `CODE...`.
    fileprivate var word: String { name.uppercased() + (repeats ? "..." : "") }

    /// The row on the page.
    fileprivate var row: HelpRow { HelpRow(word, help, note: note) }

    /// The note about the default, such as `(default: status)`; nil if there is nothing to say.
    var note: Message? { standard.isEmpty ? nil : .standard(Message(standard)) }
}
