/// The days that one edition of a chart covers.
public struct Period: Hashable, Sendable {
    /// The chart the period belongs to.
    public let chart: Chart
    /// The first day.
    public let from: Day
    /// The last day; for the daily chart it equals ``from``.
    public let to: Day

    /// The period of `chart` that belongs to `day`: the day itself, or the part of its week that
    /// the chart covers.
    ///
    /// For a Tuesday, the weekend is the one that follows.
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

    /// The period `count` editions later, or earlier if `count` is negative.
    public func advanced(by count: Int) -> Period {
        let length = chart == .daily ? 1 : 7
        let (days, overflow) = count.multipliedReportingOverflow(by: length)
        return Period(
            of: chart, containing: from.advanced(by: overflow ? (count < 0 ? .min : .max) : days))
    }

    /// The number of editions from this one to `other` of the same chart.
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
