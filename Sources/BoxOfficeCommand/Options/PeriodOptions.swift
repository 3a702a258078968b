internal import ArgumentParser
internal import BoxOffice

/// The options that choose periods.
struct PeriodOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "One period: yesterday, -3d, 2022-06-01, 20220601; weeks also 2022-W22. (default: yesterday, or the last week that is over)",
            valueName: "date"))
    var date: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The first day of a range.", valueName: "date"))
    var from: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The last day of the range. (default: the last period that is over)", valueName: "date")
    )
    var to: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The last so many periods that are over.", valueName: "n"))
    var last: Int?

    /// What was asked for, before today's date is known.
    var selection: PeriodSelection { PeriodSelection(date: date, from: from, to: to, last: last) }
}
