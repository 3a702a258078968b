internal import ArgumentParser
internal import BoxOffice
internal import Engine

/// The options of `bo-export trend`.
struct TrendOptions: ParsableCommand {
    static let configuration = CommandConfiguration(_superCommandName: "bo-export")

    @Argument(
        help: ArgumentHelp(
            "trend.films", "A code at KOBIS, a title, or TITLE:YEAR.", valueName: "film"))
    var films: [String]

    @OptionGroup(title: "Which days") var run: RunOptions
    @OptionGroup(title: "Where from") var origin: SourceOptions
    @OptionGroup(title: "Where to and how") var output: OutputOptions
    @OptionGroup(title: "Running") var running: RunningOptions

    func validate() throws {
        guard films.allSatisfy({ !FilmChoice($0).title.isEmpty }) else {
            throw InvalidOption("empty-film", "a film is empty")
        }
        guard run.pivot == nil || !output.update else {
            throw InvalidOption("update-pivot", "--update and --pivot cannot be used together")
        }
        guard run.pivot == nil || output.columns == nil else {
            throw InvalidOption("columns-pivot", "--columns and --pivot cannot be used together")
        }
    }
}
