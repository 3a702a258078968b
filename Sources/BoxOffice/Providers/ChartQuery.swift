/// The editions of a chart that a user wants.
public struct ChartQuery: Hashable, Sendable {
    /// The periods of the chart, oldest first.
    public let periods: Periods
    /// The regions, with one edition each; empty means the whole country.
    public let regions: [Region]
    /// The origin of the films, or nil for all films.
    public let nation: ChartFilter.Nation?
    /// The kind of release, or nil for all films.
    public let kind: ChartFilter.Kind?

    /// Periods for which no request is made, because their figures are already known.
    public var skipped: Set<Period> = []

    /// Makes a query; a region that is given twice counts once.
    public init(
        periods: Periods, regions: [Region] = [], nation: ChartFilter.Nation? = nil,
        kind: ChartFilter.Kind? = nil
    ) {
        self.periods = periods
        self.regions = regions.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        self.nation = nation
        self.kind = kind
    }

    /// The chart that is queried.
    public var chart: Chart { periods.first.chart }

    /// The editions of the query, by period and then by region, made one at a time.
    public var editions: some Sequence<ChartEdition> & Sendable { Editions(of: self) }

    /// The editions of one period, by region.
    public func editions(of period: Period) -> [ChartEdition] {
        (regions.isEmpty ? [nil] : regions.map(Optional.some)).map {
            ChartEdition(period, filter: ChartFilter(region: $0, nation: nation, kind: kind))
        }
    }

    /// Whether any period needs a request.
    public var asksForAny: Bool { periods.contains { !skipped.contains($0) } }

    /// The columns that are written by default.
    public var defaultColumns: [String] {
        ChartEntry.defaultColumns(of: chart, perRegion: !regions.isEmpty)
    }
}

/// The editions of a query, made one at a time.
private struct Editions: Sequence, IteratorProtocol, Sendable {
    private let query: ChartQuery
    private var periods: Periods.Iterator
    /// The remaining editions of the current period.
    private var rest: ArraySlice<ChartEdition> = []

    init(of query: ChartQuery) {
        self.query = query
        periods = query.periods.makeIterator()
    }

    mutating func next() -> ChartEdition? {
        while rest.isEmpty {
            guard let period = periods.next() else { return nil }
            if !query.skipped.contains(period) { rest = query.editions(of: period)[...] }
        }
        return rest.popFirst()
    }
}
