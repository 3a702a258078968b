package import BoxOffice

/// What the chart of a period says about the films whose runs are shown.
package struct RunChart: Sendable {
    /// The time of the oldest answer.
    let fetchedAt: Instant?
    /// True if the chart of all films is whole; otherwise a missing row may be that of a film.
    let isWhole: Bool
    /// True if all charts that are joined with it are.
    let areWhole: Bool
    /// The lines of the films, by their codes.
    let lines: [String: ChartEntry]
    /// The codes of the films whose line lacks figures and may still get them.
    let unclear: Set<String>

    /// Reads what a chart, joined or not, says about the films of `query`.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the rows are not those of a common chart.
    init(_ page: Page, of query: TrendQuery) throws(Fault) {
        let entries = try page.chartEntries(else: .ownRows)
        let codes = Set(query.films.map(\.code))
        let own = entries.filter { codes.contains($0.movieCode) }
        func isClear(_ entry: ChartEntry) -> Bool {
            entry.audienceCount != nil || !page.state.isShort || page.entries != nil
        }
        fetchedAt = page.fetchedAt
        areWhole = page.missingRows.isEmpty && !page.lacksRows
        isWhole = page.missingRows.isEmpty && !(page.wholeLacksRows ?? page.lacksRows)
        lines = Dictionary(own.filter(isClear).map { ($0.movieCode, $0) }) { $1 }
        unclear = Set(own.filter { !isClear($0) }.map(\.movieCode))
    }
}

/// The chart lines of the films that are compared, collected as the charts come.
package struct TrendFigures: Folding {
    private let query: TrendQuery
    private let source: String
    /// The known charts.
    private var charts: [Period: RunChart] = [:]

    /// Prepares to collect the figures of `query` from the source of that name.
    init(of query: TrendQuery, from source: String) {
        self.query = query
        self.source = source
    }

    /// Adds what a chart says, nil if it was not available; all rows come at the end.
    package mutating func add(_ chart: RunChart?, of period: Period) -> [DerivedRows] {
        if let chart { charts[period] = chart }
        return []
    }

    /// Returns the rows, and a remark for each film that is on none of the known charts, if there
    /// are any.
    package func finish() -> (rows: [DerivedRows], remarks: [Fault]) {
        let periods = query.films.flatMap(periods)
        let days = Periods(spanning: periods).map { $0.first.from...$0.last.to }
        let strangers = query.films.filter { film in
            self.periods(of: film).contains { charts[$0]?.areWhole ?? false }
                && !charts.values.contains {
                    $0.lines[film.code] != nil || $0.unclear.contains(film.code)
                }
        }
        return (
            pages.map { DerivedRows($0, on: days) },
            strangers.map {
                Fault.onNoChart($0).within(Fault.Scope(source: source, movieCode: $0.code))
            }
        )
    }

    /// The pages of the document: one per film or, with one row or one column per film, a
    /// single one.
    ///
    /// A period whose chart is not known has no row, because it must not look like a period in which
    /// the film was not on the chart; in one whose chart is short, that is unknown.
    private var pages: [Page] {
        if query.isByFilm {
            let runs = query.films.map { film in
                FilmRun(
                    of: film, entries(of: film), from: source,
                    fetchedAt: periods(of: film).compactMap { charts[$0]?.fetchedAt }.min())
            }
            return [Page(runs, of: FilmRun.table)]
        }
        guard let pivot = query.pivot else {
            return query.films.map { Page(entries(of: $0), of: query.table) }
        }
        let field = query.table.fields.first { $0.column.name == pivot.name }
        let numbers = query.films.flatMap { periods(of: $0).compactMap($0.number) }
        let rows = Set(numbers).sorted().map { number in
            [Value.integer(number)]
                + query.films.map { film in
                    guard let field, let period = film.period(numbered: number) else {
                        return .missing
                    }
                    return field.value(entry(of: film, in: period))
                }
        }
        return [Page(rows, of: query.pivotTable)]
    }

    private func entries(of film: TrendFilm) -> [TrendEntry] {
        periods(of: film).map { entry(of: film, in: $0) }
    }

    private func entry(of film: TrendFilm, in period: Period) -> TrendEntry {
        let chart = charts[period]
        let isUnclear = chart?.unclear.contains(film.code) ?? true
        return TrendEntry(
            film: film, period: period, line: chart?.lines[film.code],
            isWhole: chart?.isWhole == true && !isUnclear,
            areWhole: chart?.areWhole == true && !isUnclear)
    }

    /// Returns the periods of the film's run whose charts are known.
    private func periods(of film: TrendFilm) -> [Period] {
        film.periods.map { $0.filter { charts[$0] != nil } } ?? []
    }
}

extension Fault {
    fileprivate static func onNoChart(_ film: TrendFilm) -> Fault {
        Fault(
            .notFound, "on-no-chart",
            "'\(film.title)' (\(film.code)) is on none of the charts that were asked for")
    }
}
