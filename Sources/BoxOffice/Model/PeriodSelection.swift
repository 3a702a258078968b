/// The periods that a user asks for, as typed, before today's date is known.
public struct PeriodSelection: Sendable {
    /// One period: `yesterday`, `어제`, `-3d`, a day in any form whose year comes first
    /// (`2022-06-01`, `20220601`, `2022.6.1`, `2022년 6월 1일`) or, for weeks, `2022-W22`.
    public var date: String?
    /// The first day of an inclusive range, in the same forms.
    public var from: String?
    /// The last day of that range, which may also count from the first (`+29d`); without it the
    /// range ends with the last available period.
    public var to: String?
    /// How many of the last periods.
    public var last: Int?
    /// A month or a range of months: `2024-05`, `2024-01..2024-03`.
    public var month: String?
    /// A year or a range of years: `2024`, `2020..2024`.
    public var year: String?

    /// Makes a selection; with no arguments it means the last available period.
    public init(
        date: String? = nil, from: String? = nil, to: String? = nil, last: Int? = nil,
        month: String? = nil, year: String? = nil
    ) {
        self.date = date
        self.from = from
        self.to = to
        self.last = last
        self.month = month
        self.year = year
    }

    /// The selected periods of `chart`, seen from `today` in Seoul.
    ///
    /// Only closed periods are returned: a chart is complete when its last day is over. A selection
    /// that goes beyond `holdings`, or includes a period that is not closed, is refused; it is not
    /// shortened. A month or year that is running ends with the newest closed period.
    ///
    /// - Returns: nil if a range without an end, or a month or year, has begun but none of its
    ///   periods is closed yet, so that there is nothing to do today.
    /// - Throws: a ``Fault`` of kind `usage` that names what is not available and why, or of kind
    ///   `configuration` if today is before the first chart.
    public func periods(
        of chart: Chart, today: Day, holdings: Holdings
    ) throws(Fault) -> Periods? {
        try refuseContradictions()
        if let last {
            guard last >= 1 else { throw .lastIsNotPositive(last) }
            let newest = try holdings.newest(of: chart, today: today)
            let first = newest.advanced(by: 1 - last)
            try holdings.check(first, today: today)
            return Periods(from: first, to: newest)
        }
        for (unit, text) in [(CalendarSpan.Unit.month, month), (.year, year)] {
            guard let text else { continue }
            return try periods(of: chart, in: unit, named: text, today: today, holdings: holdings)
        }
        if let from {
            if let to, let span = CalendarSpan("\(from)..\(to)", of: .month) {
                throw .notADay(from, span)
            }
            let (day, first) = try period(of: chart, named: from, today: today)
            let end: Period
            if let to {
                end = try period(of: chart, named: to, today: today, after: day).period
            } else {
                end = try holdings.newest(of: chart, today: today)
                if holdings.last == nil, day <= today, first.to >= today { return nil }
            }
            for period in [first, end] { try holdings.check(period, today: today) }
            guard first.from <= end.from else {
                throw .rangeIsBackwards(from: from, to: to ?? "\(end)")
            }
            return Periods(from: first, to: end)
        }
        guard let date else {
            let newest = try holdings.newest(of: chart, today: today)
            return Periods(from: newest, to: newest)
        }
        let period = try period(of: chart, named: date, today: today).period
        try holdings.check(period, today: today)
        return Periods(from: period, to: period)
    }

    /// Refuses ways of choosing periods that exclude each other.
    ///
    /// - Throws: a ``Fault`` of kind `usage`.
    package func refuseContradictions() throws(Fault) {
        let ways = [
            ("date", date != nil), ("from", from != nil), ("last", last != nil),
            ("month", month != nil), ("year", year != nil),
        ]
        let given = ways.filter(\.1).map(\.0)
        guard given.count <= 1 else { throw .contradiction(given) }
        guard to == nil || from != nil else { throw .toWithoutFrom }
    }
}

extension Fault {
    fileprivate static func contradiction(_ ways: [String]) -> Fault {
        let names = ways.map { Message("way.\($0)", "\($0)") }
        let all = names.dropFirst().reduce(names.first ?? "") {
            .both($0, $1)
        }
        return Fault(.usage, "several-ways", "\(all) cannot be used together")
    }

    fileprivate static let toWithoutFrom = Fault(
        .usage, "to-without-from", "the last day of a range needs a first one",
        hint: "for a single period give its date")

    fileprivate static func lastIsNotPositive(_ count: Int) -> Fault {
        Fault(.usage, "last-is-not-positive", "the number of periods is 1 or more, not \(count)")
    }

    fileprivate static func rangeIsBackwards(from: String, to: String) -> Fault {
        Fault(
            .usage, "range-is-backwards",
            "the range ends before it begins: from \(from) to \(to)")
    }
}
