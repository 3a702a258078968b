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
            throw ValidationError("empty-code", "a code is empty")
        }
        for code in codes where !code.utf8.allSatisfy({ $0 < 0x80 }) {
            throw ValidationError("not-a-code", "'\(code)' is not a code")
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

/// `bo-export codes`.
struct Codes: RunnableCommand {
    static var settings: [Setting] { Setting.export }

    static let configuration = CommandConfiguration(
        commandName: "codes", _superCommandName: "bo-export",
        abstract: .help("codes", "A table of codes (공통코드)."),
        discussion: .help(
            "codes.discussion",
            """
            EXAMPLES
              bo-export codes regions
              bo-export codes nations
              bo-export codes movie-types
              bo-export codes 220401
            """))

    @Argument(
        help: ArgumentHelp(
            "codes.class", "regions, nations, movie-types, or a code of KOBIS (comCode).",
            valueName: "class"))
    var table: String

    @OptionGroup(title: "Where from") var origin: SourceOptions
    @OptionGroup(title: "Where to and how") var output: OutputOptions
    @OptionGroup(title: "Running") var running: RunningOptions

    func run(console: Console) async throws(Fault) -> Int32 {
        let run = ExportRun(origin, output, running)
        return try await run.run(console: console) { source, _ throws(Fault) in
            try source.check(.codes(table: table))
            let known = (source as? any Register)?.codeTables ?? [:]
            let isCode = !table.isEmpty && table.allSatisfy { $0.isASCII && $0.isNumber }
            guard let code = known[table] ?? (isCode ? table : nil) else {
                throw .unknown("class of codes", table, known: known.keys.sorted())
            }
            return .codes(table: code)
        }
    }
}
