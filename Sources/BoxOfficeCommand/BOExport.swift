internal import ArgumentParser
internal import BoxOffice

/// The command with its subcommands.
struct BOExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bo-export",
        abstract:
            .help(
                "program",
                "Korean box-office figures and films as CSV, JSON Lines or Markdown, from the KOBIS Open API."
            ),
        discussion: .help(
            "program.discussion",
            """
            Without a command it writes the daily chart. Data goes to standard output, everything \
            else to standard error. Dates are those of Seoul, whatever the machine's time zone.

            EXAMPLES
              bo-export --source sample                    try it: no key, no network
              bo-export                                    yesterday's top ten
              bo-export --last 7 -o week.csv               the last seven days, into a file
              bo-export --from 2022-05-30 --to 2022-06-05  a range of days
              bo-export --region 서울 --columns date,rank,title,audience_count
              bo-export --format markdown                  a table for readers
              bo-export --profile excel -o yesterday.csv   a file for Excel
              bo-export --last 7 -o '{date}.csv'           a file for every day
              bo-export --from 2026-01-01 --update -o 2026.csv   fill a file, day by day
              bo-export weekend --last 4                   the last four weekends
              bo-export doctor                             is everything set up?
              bo-export movies --title 기생충               films by their title

            A key for the KOBIS Open API is free at https://www.kobis.or.kr/kobisopenapi; put it \
            in the environment variable KOBIS_API_KEY, or its file's path in KOBIS_API_KEY_FILE.

            EXIT STATUS
              0 done   64 wrong usage   65 an answer or file is not what it should be
              69 service unavailable   70 a bug   71 too few processes, memory or descriptors
              73 output cannot be created   74 output cannot be written   75 come back later
              77 key refused   78 no key or wrong configuration
              129, 130, 143 ended by HUP, INT, TERM
              2 partial: something is missing (--keep-going)
            """),
        version: version,
        subcommands: [
            Daily.self, Weekly.self, Weekend.self, Weekdays.self, MovieDetails.self, Movies.self,
            PersonDetails.self, People.self, CompanyDetails.self, Companies.self, Codes.self,
            Rows.self, Columns.self, Plugins.self, Doctor.self, QuotaReport.self, Cache.self,
        ],
        defaultSubcommand: Daily.self)
}

extension BOExport {
    /// The names of the commands.
    static var commandNames: [String] { configuration.subcommands.map { $0._commandName } }

    /// What only the whole program understands.
    private static let forRoot = [
        "help", "--version", "--generate-completion-script", "--experimental-dump-help",
    ]

    /// The command that `given` names, with its options; `words` are arguments before its own.
    ///
    /// If nothing is wrong with them and no help is asked for, the command itself parses them: the
    /// root would do so four times. Each command names `bo-export` as its parent, so that the parser
    /// does not look among its arguments for those of a whole program at every start.
    static func command(
        of given: GivenArguments, with words: [String] = []
    ) throws -> any ParsableCommand {
        if let type = given.command as? any RunnableCommand.Type {
            do {
                // A command that is not runnable is the parser's own, which shows help.
                let command = try type.parsed(words + given.own)
                if command is any RunnableCommand { return command }
            } catch {
                let isForRoot = given.own.contains { word in
                    forRoot.contains { word == $0 || word.hasPrefix("\($0)=") }
                }
                if !isForRoot, let refusal = ParserRefusal(error, of: type.parser) { throw refusal }
            }
        }
        let isWhole = words.isEmpty
        return try parseAsRoot(
            isWhole ? given.all : [given.command._commandName] + words + given.own)
    }
}

/// The version of the program.
let version = "0.1.0"
