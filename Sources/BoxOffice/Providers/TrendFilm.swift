/// A film whose run is shown, and the periods that are shown of it.
public struct TrendFilm: Hashable, Sendable {
    /// The film's code.
    public let code: String
    /// The title, as the register has it.
    public let title: String
    /// The day the film opened, or nil if it is unknown.
    public let openDate: Day?
    /// Day 1 of the run: the opening day, unless the user chose another.
    public let firstDay: Day
    /// The periods of the run that are over; nil if none is yet.
    public let periods: Periods?

    /// Describes the run of a film.
    public init(code: String, title: String, openDate: Day?, firstDay: Day, periods: Periods?) {
        self.code = code
        self.title = title
        self.openDate = openDate
        self.firstDay = firstDay
        self.periods = periods
    }

    /// Whether `period` belongs to the run.
    package func covers(_ period: Period) -> Bool {
        guard let periods else { return false }
        return periods.first.from <= period.from && period.from <= periods.last.from
    }

    /// Which period of the run `period` is, from 1 up: its day of release, or its week.
    package func number(of period: Period) -> Int? {
        covers(period) ? periods.map { $0.first.distance(to: period) + 1 } : nil
    }

    /// The period of the run with that number; nil if there is none.
    package func period(numbered number: Int) -> Period? {
        guard let periods, (1...periods.count).contains(number) else { return nil }
        return periods.first.advanced(by: number - 1)
    }
}

extension TrendFilm: CustomStringConvertible {
    /// `범죄도시2 (20204548): 2022-05-18 ~ 2022-06-16`.
    public var description: String {
        let days = periods.map { ": \($0.first.from) ~ \($0.last.to)" } ?? ""
        return "\(title) (\(code))\(days)"
    }
}
