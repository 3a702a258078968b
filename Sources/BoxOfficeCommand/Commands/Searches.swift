internal import ArgumentParser
internal import BoxOffice

/// The options that all searches have.
struct SearchOptions: ParsableArguments {
    static let limit = OptionDeclaration(
        "limit", default: 100, valueName: "n", help: "At most n rows; one request brings 100.")
    @Option(limit) var limit: Int

    /// The settings of these options but those of the groups.
    static let settings = [limit.setting]

    @OptionGroup(title: "Where from") var origin: SourceOptions
    @OptionGroup(title: "Where to and how") var output: OutputOptions
    @OptionGroup(title: "Running") var running: RunningOptions

    func validate() throws {
        guard limit >= 1 else {
            throw InvalidOption("limit-range", "--limit takes a number from 1 up, not \(limit)")
        }
    }

    /// Exports the results of `query`.
    func run(
        _ query: Query, with added: EnrichmentOptions? = nil, console: Console
    ) async throws(Fault) -> Int32 {
        var run = ExportRun(origin, output, running)
        run.added = added
        run.limit = limit
        return try await run.run(console: console) { _, _ in query }
    }
}

/// A command that searches.
protocol SearchCommand: RunnableCommand {
    /// The options of the command.
    var options: SearchOptions { get }
}

extension SearchCommand {
    static var settings: [Setting] { SearchOptions.settings + Setting.export }

    var running: RunningOptions { options.running }
}

/// `bo-export movies`.
struct Movies: SearchCommand {
    static let configuration = CommandConfiguration(
        commandName: "movies", _superCommandName: "bo-export",
        abstract: .help("movies", "Search for films, newest first (영화목록)."),
        usage: "bo-export movies [OPTIONS]",
        discussion: .help(
            "movies.discussion",
            """
            EXAMPLES
              bo-export movies --title 기생충
              bo-export movies --director 봉준호 --opened 2000..2020
              bo-export movies --produced 2023 --limit 1000 -o 2023.csv
            """))

    static let title = OptionDeclaration<String?>(
        "title", valueName: "text", help: "A part of the title.")
    @Option(title) var title: String?

    static let director = OptionDeclaration<String?>(
        "director", valueName: "text", help: "A part of a director's name.")
    @Option(director) var director: String?

    static let opened = OptionDeclaration<YearRange?>(
        "opened", valueName: "y[..y]", help: "Opened in this year or range of years.")
    @Option(opened) var opened: YearRange?

    static let produced = OptionDeclaration<YearRange?>(
        "produced", valueName: "y[..y]", help: "Produced in this year or range of years.")
    @Option(produced) var produced: YearRange?

    @OptionGroup(title: "What is added") var added: EnrichmentOptions
    @OptionGroup var options: SearchOptions

    func run(console: Console) async throws(Fault) -> Int32 {
        try await options.run(
            .movies(
                title: title, director: director, opened: opened?.years,
                produced: produced?.years), with: added, console: console)
    }
}

/// `bo-export people`.
struct People: SearchCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", _superCommandName: "bo-export",
        abstract: .help("people", "Search for people (영화인목록)."),
        usage: "bo-export people [OPTIONS]",
        discussion: .help(
            "people.discussion",
            """
            EXAMPLES
              bo-export people --name 송강호
              bo-export people --film 기생충 --limit 500
            """))

    static let name = OptionDeclaration<String?>(
        "name", key: "people.name", valueName: "text", help: "A part of the name.")
    @Option(name) var name: String?

    static let film = OptionDeclaration<String?>(
        "film", valueName: "text", help: "The title of a film they worked on.")
    @Option(film) var film: String?

    @OptionGroup var options: SearchOptions

    func run(console: Console) async throws(Fault) -> Int32 {
        try await options.run(.people(name: name, film: film), console: console)
    }
}

/// `bo-export companies`.
struct Companies: SearchCommand {
    static let configuration = CommandConfiguration(
        commandName: "companies", _superCommandName: "bo-export",
        abstract: .help("companies", "Search for companies (영화사목록)."),
        usage: "bo-export companies [OPTIONS]",
        discussion: .help(
            "companies.discussion",
            """
            EXAMPLES
              bo-export companies --name 바른손
              bo-export companies --ceo 김
            """))

    static let name = OptionDeclaration<String?>(
        "name", key: "companies.name", valueName: "text", help: "A part of the name.")
    @Option(name) var name: String?

    static let ceo = OptionDeclaration<String?>(
        "ceo", valueName: "text", help: "A part of the name of the head.")
    @Option(ceo) var ceo: String?

    @OptionGroup var options: SearchOptions

    func run(console: Console) async throws(Fault) -> Int32 {
        try await options.run(.companies(name: name, ceo: ceo), console: console)
    }
}
