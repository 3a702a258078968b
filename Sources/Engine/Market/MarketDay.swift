internal import BoxOffice

/// The market of one day, as its charts show it.
struct MarketDay: Sendable {
    /// The market as one chart shows it.
    struct Part: Sendable {
        /// The bounds between which all sales lie.
        var sales: Bounds
        /// The admissions of the films on it, by code; nil where the chart does not give them.
        var films: [String: Int?]
        /// True if it contradicts neither itself nor the others.
        var isConsistent = true
    }

    /// The charts of all films and of each nation, in the order of the query.
    private(set) var parts: [Part]
    /// True if all charts that were requested were available.
    let isHad: Bool
    /// True if they have all the rows and figures from which the bounds follow.
    let isWhole: Bool
    /// The time of the oldest answer.
    let fetchedAt: Instant?
    /// True if no answer may still change.
    let isFinal: Bool
    /// The remarks that a reader needs about the day: that it has no bounds, that its charts
    /// contradict each other, or that an answer with fewer rows than the archive has was set aside.
    private(set) var notes: [Fault] = []

    /// Reads the charts of a day: that of all films, then those of the nations.
    ///
    /// - Throws: a ``Fault`` of kind `notPublished` if one of them is not published yet, and of
    ///   kind `usage` if the rows are not those of a common chart.
    init(_ pages: [Page], _ policy: ChartPolicy) throws(Fault) {
        let charts = try pages.map { page throws(Fault) in
            let entries = page.records(ChartEntry.self)
            guard entries.count == page.count else { throw .chartsAreItsOwn }
            return entries
        }
        try checkPublished(charts)
        isHad = true
        fetchedAt = pages.compactMap(\.fetchedAt).min()
        isFinal = pages.allSatisfy(\.state.isFinal)
        let most = policy.rows ?? .max
        let isShort = pages.first.map { $0.count < most && policy.rows != nil } ?? true
        let lacksFigures = zip(pages, charts).contains { page, entries in
            !page.missingRows.isEmpty || policy.givesAllFigures && page.rowsWithoutFigures > 0
                || entries.contains {
                    $0.salesAmount == nil || $0.salesShare == nil || $0.audienceCount == nil
                }
        }
        isWhole = !isShort && !lacksFigures
        parts = charts.enumerated().map { index, entries in
            Part(entries, isWholeIfShort: index > 0, rows: most)
        }
        joinNations()
        if !isWhole {
            notes = [isShort ? .shortDay(pages.first?.count ?? 0, of: most) : .dayWithoutFigures]
            return
        }
        if !isConsistent { notes = [.contradiction] }
        notes += zip(pages, charts).compactMap { page, entries in
            page.note?.about(.films(of: entries.first?.edition.filter.nation))
        }
    }

    /// True if no chart contradicts itself or another.
    var isConsistent: Bool { parts.allSatisfy(\.isConsistent) }

    /// Reads the available charts of a day of which one is not available, so that their films are
    /// counted.
    init(ofPart pages: [Page], charts count: Int) {
        parts = (0..<count).map { index in
            let entries = index < pages.count ? pages[index].records(ChartEntry.self) : []
            return Part(entries, isWholeIfShort: true, rows: .max)
        }
        (isHad, isWhole, isFinal) = (false, false, false)
        fetchedAt = pages.compactMap(\.fetchedAt).min()
        joinNations()
    }

    /// Combines the charts: those of nations also bound the sales of all films, and know more of
    /// them; where charts differ in a film, the smaller figure is the certain one.
    private mutating func joinNations() {
        let films = parts.reduce(into: [String: Int?]()) { all, part in
            all.merge(part.films) { [$0, $1].compactMap(\.self).min() }
        }
        let nations = parts.dropFirst()
        let sum = nations.reduce(Bounds(exactly: 0) as Bounds?) { $0?.plus($1.sales) }
        for index in parts.indices {
            parts[index].films = films.filter { index == 0 || parts[index].films[$0.key] != nil }
        }
        guard !nations.isEmpty, let sum else { return }
        let met = parts[0].sales.intersection(sum)
        parts[0].sales = met ?? parts[0].sales.hull(sum)
        parts[0].isConsistent = met != nil && parts.allSatisfy(\.isConsistent)
    }
}

extension MarketDay.Part {
    /// Reads a chart.
    ///
    /// - Parameters:
    ///   - entries: its rows.
    ///   - isWholeIfShort: true if a chart with fewer rows than it may have contains all films.
    ///   - rows: the number of rows that it may have.
    fileprivate init(_ entries: [ChartEntry], isWholeIfShort: Bool, rows: Int) {
        films = Dictionary(entries.map { ($0.movieCode, $0.audienceCount) }) { one, _ in one }
        let known = entries.reduce(0 as Int128) { $0 + Int128($1.salesAmount ?? 0) }
        let sum = Bounds(exactly: Int(clamping: known))
        guard !isWholeIfShort || entries.count >= rows else {
            sales = sum
            return
        }
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
        isConsistent = met != nil
        sales = met ?? held ?? sum
        // A total cannot be smaller than the known part of it.
        if let most = sales.atMost, most < sum.atLeast {
            isConsistent = false
            sales = sum
        } else if sales.atLeast < sum.atLeast {
            sales = Bounds(atLeast: sum.atLeast, atMost: sales.atMost)
        }
    }
}

extension Fault {
    fileprivate static let chartsAreItsOwn = Fault(
        .usage, "market-rows-are-its-own",
        "the charts of this source have columns of its own, so the size of the market cannot be derived from them",
        hint: "ask another source")

    fileprivate static func shortDay(_ count: Int, of rows: Int) -> Fault {
        Fault(
            .malformed, "market-of-short-chart",
            "the chart has only \(count) of \(rows) rows, so nothing bounds the sales of this day")
    }

    fileprivate static let dayWithoutFigures = Fault(
        .malformed, "market-without-figures",
        "rows or figures of a chart are missing, so nothing bounds the sales of this day")

    fileprivate static let contradiction = Fault(
        .malformed, "market-contradiction",
        "the published amounts and shares contradict each other, so the bounds hold what each of them says"
    )
}
