/// The period that one edition of a chart covers: its chart and days.
public struct Period: Hashable, Sendable {
    /// The chart the period belongs to.
    public let chart: Chart
    /// The first day.
    public let from: Day
    /// The last day; for the daily chart it equals ``from``.
    public let to: Day

    /// Makes the period of `chart` that belongs to `day`: the day itself, or the part of its week
    /// that the chart covers.
    ///
    /// For a Tuesday, the weekend is the following one.
    public init(of chart: Chart, containing day: Day) {
        self.chart = chart
        if let days = chart.daysOfWeek {
            let monday = day.advanced(by: 1 - day.weekday)
            from = monday.advanced(by: days.lowerBound)
            to = monday.advanced(by: days.upperBound)
        } else {
            from = day
            to = day
        }
    }

    /// Returns the period `count` editions later, or earlier if `count` is negative.
    public func advanced(by count: Int) -> Period {
        let length = chart == .daily ? 1 : 7
        let (days, overflow) = count.multipliedReportingOverflow(by: length)
        return Period(
            of: chart, containing: from.advanced(by: overflow ? (count < 0 ? .min : .max) : days))
    }

    /// Returns the number of editions from this one to `other` of the same chart.
    public func distance(to other: Period) -> Int {
        from.distance(to: other.from) / (chart == .daily ? 1 : 7)
    }

    /// The ISO week of the period.
    public var week: Week { Week(containing: from) }

    /// The day that decides which month and year the period belongs to: the day itself, or the
    /// Thursday of its week.
    public var dayOfCalendar: Day {
        chart == .daily ? from : from.advanced(by: 4 - from.weekday)
    }
}

extension Period: CustomStringConvertible {
    /// `2022-06-01`, or `2022-05-30~2022-06-05` if the period has several days.
    public var description: String { from == to ? "\(from)" : "\(from)~\(to)" }
}

/// An inclusive range of periods of one chart, oldest first; its periods are made one at a time.
public struct Periods: Sequence, Hashable, Sendable {
    /// The first period.
    public let first: Period
    /// The last period, not before the first.
    public let last: Period

    /// The first and the last day, such as `2022-05-30~2022-06-05`; one day alone.
    package var days: String {
        first.from == last.to ? "\(first.from)" : "\(first.from)~\(last.to)"
    }

    /// Makes the range from `first` to `last`, which are swapped if `last` is earlier.
    public init(from first: Period, to last: Period) {
        self.first = first.from <= last.from ? first : last
        self.last = first.from <= last.from ? last : first
    }

    /// Makes the range from the first to the last of `periods`, which may come in any order; nil
    /// if there are none.
    package init?(spanning periods: some Sequence<Period>) {
        guard let first = periods.min(by: { $0.from < $1.from }),
            let last = periods.max(by: { $0.from < $1.from })
        else { return nil }
        self.init(from: first, to: last)
    }

    /// The number of periods, at least 1.
    public var count: Int { first.distance(to: last) + 1 }

    /// Makes an iterator over the periods from the first to the last.
    public func makeIterator() -> Iterator { Iterator(following: first, last: last) }

    /// An iterator over the periods of a range.
    public struct Iterator: IteratorProtocol {
        fileprivate var following: Period?
        fileprivate let last: Period

        /// Returns the next period; nil after the last.
        public mutating func next() -> Period? {
            guard let period = following else { return nil }
            following = period.from < last.from ? period.advanced(by: 1) : nil
            return period
        }
    }

    /// Returns true if `period`, of the same chart, is in the range.
    public func covers(_ period: Period) -> Bool {
        first.from <= period.from && period.from <= last.from
    }
}

extension Sequence<Period> {
    /// Returns the periods, which must come oldest first, in groups of one unit; a week belongs to
    /// the day, month and year of its Thursday.
    package func groups(by unit: CalendarUnit) -> [Periods] {
        var groups: [Periods] = []
        var days: ClosedRange<Day>?
        for period in self {
            if let group = groups.last, days?.contains(period.dayOfCalendar) == true {
                groups[groups.count - 1] = Periods(from: group.first, to: period)
            } else {
                groups.append(Periods(from: period, to: period))
                days = unit.days(around: period.dayOfCalendar)
            }
        }
        return groups
    }
}

/// A week of ISO 8601: Monday to Sunday, numbered within the year that holds its Thursday.
///
/// KOBIS numbers its weeks the same way: 2019-12-30 is in week 1 of 2020.
public struct Week: Hashable, Sendable {
    /// The year the week belongs to; near New Year it may differ from the calendar year of its
    /// days.
    public let year: Int
    /// The number of the week, 1…53.
    public let number: Int

    /// Makes the week that contains `day`.
    public init(containing day: Day) {
        let thursday = day.advanced(by: 4 - day.weekday)
        year = thursday.year
        let newYear = Day(year: year, month: 1, day: 1) ?? thursday
        number = newYear.distance(to: thursday) / 7 + 1
    }

    /// Reads `2022-W22`; nil for any other form, or if the year has no such week.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 8, bytes[4] == UInt8(ascii: "-"),
            bytes[5] == UInt8(ascii: "W") || bytes[5] == UInt8(ascii: "w"),
            let year = Day.digits(bytes.span, 0..<4), let number = Day.digits(bytes.span, 6..<8)
        else { return nil }
        (self.year, self.number) = (year, number)
        guard Week(containing: monday) == self else { return nil }
    }

    /// The Monday on which the week begins.
    public var monday: Day {
        // The fourth of January is always in week 1.
        let fourth = Day(year: year, month: 1, day: 4) ?? Day(daysSince1970: 0)
        return fourth.advanced(by: 1 - fourth.weekday + (number - 1) * 7)
    }
}

extension Week: CustomStringConvertible {
    /// ISO 8601, such as `2022-W22`.
    public var description: String { "\(Day.fourDigits(year))-W\(Day.twoDigits(number))" }

    /// The form that KOBIS uses in `yearWeekTime`, such as `202222`.
    public var compact: String { Day.fourDigits(year) + Day.twoDigits(number) }
}
