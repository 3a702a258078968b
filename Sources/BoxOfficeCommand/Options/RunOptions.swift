internal import ArgumentParser
internal import BoxOffice
internal import Engine

/// The options that say which part of films' runs is shown, and how.
struct RunOptions: ParsableArguments {
    static let days = OptionDeclaration<Int?>(
        "days", usual: "30", takesHyphens: true, valueName: "n",
        help: "How many days of each film to show, from day 1 on; 1 to 3650.")
    @Option(days) var days: Int?

    static let step = OptionDeclaration<TrendStep?>(
        "by", usual: "day", valueName: "day|week",
        help: "A row for each day, or for each week, from the weekly charts.")
    @Option(step) var step: TrendStep?

    static let from = OptionDeclaration<String?>(
        "from", key: "trend.from", takesHyphens: true, valueName: "date",
        help:
            "Day 1 of every film (the column day), such as that of a re-release. (default: the opening day)"
    )
    @Option(from) var from: String?

    static let to = OptionDeclaration<String?>(
        "to", key: "trend.to", takesHyphens: true, valueName: "date",
        help: "The last day, instead of --days; +29d counts from --from.")
    @Option(to) var to: String?

    static let pivot = OptionDeclaration<String?>(
        "pivot", valueName: "column",
        help:
            "One row for each day of release (with --from, each day of the run) and one column for each film, with the values of this column, such as audience_total."
    )
    @Option(pivot) var pivot: String?

    func validate() throws {
        if let days, !TrendSpan.daysAllowed.contains(days) {
            let most = TrendSpan.daysAllowed.upperBound
            throw InvalidOption(
                "days-range", "--days takes a number from 1 to \(most), not \(days)")
        }
        guard days == nil || to == nil else {
            throw InvalidOption(
                "days-and-to", "--days and --to both say where a run ends; give one of them")
        }
    }

    /// Which part of the runs is asked for.
    var span: TrendSpan {
        TrendSpan(
            chart: step == .week ? .weekly : .daily, days: days ?? TrendSpan().days, from: from,
            to: to)
    }
}
