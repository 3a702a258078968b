internal import BoxOffice

/// A collector that sums up the days of a market in rows, as the charts come, oldest first.
///
/// It holds the days of three years at most, however many are requested.
struct MarketFigures {
    /// The figures so far of the days of a row: one element for all films and for each nation.
    private struct Sum {
        /// The bounds of the sales; nil from the first day on that has none.
        var sales: [Bounds]?
        var audience: [Int128]
        var films: [Set<String>]
        /// True if no day that was had contradicts itself; nil if none was had.
        var isConsistent: Bool?
        var fetchedAt: Instant?
        var days = 0

        init(parts: Int) {
            sales = Array(repeating: Bounds(exactly: 0), count: parts)
            audience = Array(repeating: 0, count: parts)
            films = Array(repeating: [], count: parts)
        }

        mutating func add(_ day: MarketDay) {
            days += day.isHad ? 1 : 0
            if let moment = day.fetchedAt { fetchedAt = min(fetchedAt ?? moment, moment) }
            if day.isHad { isConsistent = (isConsistent ?? true) && day.isConsistent }
            sales = day.isWhole ? sales.map { zip($0, day.parts).map { $0 + $1.sales } } : nil
            for (index, part) in day.parts.enumerated() where index < films.count {
                audience[index] += part.films.values.reduce(0) { $0 + Int128($1 ?? 0) }
                films[index].formUnion(part.films.keys)
            }
        }
    }

    /// The rows of a span, one for each part, and the remark that a bound is too large.
    typealias Rows = (entries: [MarketEntry], remark: Fault?)

    private let query: MarketQuery
    private let source: String
    private let territory: Territory
    private let nations: [ChartFilter.Nation?]
    private var spans: ArraySlice<ClosedRange<Day>>
    private var sum: Sum
    /// The bounds of earlier days, with which rows are compared.
    private var earlier: [Day: [Bounds]] = [:]
    /// True if any requested day was available.
    private(set) var hasDays = false

    /// Prepares to collect the days of `query` from `source`.
    init(of query: MarketQuery, from source: any Source) {
        self.query = query
        self.source = source.manifest.name
        territory = source.policy.territory
        nations = [nil] + query.nations
        spans = query.spans[...]
        sum = Sum(parts: nations.count)
    }

    /// Adds the figures of the day `date`, nil if there are none, and returns the rows that end
    /// before it.
    mutating func add(_ day: MarketDay?, on date: Day) -> [Rows] {
        let rows = finish(before: date)
        if query.comparesYears, let day, day.isWhole {
            earlier[date] = day.parts.map(\.sales)
        }
        guard date >= query.days.first.from else { return rows }
        if let day {
            hasDays = hasDays || day.isHad
            sum.add(day)
        }
        return rows
    }

    /// Returns the rows that end before `date`, or all that are left.
    mutating func finish(before date: Day? = nil) -> [Rows] {
        var rows: [Rows] = []
        while let span = spans.first, date.map({ span.upperBound < $0 }) ?? true {
            spans.removeFirst()
            rows.append(self.rows(of: span))
            sum = Sum(parts: nations.count)
            if earlier.count > 3 * 366 {
                let oldest = span.upperBound.advanced(by: -2 * 366)
                earlier = earlier.filter { $0.key >= oldest }
            }
        }
        return rows
    }

    private func rows(of span: ClosedRange<Day>) -> Rows {
        let isWhole = sum.days == span.lowerBound.distance(to: span.upperBound) + 1
        let before = query.daysBefore(span)
        let sales = isWhole ? sum.sales : nil
        var fits = true
        let period = query.period(of: span)
        let entries = nations.enumerated().map { index, nation in
            var entry = MarketEntry(span, of: period, nation: nation)
            entry.source = source
            entry.territory = territory
            entry.fetchedAt = sum.fetchedAt
            entry.audience = Int(exactly: sum.audience[index])
            entry.films = sum.films[index].count
            entry.isConsistent = sum.isConsistent
            fits = fits && entry.audience != nil
            guard let sales, let all = sales.first else { return entry }
            let bounds = sales[index]
            entry.sales = bounds.upTo64Bits
            fits = fits && entry.sales == bounds
            if nation == nil {
                entry.share = (Self.whole, Self.whole)
            } else if sum.isConsistent == true {
                entry.share = bounds.quotient(by: all, times: 10_000) {
                    min(Decimal($0, places: 2), Self.whole)
                }
            }
            if let before, let old = self.sales(on: before, index) {
                entry.changeRate = bounds.quotient(by: old, times: 1000) {
                    Decimal($0 - 1000, places: 1)
                }
            }
            return entry
        }
        return (entries, fits ? nil : .tooLarge(span, of: source))
    }

    /// Returns the bounds of the sum over `days`; nil if one of them has none.
    private func sales(on days: [Day], _ part: Int) -> Bounds? {
        var sum = Bounds(exactly: 0)
        for day in days {
            guard let parts = earlier[day], part < parts.count else { return nil }
            sum = sum + parts[part]
        }
        return sum
    }

    /// A share of 100 percent.
    private static let whole = Decimal(10_000, places: 2)
}

extension Fault {
    /// Returns the warning for bounds over `days` that have no room in 64 bits.
    static func tooLarge(_ days: ClosedRange<Day>, of source: String) -> Fault {
        let periods = Periods(
            from: Period(of: .daily, containing: days.lowerBound),
            to: Period(of: .daily, containing: days.upperBound))
        return Fault(
            .malformed, "bound-too-large",
            "the figures are so large that a bound has no room in 64 bits and stays empty"
        ).about(Message(days.text as String), Fault.Scope(periods, of: source))
    }
}
