internal import ArgumentParser
internal import BoxOffice

/// The help page of one command.
struct CommandHelp {
    private let command: DescribedCommand

    /// Where the text of an option begins.
    private static let column = 26

    /// Prepares the page of `command`.
    init(of command: DescribedCommand) {
        self.command = command
    }

    /// The page in the language of `catalogue`.
    func text(in catalogue: Catalogue) -> String {
        var page = HelpPage(in: catalogue)
        page.paragraphs(command.abstract)
        if command.prose != "" {
            page.gap()
            page.paragraphs(command.prose)
        }
        page.gap()
        page.literal(command.usage, behind: page.words(.help("heading.usage", "USAGE: ")))
        if !command.examples.isEmpty {
            page.heading(.help("heading.examples", "EXAMPLES:"))
            page.literal(command.examples)
        }
        add(argumentsTo: &page)
        add(subcommandsTo: &page)
        page.heading(.help("heading.more", "MORE:"))
        page.list(more, column: 32)
        return page.text
    }

    /// Adds the arguments, then the options that no group has, then the groups.
    private func add(argumentsTo page: inout HelpPage) {
        let words = command.arguments.filter(\.names.isEmpty)
        add(words, to: &page, under: .help("heading.arguments", "ARGUMENTS:"))
        let options = command.arguments.filter { !$0.names.isEmpty }
        let own = options.filter { $0.group == nil }
        add(own, to: &page, under: .help("heading.options", "OPTIONS:"))
        var groups: [Message] = []
        for group in options.compactMap(\.group) where !groups.contains(group) {
            groups.append(group)
        }
        for group in groups {
            let title = Message(page.words(group).uppercased() + ":")
            add(options.filter { $0.group == group }, to: &page, under: title)
        }
    }

    private func add(
        _ arguments: [DescribedArgument], to page: inout HelpPage, under title: Message
    ) {
        guard !arguments.isEmpty else { return }
        page.heading(title)
        page.list(arguments.map(\.row), column: Self.column)
    }

    private func add(subcommandsTo page: inout HelpPage) {
        guard !command.subcommands.isEmpty else { return }
        page.heading(.help("heading.subcommands", "SUBCOMMANDS:"))
        page.list(
            command.subcommands.map { HelpPage.Row($0.name, $0.abstract) }, column: Self.column)
    }

    /// Where more is to be read.
    private var more: [HelpPage.Row] {
        let documents = [
            HelpPage.Row(columns, "more.columns", "the columns that --columns takes"),
            HelpPage.Row(
                "bo-export plugins", "more.plugins", "sources and formats, and their -O options"),
        ]
        let always = [
            HelpPage.Row("bo-export --help", "more.commands", "all commands"),
            HelpPage.Row(
                "bo-export man | man -l -", "more.manual",
                "the manual page: everything in one place"),
        ]
        return (command.option("--columns") == nil ? [] : documents) + always
    }

    /// The command that lists the columns of its rows.
    private var columns: String {
        if command.name == Rows._commandName { return "bo-export plugins NAME" }
        let isNamed = Dataset.all.contains { $0.name == command.name }
        return "bo-export columns" + (isNamed ? " \(command.name)" : "")
    }
}

extension DescribedArgument {
    /// What the page says of it.
    fileprivate var row: HelpPage.Row {
        HelpPage.Row(label, purpose, note: note)
    }

    /// What the page names it: `-o, --output <path>`, or `CODE...` as in the usage.
    private var label: String {
        guard names.isEmpty else {
            return names.joined(separator: ", ") + (value.map { " <\($0)>" } ?? "")
        }
        return (value ?? "").uppercased() + (isRepeating ? "..." : "")
    }
}
