internal import ArgumentParser
internal import BoxOffice
internal import Engine

/// `bo-export rows`: a dataset that is a plugin's own.
struct Rows: RunnableCommand {
    static var settings: [Setting] { Setting.export }

    static let configuration = CommandConfiguration(
        commandName: "rows", _superCommandName: "bo-export",
        abstract: .help("rows", "The rows of a plugin's own dataset."),
        usage: "bo-export rows [OPTIONS]",
        discussion: .help(
            "rows.discussion",
            """
            'bo-export plugins NAME' shows which columns a source gives.

            EXAMPLES
              bo-export rows --source NAME --plugin-dir plugins
              bo-export rows --source NAME --columns a,b --format jsonl -o rows.jsonl
            """))

    static let limit = OptionDeclaration<Int?>(
        "limit", key: "rows.limit", valueName: "n", help: "At most n rows. (default: all)")
    @Option(limit) var limit: Int?

    @OptionGroup(title: "Where from") var origin: SourceOptions
    @OptionGroup(title: "Where to and how") var output: OutputOptions
    @OptionGroup(title: "Running") var running: RunningOptions

    func validate() throws {
        if let limit, limit < 1 {
            throw InvalidOption("limit-range", "--limit takes a number from 1 up, not \(limit)")
        }
    }

    func run(console: Console) async throws(Fault) -> Int32 {
        var run = ExportRun(origin, output, running)
        run.limit = limit ?? .max
        return try await run.run(console: console) { source, _ throws(Fault) in
            try source.check(.rows)
            return .rows
        }
    }
}
