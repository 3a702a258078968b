internal import ArgumentParser
internal import BoxOffice

/// What `bo-export --help` shows: the first commands, the options that most people need, every
/// command in one line, and where the rest is.
///
/// The parser's own page would list neither options nor groups, because both belong to commands.
enum ProgramHelp {
    /// Commands that belong together.
    private struct Group {
        let title: String
        let commands: [any ParsableCommand.Type]
    }

    /// The whole text, at most 80 columns wide.
    static var text: String {
        var text = BOExport.configuration.abstract + "\n\n" + beginning + "\n"
        for group in groups {
            text += "\n\(group.title)\n"
            for command in group.commands {
                let name = command._commandName.padded(to: 11)
                text += "  \(name) \(command.configuration.abstract)\n"
            }
        }
        return text + "\n" + end + "\n"
    }

    /// The commands, grouped by what they are for.
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

    private static var beginning: String {
        .help(
            "program.beginning",
            """
            USAGE
              bo-export [COMMAND] [OPTIONS]      without a command: daily

            EXAMPLES
              bo-export --source sample          try it: no key, no network
              bo-export doctor                   is everything set up? how to get a key
              bo-export                          yesterday's top ten
              bo-export --last 7 -o week.csv     the last seven days, into a file

            KOBIS publishes the top ten of each chart and no more. A sum over the rows of
            a chart is therefore not the total of the market.

            OPTIONS (of the charts; 'bo-export daily --help' has all of them)
              --date DATE           yesterday, 어제, -3d, 2022-06-01; a week: 2022-W22
              --from DATE           the first day of a range
              --to DATE             its last day, or +29d from --from; default: yesterday
              --last N              the last N days or weeks that are over
              --month 2024-05       a month; 2024-01..2024-03 is several
              --year 2024           a year
              --region 서울,부산    one chart for each of these regions
              --columns A,B,C       these columns in this order, by English or Korean name
              --with details        look up each film; also: posters
              --source NAME         kobis-json (default), kobis-xml, sample
              --format NAME         csv, jsonl, markdown, xlsx, html; default: by FILE
              -o, --output FILE     write a file; '{date}.csv' makes one for each day
              --profile excel       CSV that Excel opens as it should
              --update              fetch only what the file does not have yet
            """)
    }

    private static var end: String {
        .help(
            "program.end",
            """
            KEY
              Free at https://www.kobis.or.kr/kobisopenapi. Put it in the environment
              variable KOBIS_API_KEY, or the path of its file in KOBIS_API_KEY_FILE.

            EXIT STATUS
              0 done; 2 some periods are missing (--keep-going); 64 wrong usage;
              65 bad data; 69 service unavailable; 73, 74 output cannot be written;
              75 try again later; 77 key refused; 78 no key, or wrong configuration

            MORE
              bo-export daily --help        all options of a command
              bo-export help COMMAND        the same
              bo-export columns             the columns that --columns takes
              bo-export plugins             sources and formats, and their -O options
              bo-export man | man -l -      the manual page: everything in one place
            """)
    }
}
