internal import ArgumentParser
internal import BoxOffice
internal import Engine

/// The options that choose periods.
struct PeriodOptions: ParsableArguments {
    static let date = OptionDeclaration<String?>(
        "date", takesHyphens: true, valueName: "date",
        help:
            "One period: yesterday (어제), -3d, 2022-06-01, 20220601, 2022.6.1; weeks also 2022-W22. (default: yesterday, or the last week that is over)"
    )
    @Option(date) var date: String?

    static let month = OptionDeclaration<String?>(
        "month", valueName: "month",
        help:
            "The periods of 2024-05, or of 2024-01..2024-03, as far as they are over; a week belongs to the month of its Thursday."
    )
    @Option(month) var month: String?

    static let year = OptionDeclaration<String?>(
        "year", valueName: "year",
        help: "The periods of 2024, or of 2020..2024, as far as they are over.")
    @Option(year) var year: String?

    static let from = OptionDeclaration<String?>(
        "from", takesHyphens: true, valueName: "date", help: "The first day of a range.")
    @Option(from) var from: String?

    static let to = OptionDeclaration<String?>(
        "to", takesHyphens: true, valueName: "date",
        help:
            "The last day of the range; +29d counts from the first. (default: the last period that is over)"
    )
    @Option(to) var to: String?

    static let last = OptionDeclaration<Int?>(
        "last", takesHyphens: true, valueName: "n",
        help: "The last n periods that are over.")
    @Option(last) var last: Int?

    static let state = OptionDeclaration<String?>(
        "state", valueName: "file",
        help:
            "Only what is new after the state that a Singer target kept in this file: a state, a STATE message, or lines of messages, of which the last state counts."
    )
    @Option(state) var state: String?

    /// The settings of these options, in the order in which `doctor` shows them.
    static let settings = [
        date.setting, month.setting, year.setting, from.setting, to.setting, last.setting,
        state.setting,
    ]

    func validate() throws {
        guard state != "" else { throw InvalidOption("state-empty", "--state names no file") }
    }

    /// The periods that were asked for; they depend on today's date, which is not known here.
    ///
    /// With a state, which says where they begin, the last one is enough.
    var selection: PeriodSelection {
        let isEndOnly = state != nil && [date, from, month, year].allSatisfy { $0 == nil }
        if isEndOnly, last == nil, let to { return PeriodSelection(date: to) }
        return PeriodSelection(date: date, from: from, to: to, last: last, month: month, year: year)
    }
}
