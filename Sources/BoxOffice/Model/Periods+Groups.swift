extension Periods {
    /// How the periods of a range are put together.
    public enum Grouping: String, Hashable, Sendable, CaseIterable {
        /// Each by itself.
        case period
        /// Those of one month.
        case month
        /// Those of one year.
        case year
    }

    /// The periods in groups, oldest first; a week belongs to the month and year of its Thursday.
    public func groups(by grouping: Grouping) -> Groups { Groups(of: self, by: grouping) }

    /// Whether `period`, one of the same chart, is in the range.
    public func covers(_ period: Period) -> Bool {
        first.from <= period.from && period.from <= last.from
    }

    /// Groups of consecutive periods, made one at a time.
    public struct Groups: Sequence, IteratorProtocol, Sendable {
        private let grouping: Grouping
        private var rest: Periods?

        fileprivate init(of periods: Periods, by grouping: Grouping) {
            self.grouping = grouping
            rest = periods
        }

        /// The next group, or nil after the last.
        public mutating func next() -> Periods? {
            guard let periods = rest else { return nil }
            var end = periods.first
            while end.from < periods.last.from, isOneGroup(end, end.advanced(by: 1)) {
                end = end.advanced(by: 1)
            }
            rest =
                end.from < periods.last.from
                ? Periods(from: end.advanced(by: 1), to: periods.last) : nil
            return Periods(from: periods.first, to: end)
        }

        private func isOneGroup(_ period: Period, _ other: Period) -> Bool {
            let (day, otherDay) = (period.dayOfCalendar, other.dayOfCalendar)
            return switch grouping {
            case .period: false
            case .month: day.year == otherDay.year && day.month == otherDay.month
            case .year: day.year == otherDay.year
            }
        }
    }
}
