/// A length of time in the calendar, such as that of a row that sums up days.
package enum CalendarUnit: String, Hashable, Sendable, CaseIterable {
    /// One day.
    case day
    /// Monday to Sunday.
    case week
    /// A month.
    case month
    /// A year.
    case year

    /// Returns the days of the unit that contains `day`.
    package func days(around day: Day) -> ClosedRange<Day> {
        var (first, last) = (day, day)
        // The first and the last day of the calendar have none beyond them.
        while case let day = first.advanced(by: -1), day < first, joins(day, first) { first = day }
        while case let day = last.advanced(by: 1), day > last, joins(last, day) { last = day }
        return first...last
    }

    /// Returns true if two consecutive days belong to the same row.
    private func joins(_ day: Day, _ next: Day) -> Bool {
        switch self {
        case .day: false
        case .week: next.weekday > 1
        case .month: next.dayOfMonth > 1
        case .year: next.dayOfMonth > 1 || next.month > 1
        }
    }

    /// `by week`.
    package var wording: Message { Message("by-\(rawValue)", "by \(rawValue)") }

    /// The number of characters of its first day that name a row: `2018-01-01`, `2018-01`, `2018`.
    package var digitsOfName: Int { self == .year ? 4 : self == .month ? 7 : 10 }
}
