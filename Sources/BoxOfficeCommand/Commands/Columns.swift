internal import ArgumentParser
internal import BoxOffice

/// `bo-export columns`: what `--columns` takes.
struct Columns: RunnableCommand {
    static let configuration = CommandConfiguration(
        commandName: "columns", _superCommandName: "bo-export",
        abstract: .help("columns", "Column names, Korean headers and types."),
        usage: "bo-export columns [DATASET] [OPTIONS]",
        discussion: .help(
            "columns.discussion",
            """
            A chart has the ten rows that KOBIS publishes, and no more: a sum over them is not the \
            total of the market.

            Datasets: \(Dataset.all.map(\.name).joined(separator: ", ")).

            EXAMPLES
              bo-export columns
              bo-export columns movie
            """))

    @Argument(
        help: ArgumentHelp("columns.dataset", "The dataset.", valueName: "dataset"),
        completion: .list(Dataset.all.map(\.name)))
    var dataset = "chart"

    @OptionGroup(title: "Running") var running: RunningOptions

    func run(console: Console) async throws(Fault) -> Int32 {
        let known = Dataset.all
        guard let dataset = known.first(where: { $0.name == dataset }) else {
            throw .unknown(
                "dataset", dataset, known: known.map(\.name), otherWords: OtherWords.datasets)
        }
        var text = ""
        let width = dataset.columns.map(\.name.utf8.count).max() ?? 0
        for column in dataset.columns {
            let name = column.name.padded(to: width)
            text += "\(name)  \(column.kind.rawValue.padded(to: 8)) \(column.koreanHeader)\n"
        }
        if dataset.name == ChartEntry.table.dataset.name, !running.quiet {
            let note = Message(
                "top-ten",
                "KOBIS publishes the top ten of each chart; a sum over them is not the market's")
            let share = Message(
                "share-within",
                "sales_share is a share of the whole market; with --nation of those films, and with --region or --kind probably of what the chart is narrowed to"
            )
            text += "\n\(console.text(of: note))\n\(console.text(of: share))\n"
        }
        try console.print(text)
        return ExitStatus.success
    }
}
