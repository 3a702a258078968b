internal import ArgumentParser
internal import BoxOffice

/// The options of commands that take codes.
struct CodeOptions: ParsableCommand {
    static let configuration = CommandConfiguration(_superCommandName: "bo-export")

    @Argument(help: ArgumentHelp("codes-of-things", "Codes at KOBIS.", valueName: "code"))
    var codes: [String]

    @OptionGroup(title: "Where from") var origin: SourceOptions
    @OptionGroup(title: "Where to and how") var output: OutputOptions
    @OptionGroup(title: "Running") var running: RunningOptions

    func validate() throws {
        guard codes.allSatisfy({ !$0.isEmpty }) else {
            throw InvalidOption("empty-code", "a code is empty")
        }
        for code in codes where !code.utf8.allSatisfy({ $0 < 0x80 }) {
            throw InvalidOption("not-a-code", "'\(code)' is not a code")
        }
    }

    /// Exports the query that `query` makes of the codes, without repeated ones.
    func run(
        _ query: ([String]) -> Query, console: Console
    ) async throws(Fault) -> Int32 {
        let codes = codes.reduce(into: [String]()) { codes, code in
            if !codes.contains(code) { codes.append(code) }
        }
        let run = ExportRun(origin, output, running)
        let query = query(codes)
        return try await run.run(console: console) { _, _ in query }
    }
}

/// A command that takes codes.
protocol CodeCommand: GroupedCommand where Options == CodeOptions {}

extension CodeCommand {
    static var settings: [Setting] { Setting.export }

    var running: RunningOptions { options.running }
}

/// `bo-export movie`.
struct MovieDetails: CodeCommand {
    static let configuration = CommandConfiguration(
        commandName: "movie", _superCommandName: "bo-export",
        abstract: .help("movie", "The details of films (영화상세정보)."),
        usage: "bo-export movie CODE... [OPTIONS]",
        discussion: .help(
            "movie.discussion",
            """
            An unknown code ends the run with status 65; with --keep-going the others are written, \
            with status 2.

            EXAMPLES
              bo-export movie 20183782 20124079
            """))

    @OptionGroup var options: CodeOptions

    func run(console: Console) async throws(Fault) -> Int32 {
        try await options.run(Query.movie(codes:), console: console)
    }
}

/// `bo-export person`.
struct PersonDetails: CodeCommand {
    static let configuration = CommandConfiguration(
        commandName: "person", _superCommandName: "bo-export",
        abstract: .help("person", "The details of people (영화인상세정보)."),
        usage: "bo-export person CODE... [OPTIONS]",
        discussion: .help(
            "person.discussion",
            """
            An unknown code ends the run with status 65; with --keep-going the others are written, \
            with status 2.

            EXAMPLES
              bo-export person 10037218
            """))

    @OptionGroup var options: CodeOptions

    func run(console: Console) async throws(Fault) -> Int32 {
        try await options.run(Query.person(codes:), console: console)
    }
}

/// `bo-export company`.
struct CompanyDetails: CodeCommand {
    static let configuration = CommandConfiguration(
        commandName: "company", _superCommandName: "bo-export",
        abstract: .help("company", "The details of companies (영화사상세정보)."),
        usage: "bo-export company CODE... [OPTIONS]",
        discussion: .help(
            "company.discussion",
            """
            An unknown code ends the run with status 65; with --keep-going the others are written, \
            with status 2.

            EXAMPLES
              bo-export company 20122201
            """))

    @OptionGroup var options: CodeOptions

    func run(console: Console) async throws(Fault) -> Int32 {
        try await options.run(Query.company(codes:), console: console)
    }
}
