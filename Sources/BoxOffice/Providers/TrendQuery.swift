/// The runs of films that a user wants to compare.
public struct TrendQuery: Hashable, Sendable {
    /// The films, in the order in which they are written.
    public let films: [TrendFilm]
    /// The chart the figures are from: the daily or the weekly one.
    public let chart: Chart
    /// The column whose values are written, one column a film; nil for a row a film and period.
    public let pivot: Column?
    /// Whether days, or weeks, are counted from a day that the user chose for all films, and not from
    /// the opening of each.
    public let isCounted: Bool
    /// Periods for which no chart is asked for, because no row of them is needed.
    public var skipped: Set<Period> = []

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - films: the films, in the order in which they are written.
    ///   - chart: the chart the figures are from.
    ///   - pivot: the name of the column whose values are written, or nil.
    ///   - isCounted: whether the user chose day 1 of all films.
    /// - Throws: a ``Fault`` of kind `usage` if `pivot` is no column of numbers.
    public init(
        films: [TrendFilm], chart: Chart, pivot: String? = nil, isCounted: Bool = false
    ) throws(Fault) {
        self.films = films
        self.chart = chart
        self.isCounted = isCounted
        guard let pivot else {
            self.pivot = nil
            return
        }
        let dataset = TrendEntry.table.dataset
        let index = try dataset.indices(of: [pivot]).first
        guard let column = index.map({ dataset.columns[$0] }), column.isPivotable else {
            throw .pivotOfText(pivot, known: Self.figures.map(\.name))
        }
        self.pivot = column
    }

    /// The columns whose values may be written with one column a film.
    public static var figures: [Column] {
        TrendEntry.table.dataset.columns.filter(\.isPivotable)
    }

    /// The same query for `films`.
    public func of(_ films: [TrendFilm]) -> TrendQuery {
        TrendQuery(films, chart, pivot, isCounted)
    }

    private init(
        _ films: [TrendFilm], _ chart: Chart, _ pivot: Column?, _ isCounted: Bool
    ) {
        self.films = films
        self.chart = chart
        self.pivot = pivot
        self.isCounted = isCounted
    }

    /// The column with the numbers of the days, or weeks, that runs are compared by: without a day
    /// that was chosen, those of release.
    ///
    /// Weeks of release are columns of documents with one column a film alone; elsewhere they follow
    /// from the day of release.
    public var number: Column {
        if isCounted { return .ofRun(chart) }
        return chart == .daily || pivot == nil
            ? .releaseDay : Column("release_week", "개봉주차", .integer)
    }

    /// The charts that hold the figures, each once; nil if no period of any run is over.
    ///
    /// Periods between two runs are skipped.
    public var charts: ChartQuery? {
        let runs = films.compactMap(\.periods).sorted { $0.first.from < $1.first.from }
        guard let first = runs.first?.first, var reached = runs.first?.last else { return nil }
        var skipped = skipped
        for run in runs.dropFirst() {
            let gap = reached.advanced(by: 1)
            if gap.from < run.first.from {
                skipped.formUnion(Periods(from: gap, to: run.first.advanced(by: -1)))
            }
            if reached.from < run.last.from { reached = run.last }
        }
        var query = ChartQuery(periods: Periods(from: first, to: reached))
        query.skipped = skipped
        return query
    }

    /// The dataset of the rows.
    var dataset: Dataset { pivot == nil ? TrendEntry.table.dataset : pivotTable.dataset }

    /// The columns that are written by default.
    var defaultColumns: [String] {
        pivot == nil
            ? TrendEntry.defaultColumns(of: chart, isCounted: isCounted)
            : pivotTable.dataset.columns.map(\.name)
    }
}

extension Column {
    /// Whether the values can be shown one column a film: numbers other than those of the day itself.
    fileprivate var isPivotable: Bool {
        switch kind {
        case .integer, .won, .percent, .fraction, .decimal:
            ![Column.releaseDay, .dayOfRun, .weekOfRun].contains(self)
        case .text, .marker, .boolean, .year, .date, .list: false
        }
    }
}

extension Fault {
    fileprivate static func pivotOfText(_ name: String, known: [String]) -> Fault {
        Fault(
            .usage, "pivot-of-text",
            "a column of figures is needed for one column a film, not '\(name)'; known are \(known.joined(separator: ", "))"
        )
    }
}
