internal import BoxOffice

/// The chart lines of the films that are compared, collected as the charts come.
struct TrendFigures {
    let query: TrendQuery
    private let codes: Set<String>
    /// The known charts: when each was requested, whether that of all films is whole, and whether all
    /// that are joined with it are; a missing row may be that of a film.
    private var charts: [Period: (fetchedAt: Instant?, isWhole: Bool, areWhole: Bool)] = [:]
    /// The lines by film and period.
    private var lines: [String: [Period: ChartEntry]] = [:]
    /// The periods in which a film has a line that lacks figures and may still get them.
    private var unclear: [String: Set<Period>] = [:]

    /// Prepares to collect the figures of `query`.
    init(of query: TrendQuery) {
        self.query = query
        codes = Set(query.films.map(\.code))
    }

    /// Adds what the chart of `period` says about the films.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the rows are not those of a common chart.
    mutating func add(_ page: Page, of period: Period) throws(Fault) {
        let entries = page.records(ChartEntry.self)
        guard entries.count == page.count else { throw .ownRows }
        let areWhole = page.missingRows.isEmpty && !page.lacksRows
        let isWhole = page.missingRows.isEmpty && !(page.wholeLacksRows ?? page.lacksRows)
        charts[period] = (page.fetchedAt, isWhole, areWhole)
        for entry in entries where codes.contains(entry.movieCode) {
            if entry.hasFigures || !page.state.isShort || page.entries != nil
                || !query.nations.isEmpty && entry.audienceCount != nil
            {
                lines[entry.movieCode, default: [:]][period] = entry
            } else {
                unclear[entry.movieCode, default: []].insert(period)
            }
        }
    }

    /// Returns the pages of the document: one per film or, with one row or one column per film, a
    /// single one.
    ///
    /// A period whose chart is not known has no row, because it must not look like a period in which
    /// the film was not on the chart; in one whose chart is short, that is unknown.
    func pages(from source: String) -> [Page] {
        if query.isByFilm {
            return [Page(query.films.map { run(of: $0, from: source) }, of: FilmRun.table)]
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

    /// The first and the last day of the rows; nil if there are none.
    var days: (first: Day, last: Day)? {
        let periods = query.films.flatMap(periods)
        guard let first = periods.map(\.from).min(), let last = periods.map(\.to).max() else {
            return nil
        }
        return (first, last)
    }

    /// Returns a fault for each film that is on none of the known charts of `source`, if there are
    /// any.
    func remarks(from source: String) -> [Fault] {
        query.films.filter { film in
            lines[film.code] == nil && unclear[film.code] == nil
                && periods(of: film).contains { charts[$0]?.areWhole ?? false }
        }.map {
            Fault.onNoChart($0).within(Fault.Scope(source: source, movieCode: $0.code))
        }
    }

    private func entries(of film: TrendFilm) -> [TrendEntry] {
        periods(of: film).map { entry(of: film, in: $0) }
    }

    private func run(of film: TrendFilm, from source: String) -> FilmRun {
        FilmRun(
            of: film, entries(of: film).filter { $0.line != nil || $0.areWhole }, from: source,
            fetchedAt: periods(of: film).compactMap { charts[$0]?.fetchedAt }.min())
    }

    private func entry(of film: TrendFilm, in period: Period) -> TrendEntry {
        let chart = unclear[film.code]?.contains(period) == true ? nil : charts[period]
        return TrendEntry(
            film: film, period: period, line: lines[film.code]?[period],
            isWhole: chart?.isWhole ?? false, areWhole: chart?.areWhole ?? false)
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

    fileprivate static let ownRows = Fault(
        .usage, "rows-are-its-own",
        "the charts of this source have columns of its own, so that runs cannot be read from them",
        hint: "ask another source")
}
