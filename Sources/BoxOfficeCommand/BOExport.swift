internal import ArgumentParser
internal import BoxOffice

/// The command with its subcommands; ``ProgramHelp`` is its help.
struct BOExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bo-export",
        abstract: .help(
            "program",
            "Korean box-office charts and films from the KOBIS Open API, as CSV and more."),
        version: version,
        subcommands: [
            Daily.self, Weekly.self, Weekend.self, Weekdays.self, Trend.self,
            MovieDetails.self, Movies.self,
            PersonDetails.self, People.self, CompanyDetails.self, Companies.self, Codes.self,
            Doctor.self, QuotaReport.self, Cache.self, Columns.self, Plugins.self, Rows.self,
            ManualPage.self,
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
        if CompletionRoot.isAsked(by: given.all) {
            return try CompletionRoot.parseAsRoot(given.all)
        }
        if CompletionScript.isAsked(by: given.all) {
            return try CompletionScript.parse(given.all)
        }
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
                // Help is the same whatever is set.
                return try parseAsRoot(given.allButLanguage)
            }
        }
        let isWhole = words.isEmpty
        return try parseAsRoot(
            isWhole ? given.all : [given.command._commandName] + words + given.own)
    }
}

/// The version of the program.
let version = "0.1.0"

/// The day of that version, as manual pages have it.
let versionDate = "November 22, 2026"
