internal import ArgumentParser
internal import BoxOffice

/// What `bo-export --help` shows: the first commands, the options that most people need, every
/// command in one line, and where the rest is.
///
/// A page of the command `bo-export` itself would list neither options nor groups, because both
/// belong to its subcommands.
enum ProgramHelp {
    /// Commands that belong together.
    private struct Group {
        let title: Message
        let commands: [any ParsableCommand.Type]
    }

    /// The page in the language of `catalogue`.
    static func text(in catalogue: Catalogue) -> String {
        var page = HelpPage(in: catalogue)
        page.paragraphs(.help("program", Message(BOExport.configuration.abstract)))
        page.heading(.help("program.usage", "USAGE"))
        page.list(usage, column: 37)
        page.heading(.help("program.examples", "EXAMPLES"))
        page.list(examples, column: 37)
        page.gap()
        page.paragraphs(topTen)
        page.heading(
            .help(
                "program.options",
                "OPTIONS (of the charts; 'bo-export daily --help' has all of them)"))
        page.list(options, column: 24)
        for group in groups {
            page.heading(group.title)
            page.list(
                group.commands.map { command in
                    let abstract = Message(command.configuration.abstract)
                    let name = command._commandName
                    return HelpPage.Row(name, .help(name, abstract))
                }, column: 14)
        }
        page.heading(.help("program.key", "KEY"))
        page.paragraphs(key, indent: 2)
        page.heading(.help("program.status", "EXIT STATUS"))
        page.paragraphs(statuses, indent: 2)
        page.heading(.help("program.more", "MORE"))
        page.list(more, column: 32)
        return page.text
    }

    /// The commands, grouped by what they are about.
    private static var groups: [Group] {
        let charts: [any ParsableCommand.Type] = [
            Daily.self, Weekly.self, Weekend.self, Weekdays.self, Trend.self,
        ]
        let films: [any ParsableCommand.Type] = [
            Movies.self, MovieDetails.self, People.self, PersonDetails.self, Companies.self,
            CompanyDetails.self, Codes.self,
        ]
        let named = (charts + films).map { $0._commandName }
        let others = BOExport.configuration.subcommands.filter { command in
            !named.contains(command._commandName)
        }
        return [
            Group(title: .help("program.charts", "CHARTS"), commands: charts),
            Group(title: .help("program.films", "FILMS, PEOPLE, COMPANIES"), commands: films),
            Group(title: .help("program.others", "SET-UP AND REFERENCE"), commands: others),
        ]
    }
}
