/// Whole months or whole years as people type them: `2024-05`, `2024년`, `2024-01..2024-03`.
struct CalendarSpan: Hashable {
    /// What the span consists of.
    enum Unit: String, Hashable {
        /// Months.
        case month
        /// Years.
        case year
    }

    /// The first day of the first month or year.
    let first: Day
    /// The first day of the last month or year.
    let beginningOfLast: Day
    /// The last day.
    let last: Day
    /// The span in its usual form: `2024-05`, or `2024-01..2024-03`.
    let description: String

    /// Reads `text`; nil if it names something else, or if the span ends before it begins.
    init?(_ text: String, of unit: Unit) {
        guard let (begin, end) = Self.ends(of: text, unit), begin <= end else { return nil }
        first = begin
        beginningOfLast = end
        last = Self.next(unit, after: end).advanced(by: -1)
        let names = (begin == end ? [begin] : [begin, end]).map { day in
            String("\(day)".prefix(unit == .year ? 4 : 7))
        }
        description = names.joined(separator: "..")
    }

    /// Whether `text` would be a span if its ends were the other way round.
    static func isBackwards(_ text: String, of unit: Unit) -> Bool {
        ends(of: text, unit).map { $0.0 > $0.1 } ?? false
    }

    /// The periods of `chart` in the span: a week belongs to the month and year of its Thursday.
    func periods(of chart: Chart) -> Periods {
        var from = Period(of: chart, containing: first)
        if from.dayOfCalendar < first { from = from.advanced(by: 1) }
        var to = Period(of: chart, containing: last)
        if to.dayOfCalendar > last { to = to.advanced(by: -1) }
        return Periods(from: from, to: to)
    }

    /// The first days of the months or years at both ends.
    private static func ends(of text: String, _ unit: Unit) -> (Day, Day)? {
        let (begin, end) = halves(of: text)
        guard let first = beginning(of: begin, unit), let last = beginning(of: end, unit) else {
            return nil
        }
        return (first, last)
    }

    /// What is before and behind the last `..` or `~` in `text`; twice the text if there is none.
    ///
    /// The last, because `2024.1...2024.3.` has a dot of the month before it.
    private static func halves(of text: String) -> (Substring, Substring) {
        if let index = text.lastIndex(of: "~") {
            return (text[..<index], text[index...].dropFirst())
        }
        var start = text.endIndex
        while start > text.startIndex {
            start = text.index(before: start)
            let rest = text[start...]
            if rest.hasPrefix("..") { return (text[..<start], rest.dropFirst(2)) }
        }
        return (text[...], text[...])
    }

    private static func beginning(of text: Substring, _ unit: Unit) -> Day? {
        guard let date = TypedDate(text), date.dayOfMonth == nil,
            (date.month != nil) == (unit == .month)
        else { return nil }
        return Day(year: date.year, month: date.month ?? 1, day: 1)
    }

    private static func next(_ unit: Unit, after day: Day) -> Day {
        let (year, month) =
            unit == .year || day.month == 12 ? (day.year + 1, 1) : (day.year, day.month + 1)
        return Day(year: year, month: month, day: 1) ?? day
    }
}
