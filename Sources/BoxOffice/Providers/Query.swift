/// A query of a user to a source.
public enum Query: Hashable, Sendable {
    /// Editions of a chart.
    case chart(ChartQuery)
    /// Films that match a search, newest first: by a part of the title, a part of a director's
    /// name, and the years the film opened and was produced in; nil does not limit the search.
    case movies(
        title: String? = nil, director: String? = nil, opened: ClosedRange<Int>? = nil,
        produced: ClosedRange<Int>? = nil)
    /// The details of the films with these codes.
    case movie(codes: [String])
    /// People who match a search: by a part of the name, and the title of a film they worked on;
    /// nil does not limit the search.
    case people(name: String? = nil, film: String? = nil)
    /// The details of the people with these codes.
    case person(codes: [String])
    /// Companies that match a search: by a part of the name, and of the name of the head; nil does
    /// not limit the search.
    case companies(name: String? = nil, ceo: String? = nil)
    /// The details of the companies with these codes.
    case company(codes: [String])
    /// The entries of a code table, by its code.
    case codes(table: String)
    /// The rows of the source's own dataset.
    case rows

    /// The charts that are queried; nil if the rows are something else.
    package var charts: ChartQuery? { if case .chart(let charts) = self { charts } else { nil } }

    /// True if the rows belong to editions of a chart.
    package var isChart: Bool { charts != nil }

    /// The dataset of the answers, unless the source has one of its own.
    public var dataset: Dataset {
        switch self {
        case .chart: ChartEntry.table.dataset
        case .movies: Movie.searchTable.dataset
        case .movie: Movie.detailsTable.dataset
        case .people: Person.searchTable.dataset
        case .person: Person.detailsTable.dataset
        case .companies: Company.searchTable.dataset
        case .company: Company.detailsTable.dataset
        case .codes: Code.table.dataset
        case .rows: Dataset(name: "rows", columns: [])
        }
    }

    /// The columns that are written by default.
    public var defaultColumns: [String] {
        switch self {
        case .chart(let query): query.defaultColumns
        case .movie: Movie.defaultDetails
        default: dataset.columns.map(\.name)
        }
    }
}

extension Dataset {
    /// The datasets of the answers to queries, in the order of ``Query``.
    package static let queried: [Dataset] = [
        ChartEntry.table.dataset.adding(ChartEntry.hostColumns),
        Movie.searchTable.dataset, Movie.detailsTable.dataset,
        Person.searchTable.dataset, Person.detailsTable.dataset, Company.searchTable.dataset,
        Company.detailsTable.dataset, Code.table.dataset, Poster.table.dataset,
    ]

    /// The names that no dataset of a plugin may have: those of ``queried``, of charts in databases,
    /// and of rows that the host makes from charts.
    package static let reservedNames = Set(
        queried.map(\.name) + ["charts", "trend", "trend_pivot", "runs", "market", "ranking"])
}

/// A query for editions of a chart.
public struct ChartQuery: Hashable, Sendable {
    /// The periods of the chart, oldest first.
    public package(set) var periods: Periods
    /// The regions, with one edition each; empty means the whole country.
    public package(set) var regions: [Region]
    /// The origin of the films, or nil for all films.
    public package(set) var nation: ChartFilter.Nation?
    /// The kind of release, or nil for all films.
    public package(set) var kind: ChartFilter.Kind?
    /// The name of the source to ask, which its editions carry.
    public var source = ""

    /// The nations whose charts are read together with that of all films of each period; empty if
    /// only that is read.
    package var nations: [ChartFilter.Nation] = []
    /// The periods for which no request is made, because their figures are already known.
    public var skipped: Set<Period> = []
    /// The filters of each period's editions, if the source has only some editions
    /// (``Holdings/editions``); nil if ``regions``, ``nation`` and ``kind`` decide.
    package var held: [Period: [ChartFilter]]?
    /// The filters of the only editions to ask for of some periods: those of which the archive has a
    /// correction, while the reader has everything else of the period.
    package var corrected: [Period: Set<ChartFilter>] = [:]

    /// Makes a query; a region that is given twice counts once.
    public init(
        periods: Periods, regions: [Region] = [], nation: ChartFilter.Nation? = nil,
        kind: ChartFilter.Kind? = nil
    ) {
        self.periods = periods
        self.regions = regions.eachOnce
        self.nation = nation
        self.kind = kind
    }

    /// The chart that is queried.
    public var chart: Chart { periods.first.chart }

    /// The editions of the query, by period and then by region, made one at a time.
    public var editions: ChartEditions { ChartEditions(of: self) }

    /// The periods of which any edition is requested, oldest first, made one at a time.
    package var askedPeriods: AnySequence<Period> {
        guard let held else { return AnySequence(periods.lazy.filter { asks(for: $0) }) }
        // A file may have a few periods spread over many years.
        return AnySequence(
            held.keys.filter { $0.chart == chart && periods.covers($0) && asks(for: $0) }
                .sorted { $0.from < $1.from })
    }

    /// Returns true if any edition of `period`, one of ``periods``, is requested.
    package func asks(for period: Period) -> Bool {
        !skipped.contains(period) && held.map { $0[period] != nil } ?? true
    }

    /// Returns the editions of one period, by region.
    public func editions(of period: Period) -> [ChartEdition] {
        if let held {
            return (held[period] ?? []).map { ChartEdition(period, filter: $0, source: source) }
        }
        let editions = (regions.isEmpty ? [nil] : regions.map(Optional.some)).map {
            ChartEdition(
                period, filter: ChartFilter(region: $0, nation: nation, kind: kind),
                source: source)
        }
        guard let only = corrected[period] else { return editions }
        return editions.filter { only.contains($0.filter) }
    }

    /// Returns the editions of one period, by region, and then those of the nations that are read
    /// with them.
    package func allEditions(of period: Period) -> [ChartEdition] {
        ([self] + nations.map(filtered)).flatMap { $0.editions(of: period) }
    }

    /// Returns the query for the charts of `nation` alone, for the same periods.
    package func filtered(to nation: ChartFilter.Nation) -> ChartQuery {
        var query = ChartQuery(periods: periods, regions: regions, nation: nation, kind: kind)
        query.source = source
        query.skipped = skipped
        return query
    }

    /// Returns the periods in groups; if the source has only some editions, only their periods.
    package func groups(by unit: CalendarUnit) -> [Periods] {
        held == nil ? periods.groups(by: unit) : askedPeriods.groups(by: unit)
    }

    /// The filters of the requested editions, if the source has only some editions.
    package var heldFilters: Set<ChartFilter> {
        Set((held ?? [:]).lazy.filter { periods.covers($0.key) }.flatMap(\.value))
    }

    /// True if the source has editions with different filters among the requested ones.
    package var hasSeveralFilters: Bool { heldFilters.count > 1 }

    /// The number of requested editions.
    package var editionCount: Int {
        askedPeriods.reduce(0) { $0 + editions(of: $1).count }
    }

    /// The columns that rows have in addition to those of ``ChartEntry/table``.
    package var deepColumns: [Column] { nations.isEmpty ? [] : [.filmNation] }

    /// True if any period needs a request.
    public var asksForAny: Bool { askedPeriods.contains { _ in true } }

    /// The columns that are written by default.
    public var defaultColumns: [String] {
        let columns = ChartEntry.defaultColumns(of: chart, perRegion: !regions.isEmpty)
        return columns.inserting(deepColumns.map(\.name), after: "title")
    }
}

// A type of its own, because a layer of erased types looks them up at run time for every edition.
/// The editions of a query, by period and then by region.
public struct ChartEditions: Sequence, IteratorProtocol {
    private let query: ChartQuery
    private let periods: AnyIterator<Period>
    /// The editions of the last period that are still to come.
    private var rest: ArraySlice<ChartEdition> = []

    fileprivate init(of query: ChartQuery) {
        self.query = query
        periods = query.askedPeriods.makeIterator()
    }

    /// Returns the next edition; nil after the last.
    public mutating func next() -> ChartEdition? {
        while rest.isEmpty, let period = periods.next() { rest = query.editions(of: period)[...] }
        return rest.popFirst()
    }
}

extension [String] {
    /// Returns the names with `names` inserted after `other`.
    package func inserting(_ names: [String], after other: String) -> [String] {
        flatMap { $0 == other ? [$0] + names : [$0] }
    }
}
