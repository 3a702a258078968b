internal import ArgumentParser
internal import BoxOffice

/// `bo-export columns`: what `--columns` takes.
struct Columns: RunnableCommand {
    static let configuration = CommandConfiguration(
        commandName: "columns", _superCommandName: "bo-export",
        abstract: .help("columns", "Column names, Korean headers and types."),
        discussion: .help(
            "columns.discussion",
            """
            Datasets: \(Dataset.all.map(\.name).joined(separator: ", ")).

            EXAMPLES
              bo-export columns
              bo-export columns movie
            """))

    @Argument(help: ArgumentHelp("columns.dataset", "The dataset.", valueName: "dataset"))
    var dataset = "chart"

    @OptionGroup(title: "Running") var running: RunningOptions

    func run(console: Console) async throws(Fault) -> Int32 {
        let known = Dataset.all
        guard let dataset = known.first(where: { $0.name == dataset }) else {
            throw .unknown("dataset", dataset, known: known.map(\.name))
        }
        var text = ""
        let width = dataset.columns.map(\.name.utf8.count).max() ?? 0
        for column in dataset.columns {
            let name = column.name.padded(to: width)
            text += "\(name)  \(column.kind.rawValue.padded(to: 8)) \(column.koreanHeader)\n"
        }
        try console.print(text)
        return ExitStatus.success
    }
}
