internal import BoxOffice

/// The films on the charts of a source that has no register, but all its answers built in.
struct ChartedFilms: Sendable {
    private let source: any Source
    private let charts: ChartQuery

    /// Takes the films of `source`; nil if it would have to ask for charts.
    init?(of source: any Source) {
        let holdings = source.holdings
        guard let last = holdings.last, let chart = holdings.charts.first else { return nil }
        let first = Period(of: chart, containing: holdings.first)
        let query = ChartQuery(
            periods: Periods(from: first, to: Period(of: chart, containing: last)))
        let request = source.requests(for: .chart(query)).first { _ in true }
        guard let request, source.ownAnswer(to: request) != nil else { return nil }
        self.source = source
        charts = query
    }

    /// The films, each once, as far as their lines tell.
    func movies(by fetcher: Fetcher) async throws(Fault) -> [Movie] {
        var movies: [Movie] = []
        var codes: Set<String> = []
        for request in source.requests(for: .chart(charts)) {
            let page = try await fetcher.page(for: request, from: source)
            for entry in page.records(ChartEntry.self)
            where codes.insert(entry.movieCode).inserted {
                var movie = Movie(code: entry.movieCode)
                movie.title = entry.title
                movie.openDate = entry.openDate
                movies.append(movie)
            }
        }
        return movies
    }
}
