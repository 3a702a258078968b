package import BoxOffice

/// The market of one day, as its charts show it.
package struct MarketDay: Sendable {
    /// The market as one chart shows it.
    struct Part: Sendable {
        /// The bounds between which all sales lie.
        var sales: Bounds
        /// The admissions of the films on it, by code; nil where the chart does not give them.
        var films: [String: Int?]
    }

    /// The charts of all films and of each nation, in the order of the query.
    private(set) var parts: [Part]
    /// True if all charts that were requested were available.
    private(set) var isComplete = false
    /// True if the bounds follow: the chart of all films has all its rows, and every row its figures.
    private(set) var hasBounds = false
    /// True if no chart contradicts itself or another.
    private(set) var isConsistent = true
    /// True if a film on the chart of all films is on no nation's chart: one of them is cut, and may
    /// come complete when it is requested again.
    private(set) var hasStray = false
    /// The time of the oldest answer.
    let fetchedAt: Instant?
    /// The remarks that a reader needs about the day: that it has no bounds, that its charts
    /// contradict each other, or that one of them is short.
    private(set) var notes: [Fault] = []

    /// Reads the charts of a day: that of all films, then those of the `nations`.
    ///
    /// - Parameters:
    ///   - pages: the charts.
    ///   - nations: the nations of all but the first.
    ///   - policy: what is known of the source's charts.
    ///   - fits: false if the charts are known to contradict each other.
    /// - Throws: a ``Fault`` of kind `notPublished` if one of them is not published yet, and of kind
    ///   `usage` if the rows are not those of a common chart.
    init(
        _ pages: [Page], of nations: [ChartFilter.Nation], _ policy: ChartPolicy, fits: Bool = true
    ) throws(Fault) {
        let charts = try pages.map { page throws(Fault) in
            try page.chartEntries(else: .ownRows)
        }
        try checkPublished(charts)
        self.init(ofPart: pages, charts: pages.count, fits: fits)
        isComplete = true
        let isShort = pages.first.map { $0.isShort(policy) } ?? true
        let lacksFigures = zip(pages, charts).contains { page, entries in
            policy.givesAllFigures && page.rowsWithoutFigures > 0
                || entries.contains {
                    $0.salesAmount == nil || $0.salesShare == nil || $0.audienceCount == nil
                }
        }
        hasBounds = !isShort && !lacksFigures
        hasStray = Engine.hasStray(charts)
        isConsistent = isConsistent && !hasStray
        if !hasBounds {
            notes = [isShort ? .shortDay(pages.first?.count ?? 0, of: policy) : .dayWithoutFigures]
        } else if !isConsistent {
            notes = [hasStray ? .onNoNationsChart : .contradiction]
        }
        notes += zip(pages, [nil] + nations).dropFirst(hasBounds ? 0 : 1).compactMap {
            page, nation in
            page.note?.about(.films(of: nation))
        }
    }

    /// Reads the available charts of a day of which one is not available, so that their films are
    /// counted.
    init(ofPart pages: [Page], charts count: Int, fits: Bool = true) {
        var isConsistent = true
        parts = (0..<count).map { index in
            Part(index < pages.count ? pages[index].records(ChartEntry.self) : [], &isConsistent)
        }
        self.isConsistent = isConsistent
        fetchedAt = pages.compactMap(\.fetchedAt).min()
        joinNations(fits: fits)
    }

    /// Combines the charts: those of nations also bound the sales of all films, and know more of
    /// them; where charts differ in a film, the smaller figure is the certain one.
    private mutating func joinNations(fits: Bool) {
        let films = parts.reduce(into: [String: Int?]()) { all, part in
            all.merge(part.films) { [$0, $1].compactMap(\.self).min() }
        }
        for index in parts.indices {
            parts[index].films = films.filter { index == 0 || parts[index].films[$0.key] != nil }
        }
        guard let all = parts.first?.sales, parts.count > 1 else { return }
        // A nation without an upper bound has at most what the others leave of all films.
        let least = parts.dropFirst().reduce(0) { $0 + $1.sales.atLeast }
        for index in parts.indices.dropFirst() where parts[index].sales.atMost == nil {
            let own = parts[index].sales.atLeast
            parts[index].sales = Bounds(
                atLeast: own, atMost: all.atMost.map { $0 - (least - own) })
        }
        let sum = parts.dropFirst().reduce(Bounds(exactly: 0)) { $0 + $1.sales }
        let met = fits ? all.intersection(sum) : nil
        parts[0].sales = met ?? all.hull(sum)
        isConsistent = isConsistent && met != nil
    }
}

extension MarketDay.Part {
    /// Reads a chart, which may be cut off, however short it is; `isConsistent` becomes false if its
    /// rows contradict each other.
    fileprivate init(_ entries: [ChartEntry], _ isConsistent: inout Bool) {
        films = Dictionary(entries.map { ($0.movieCode, $0.audienceCount) }) { one, _ in one }
        var met: Bounds? = Bounds(atLeast: 0, atMost: nil)
        var held: Bounds?
        for entry in entries {
            guard let sales = entry.salesAmount, sales > 0, let share = entry.salesShare else {
                continue
            }
            let (bounds, fit) = Bounds.all(where: sales, is: share)
            met = fit ? met?.intersection(bounds) : nil
            held = held?.hull(bounds) ?? bounds
        }
        // A total cannot be smaller than the known part of it.
        let known = entries.reduce(0 as Int128) { $0 + Int128($1.salesAmount ?? 0) }
        let all = met ?? held ?? Bounds(atLeast: 0, atMost: nil)
        if met == nil || all.atMost.map({ $0 < known }) ?? false { isConsistent = false }
        sales = Bounds(atLeast: max(all.atLeast, known), atMost: all.atMost)
    }
}

extension Fault {
    fileprivate static func shortDay(_ count: Int, of policy: ChartPolicy) -> Fault {
        Fault(
            .malformed, "market-of-short-chart",
            "the chart has only \(count) of \(policy.rows ?? 0) rows, so nothing bounds the sales of this day"
        )
    }

    fileprivate static let dayWithoutFigures = Fault(
        .malformed, "market-without-figures",
        "figures of a chart are missing, so nothing bounds the sales of this day")

    static let contradiction = Fault(
        .malformed, "market-contradiction",
        "the published amounts and shares contradict each other, so the bounds hold what each of them says"
    )

    static let notCompared = Fault(
        .notFound, "market-not-compared",
        "no row is compared, because the figures of a year before are not there")

    fileprivate static let onNoNationsChart = Fault(
        .malformed, "market-on-no-nations-chart",
        "a film on the chart of all films is on no nation's chart, so one of these was cut off, and the day stays provisional"
    )

    /// Returns the warning for bounds over `days` that have no room in 64 bits.
    static func tooLarge(_ days: ClosedRange<Day>, of source: String) -> Fault {
        Fault(
            .malformed, "bound-too-large",
            "the figures are so large that a bound has no room in 64 bits and stays empty"
        ).about(Message(days.text as String), Fault.Scope(Periods(of: days), of: source))
    }
}

/// The figures of the days of a row so far.
struct MarketSum: Sendable {
    /// Those of all films and of each nation; the sales are nil from the first day on that has no
    /// bounds.
    var parts: [(sales: Bounds?, audience: Bounds, films: Set<String>)]
    /// True if no available day contradicts itself; nil if none was available.
    var isConsistent: Bool?
    var fetchedAt: Instant?
    /// The number of days that are complete.
    var days = 0

    /// Makes a sum of nothing.
    ///
    /// - Parameter audience: no admissions, with an upper bound if all films are known: those that
    ///   are on no chart have some, too.
    init(of query: MarketQuery, audience: Bounds = Bounds(atLeast: 0, atMost: nil)) {
        parts = Array(
            repeating: (Bounds(exactly: 0), audience, []), count: 1 + query.nations.count)
    }

    mutating func add(_ day: MarketDay) {
        days += day.isComplete ? 1 : 0
        if let moment = day.fetchedAt { fetchedAt = min(fetchedAt ?? moment, moment) }
        if day.isComplete { isConsistent = (isConsistent ?? true) && day.isConsistent }
        for (index, part) in day.parts.enumerated() where index < parts.count {
            let sales = day.hasBounds ? parts[index].sales : nil
            parts[index].sales = sales.map { $0 + part.sales }
            let people = part.films.values.reduce(0) { $0 + Int128($1 ?? 0) }
            parts[index].audience.add(people, people)
            parts[index].films.formUnion(part.films.keys)
        }
    }

    /// Returns the rows of `span`, one for all films and one for each nation.
    ///
    /// - Parameters:
    ///   - period: the period that they belong to.
    ///   - query: the query that they answer.
    ///   - source: the source of the figures.
    ///   - before: returns the sales that those of a part are compared with, by its index.
    func rows(
        of span: ClosedRange<Day>, in period: RowPeriod, _ query: MarketQuery,
        from source: any Source, before: (Int) -> Bounds?
    ) -> DerivedRows {
        let isWhole = days == span.days.count
        var fits = true
        let entries = ([nil] + query.nations).enumerated().map { index, nation in
            var entry = MarketEntry(span, of: period, nation: nation)
            entry.source = source.manifest.name
            entry.territory = source.policy.territory
            entry.fetchedAt = fetchedAt
            let part = parts[index]
            let audience = Bounds(
                atLeast: part.audience.atLeast, atMost: isWhole ? part.audience.atMost : nil)
            entry.audience = audience.upTo64Bits
            entry.films = part.films.count
            entry.isConsistent = isConsistent
            fits = fits && entry.audience == audience
            guard isWhole, let bounds = part.sales, let all = parts.first?.sales else {
                return entry
            }
            entry.sales = bounds.upTo64Bits
            fits = fits && entry.sales == bounds
            if nation == nil {
                entry.share = (Self.whole, Self.whole)
            } else if isConsistent == true {
                entry.share = bounds.share(of: all)
            }
            if let old = before(index) {
                entry.changeRate = bounds.quotient(by: old, times: 1000) {
                    Decimal($0 - 1000, places: 1)
                }
            }
            return entry
        }
        return DerivedRows(
            Page(entries, of: MarketEntry.table), on: span,
            remarks: fits ? [] : [.tooLarge(span, of: source.manifest.name)])
    }

    /// A share of 100 percent.
    fileprivate static let whole = Decimal(10_000, places: 2)
}

extension Bounds {
    /// Returns the bounds of the share of these sales in `all`, in percent.
    func share(of all: Bounds) -> (atLeast: Decimal?, atMost: Decimal?) {
        notNegative.quotient(by: all, times: 10_000) {
            Swift.min(Decimal($0, places: 2), MarketSum.whole)
        }
    }
}

/// A collector that sums up the days of a market in rows, as the charts come, oldest first.
package struct MarketFigures: Folding {
    private let query: MarketQuery
    private let source: any Source
    private var spans: ArraySlice<ClosedRange<Day>>
    private var sum: MarketSum
    /// The bounds of earlier days, with which rows are compared.
    private var earlier: [Day: [Bounds]] = [:]

    /// Prepares to collect the days of `query` from `source`.
    init(of query: MarketQuery, from source: any Source) {
        self.query = query
        self.source = source
        spans = query.spans[...]
        sum = MarketSum(of: query)
    }

    /// Adds the figures of a day, nil if there are none, and returns the rows that end before it.
    package mutating func add(_ day: MarketDay?, of period: Period) -> [DerivedRows] {
        let date = period.from
        let rows = finish(before: date)
        if query.comparesYears, let day, day.hasBounds {
            earlier[date] = day.parts.map(\.sales)
        }
        guard date >= query.days.first.from else { return rows }
        if let day { sum.add(day) }
        return rows
    }

    /// Returns the rows that are left, and says so if there was no chart to compare any row with.
    package mutating func finish() -> (rows: [DerivedRows], remarks: [Fault]) {
        (finish(before: nil), query.isBeforeComparison ? [.notCompared] : [])
    }

    /// Returns the rows that end before `date`, or all that are left.
    private mutating func finish(before date: Day?) -> [DerivedRows] {
        var rows: [DerivedRows] = []
        while let span = spans.first, date.map({ span.upperBound < $0 }) ?? true {
            spans.removeFirst()
            let before = query.daysBefore(span)
            rows.append(
                sum.rows(of: span, in: query.period(of: span), query, from: source) { index in
                    before.flatMap { sales(on: $0, index) }
                })
            sum = MarketSum(of: query)
        }
        return rows
    }

    /// Returns the bounds of the sum over `days`; nil if one of them has none.
    private func sales(on days: [Day], _ part: Int) -> Bounds? {
        var sum = Bounds(exactly: 0)
        for day in days {
            guard let parts = earlier[day], part < parts.count else { return nil }
            sum += parts[part]
        }
        return sum
    }
}
