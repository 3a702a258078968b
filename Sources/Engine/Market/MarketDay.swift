internal import BoxOffice

/// The market of one day, as its charts show it.
struct MarketDay: Sendable {
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
    let isHad: Bool
    /// True if the bounds follow: the chart of all films has all its rows, and every row its figures.
    let isWhole: Bool
    /// True if no chart contradicts itself or another.
    private(set) var isConsistent: Bool
    /// True if a film on the chart of all films is on no nation's chart: one of them is cut, and may
    /// come complete when it is requested again.
    let hasStray: Bool
    /// The time of the oldest answer.
    let fetchedAt: Instant?
    /// The remarks that a reader needs about the day: that it has no bounds, that its charts
    /// contradict each other, or that one of them is short.
    private(set) var notes: [Fault] = []

    /// Reads the charts of a day: that of all films, then those of the nations.
    ///
    /// - Throws: a ``Fault`` of kind `notPublished` if one of them is not published yet, of kind
    ///   `malformed` if one has more rows than its source gives, and of kind `usage` if the rows are
    ///   not those of a common chart.
    init(_ pages: [Page], _ policy: ChartPolicy) throws(Fault) {
        let charts = try pages.map { page throws(Fault) in
            let entries = page.records(ChartEntry.self)
            guard entries.count == page.count else { throw .chartsAreItsOwn }
            return entries
        }
        try checkPublished(charts)
        isHad = true
        fetchedAt = pages.compactMap(\.fetchedAt).min()
        let isShort = pages.first.map { $0.isShort(policy) } ?? true
        let lacksFigures = zip(pages, charts).contains { page, entries in
            policy.givesAllFigures && page.rowsWithoutFigures > 0
                || entries.contains {
                    $0.salesAmount == nil || $0.salesShare == nil || $0.audienceCount == nil
                }
        }
        isWhole = !isShort && !lacksFigures
        hasStray = Engine.hasStray(charts)
        var isConsistent = true
        parts = charts.map { Part($0, &isConsistent) }
        self.isConsistent = isConsistent
        joinNations()
        if !isWhole {
            notes = [isShort ? .shortDay(pages.first?.count ?? 0, of: policy) : .dayWithoutFigures]
        } else if !self.isConsistent {
            notes = [hasStray ? .onNoNationsChart : .contradiction]
        }
        notes += zip(pages, charts).dropFirst(isWhole ? 0 : 1).compactMap { page, entries in
            page.note?.about(.films(of: entries.first?.edition.filter.nation))
        }
    }

    /// Reads the available charts of a day of which one is not available, so that their films are
    /// counted.
    init(ofPart pages: [Page], charts count: Int) {
        var isConsistent = true
        parts = (0..<count).map { index in
            Part(index < pages.count ? pages[index].records(ChartEntry.self) : [], &isConsistent)
        }
        self.isConsistent = isConsistent
        (isHad, isWhole, hasStray) = (false, false, false)
        fetchedAt = pages.compactMap(\.fetchedAt).min()
        joinNations()
    }

    /// Combines the charts: those of nations also bound the sales of all films, and know more of
    /// them; where charts differ in a film, the smaller figure is the certain one.
    private mutating func joinNations() {
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
        let met = all.intersection(sum)
        parts[0].sales = met ?? all.hull(sum)
        isConsistent = isConsistent && met != nil && !hasStray
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
            let (bounds, fit) = Bounds.ofMarket(where: sales, is: share)
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
    fileprivate static let chartsAreItsOwn = Fault(
        .usage, "market-rows-are-its-own",
        "the charts of this source have columns of its own, so the size of the market cannot be derived from them",
        hint: "ask another source")

    fileprivate static func shortDay(_ count: Int, of policy: ChartPolicy) -> Fault {
        Fault(
            .malformed, "market-of-short-chart",
            "the chart has only \(count) of \(policy.rows ?? 0) rows, so nothing bounds the sales of this day"
        )
    }

    fileprivate static let dayWithoutFigures = Fault(
        .malformed, "market-without-figures",
        "figures of a chart are missing, so nothing bounds the sales of this day")

    fileprivate static let contradiction = Fault(
        .malformed, "market-contradiction",
        "the published amounts and shares contradict each other, so the bounds hold what each of them says"
    )

    fileprivate static let onNoNationsChart = Fault(
        .malformed, "market-on-no-nations-chart",
        "a film on the chart of all films is on no nation's chart, so one of these was cut off, and the day stays provisional"
    )
}
