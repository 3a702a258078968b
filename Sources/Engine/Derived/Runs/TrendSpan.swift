package import BoxOffice

/// The part of each film's run to show, as typed, before today's date is known.
package struct TrendSpan: Hashable, Sendable {
    /// The chart the figures are from: the daily or the weekly one.
    package var chart: Chart
    /// The number of days from day 1 on.
    package var days: Int
    /// Day 1 of every film, in the forms of ``PeriodSelection``; nil for the opening day of each.
    package var from: String?
    /// The last day; nil for ``days`` days.
    package var to: String?

    /// The numbers of days that a run may have.
    package static let daysAllowed = 1...3650

    /// Makes a span; by default the first 30 days, day by day.
    package init(chart: Chart = .daily, days: Int = 30, from: String? = nil, to: String? = nil) {
        self.chart = chart
        self.days = days
        self.from = from
        self.to = to
    }

    /// Returns day 1 and the periods of all films, if the user chose them; nil if each film begins
    /// with its opening day.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the days are not available or too many.
    func chosen(
        today: Day, holdings: Holdings
    ) throws(Fault) -> (firstDay: Day, periods: Periods?)? {
        let selection = PeriodSelection(from: from, to: to)
        try selection.refuseContradictions()
        guard let from else { return nil }
        let (day, period) = try selection.period(of: chart, named: from, today: today)
        // Yesterday may mean the week before.
        let firstDay = (period.from...period.to).contains(day) ? day : period.from
        guard to != nil else {
            return (firstDay, try periods(from: firstDay, today: today, holdings: holdings))
        }
        let periods = try selection.periods(of: chart, today: today, holdings: holdings)
        if let last = periods?.last.to, firstDay.distance(to: last) >= Self.daysAllowed.upperBound {
            throw .tooManyDays(firstDay.distance(to: last) + 1)
        }
        return (firstDay, periods)
    }

    /// Returns true if any period may be over: false only if the user chose a first day on which
    /// none is yet.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the chosen days are not available.
    package func isOver(today: Day, holdings: Holdings) throws(Fault) -> Bool {
        try chosen(today: today, holdings: holdings).map { $0.periods != nil } ?? true
    }

    /// Returns the run of `movie` from its opening day; at a source with recorded days that do not
    /// have that day, the periods begin with the first one recorded.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if there are no charts of that day.
    func run(
        of movie: Movie, today: Day, holdings: Holdings
    ) throws(Fault) -> (firstDay: Day, periods: Periods?) {
        guard let openDate = movie.openDate else { throw .unknownOpening(movie) }
        var start = openDate
        if holdings.recorded != nil, let last = holdings.last,
            !(holdings.first...last).contains(openDate)
        {
            start = holdings.first
        }
        guard start >= holdings.first else { throw .openedTooEarly(movie, holdings) }
        return (openDate, try periods(from: start, today: today, holdings: holdings))
    }

    /// Returns the periods of a run that begins on `firstDay`; nil if none is over yet.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the source has no chart of the first period.
    func periods(from firstDay: Day, today: Day, holdings: Holdings) throws(Fault) -> Periods? {
        let first = Period(of: chart, containing: firstDay)
        if holdings.last == nil, firstDay <= today, first.to >= today { return nil }
        try holdings.check(first, today: today)
        let last = Period(of: chart, containing: firstDay.advanced(by: days - 1))
        let newest = try holdings.newest(of: chart, today: today)
        return Periods(from: first, to: last.from < newest.from ? last : newest)
    }
}

extension Fault {
    fileprivate static func tooManyDays(_ count: Int) -> Fault {
        Fault(
            .usage, "too-many-days",
            "--from and --to make a run of at most \(TrendSpan.daysAllowed.upperBound) days, not \(count)"
        )
    }
}
