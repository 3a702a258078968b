/// Which editions of a chart a user wants to have.
public struct ChartQuery: Hashable, Sendable {
    /// The periods of the chart, oldest first.
    public let periods: Periods
    /// The regions, one edition each; none means the whole country.
    public let regions: [Region]
    /// Only films of that origin, or nil for all.
    public let nation: ChartFilter.Nation?
    /// Only films so released, or nil for all.
    public let kind: ChartFilter.Kind?

    /// Periods that are not asked for, because what there is to know of them is known.
    public var skipped: Set<Period> = []

    /// Makes a query; a region given twice counts once.
    public init(
        periods: Periods, regions: [Region] = [], nation: ChartFilter.Nation? = nil,
        kind: ChartFilter.Kind? = nil
    ) {
        self.periods = periods
        self.regions = regions.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        self.nation = nation
        self.kind = kind
    }

    /// The chart that is asked for.
    public var chart: Chart { periods.first.chart }

    /// The editions that answer the query, by period and then by region, made one at a time.
    public var editions: some Sequence<ChartEdition> & Sendable { Editions(of: self) }

    /// The editions of one period, by region.
    public func editions(of period: Period) -> [ChartEdition] {
        (regions.isEmpty ? [nil] : regions.map(Optional.some)).map {
            ChartEdition(period, filter: ChartFilter(region: $0, nation: nation, kind: kind))
        }
    }

    /// Whether there is a period that is asked for.
    public var asksForAny: Bool { periods.contains { !skipped.contains($0) } }

    /// The columns that are written where the user chooses none.
    public var defaultColumns: [String] {
        ChartEntry.defaultColumns(of: chart, perRegion: !regions.isEmpty)
    }
}

/// The editions of a query, made one at a time.
private struct Editions: Sequence, IteratorProtocol, Sendable {
    private let query: ChartQuery
    private var periods: Periods.Iterator
    /// What is left of the editions of a period.
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
