package import BoxOffice

/// A lookup of the films that a user names: in a register, or on the charts of a source that has
/// all its answers built in.
package struct TrendLookup: Sendable {
    private let source: any Source
    private let fetcher: Fetcher
    private let span: TrendSpan
    /// The days that are the same for every film, if the user chose them.
    private let chosen: (firstDay: Day, periods: Periods?)?
    private let today: Day
    /// True if runs are summed up from the opening on, so that no other first day can be chosen.
    private let isByFilm: Bool
    private let mayAsk: Bool
    /// The requests of the lookups so far, in their order.
    package private(set) var requests: [Request] = []

    /// Prepares lookups in the register of `plan`'s source.
    ///
    /// - Parameters:
    ///   - span: the part of each run to show.
    ///   - plan: the plan that needs the films.
    ///   - fetcher: gets the answers.
    ///   - mayAsk: true if the service may be asked; otherwise only the archive is.
    /// - Throws: a ``Fault`` of kind `usage` if the source cannot answer the plan's query, or if
    ///   the days are not available.
    package init(
        _ span: TrendSpan, for plan: Plan, with fetcher: Fetcher, mayAsk: Bool = true
    ) throws(Fault) {
        try plan.source.check(plan.query)
        source = plan.source
        self.fetcher = fetcher
        self.span = span
        self.mayAsk = mayAsk
        isByFilm = if case .trend(let query) = plan.query { query.isByFilm } else { false }
        today = plan.source.policy.territory.today(at: plan.now)
        chosen = try span.chosen(today: today, holdings: source.holdings)
    }

    /// Returns stand-ins for films not looked up yet, if the user chose the days of all; otherwise
    /// nil.
    package func placeholders(_ choices: [FilmChoice]) -> [TrendFilm]? {
        chosen.map { chosen in
            choices.map { $0.placeholder(from: chosen.firstDay, chosen.periods) }
        }
    }

    /// Returns the films that `choices` name, in that order; nil if the service would have to be
    /// asked.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if a title fits several films, a film has not opened, is
    ///   named twice or opened before the first chart; of kind `notFound` if there is no such film.
    package mutating func films(_ choices: [FilmChoice]) async throws(Fault) -> [TrendFilm]? {
        var films: [TrendFilm] = []
        do throws(Fault) {
            for choice in choices {
                guard let movie = try await movie(choice) else { continue }
                let run = try run(of: movie)
                if films.contains(where: { $0.code == movie.code }) {
                    throw .twice(choice.text, movie)
                }
                films.append(
                    TrendFilm(
                        code: movie.code, title: movie.title ?? movie.code,
                        openDate: movie.openDate, firstDay: run.firstDay, periods: run.periods))
            }
        } catch {
            throw isByFilm ? error.fromOpening : error
        }
        return films.count == choices.count ? films : nil
    }

    /// Returns the run of `movie`: the days that the user chose, or those from its opening day.
    private func run(of movie: Movie) throws(Fault) -> (firstDay: Day, periods: Periods?) {
        if let openDate = movie.openDate, openDate > today { throw .notOpened(movie) }
        if let chosen { return chosen }
        guard let openDate = movie.openDate else { throw .unknownOpening(movie) }
        let holdings = source.holdings
        guard openDate >= holdings.first else { throw .openedTooEarly(movie, holdings) }
        return (openDate, try span.periods(from: openDate, today: today, holdings: holdings))
    }

    /// Returns the film that `choice` names; nil if the service would have to be asked.
    private mutating func movie(_ choice: FilmChoice) async throws(Fault) -> Movie? {
        var titles = FoundTitles(choice: choice, today: today)
        if !(source is any Register), let charts = source.builtInCharts {
            let movies = try await movies(on: charts)
            if let movie = movies.first(where: { $0.code == choice.text }) { return movie }
            if let movie = try titles.match(among: movies, areAll: true) { return movie }
            throw titles.refusal
        }
        if choice.mayBeCode, let request = source.firstRequest(for: .movie(codes: [choice.text])) {
            do throws(Fault) {
                guard let page = try await page(for: request) else { return nil }
                if let movie = page.records(Movie.self).first { return movie }
            } catch {
                // It may be a title.
                guard error.kind == .notFound else { throw error.about(choice.text) }
            }
        }
        for search in choice.searches where !search.isLastResort || titles.found.isEmpty {
            guard let movies = try await movies(search, for: choice) else { return nil }
            if let movie = try titles.match(among: movies.found, areAll: movies.areAll) {
                return movie
            }
        }
        throw titles.refusal
    }

    /// Returns what a search finds, and whether that is all; nil if the service would have to be
    /// asked.
    private mutating func movies(
        _ search: TitleSearch, for choice: FilmChoice
    ) async throws(Fault) -> (found: [Movie], areAll: Bool)? {
        var pages: [Page] = []
        var next = source.firstRequest(for: search.query)
        do throws(Fault) {
            while let request = next {
                guard pages.count < search.mostPages else {
                    guard search.isForPart else { throw .tooManyFilms(pages.last?.total) }
                    break
                }
                guard let page = try await page(for: request) else { return nil }
                pages.append(page)
                next = page.isEmpty ? nil : page.next
            }
            return (pages.flatMap { $0.records(Movie.self) }, next == nil)
        } catch {
            throw error.about("'\(choice.text)'")
        }
    }

    private mutating func page(for request: Request) async throws(Fault) -> Page? {
        requests.append(request)
        return try await fetcher.page(for: request, from: source, mayAsk: mayAsk)
    }

    /// Returns the film of every line on `charts`, with the data that the line has.
    private func movies(on charts: ChartQuery) async throws(Fault) -> [Movie] {
        var movies: [Movie] = []
        for request in source.requests(for: .chart(charts)) {
            let page = try await fetcher.page(for: request, from: source)
            movies += page.records(ChartEntry.self).map { entry in
                var movie = Movie(code: entry.movieCode)
                movie.title = entry.title
                movie.openDate = entry.openDate
                return movie
            }
        }
        return movies
    }
}

/// The part of each film's run to show, as typed, before today's date is known.
package struct TrendSpan: Hashable, Sendable {
    /// The chart the figures are from: the daily or the weekly one.
    package var chart: Chart
    /// The number of days from day 1 on.
    package var days: Int
    /// Day 1 of every film, in the forms of ``PeriodSelection``; nil for the opening day of each.
    package var from: String?
    /// The last day; nil for ``days`` days.
    package var to: String?

    /// The numbers of days that a run may have.
    package static let daysAllowed = 1...3650

    /// Makes a span; by default the first 30 days, day by day.
    package init(chart: Chart = .daily, days: Int = 30, from: String? = nil, to: String? = nil) {
        self.chart = chart
        self.days = days
        self.from = from
        self.to = to
    }

    /// Returns day 1 and the periods of all films, if the user chose them; nil if each film begins
    /// with its opening day.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the days are not available or too many.
    func chosen(
        today: Day, holdings: Holdings
    ) throws(Fault) -> (firstDay: Day, periods: Periods?)? {
        let selection = PeriodSelection(from: from, to: to)
        try selection.refuseContradictions()
        guard let from else { return nil }
        let firstDay = try selection.period(of: chart, named: from, today: today).day
        guard to != nil else {
            return (firstDay, try periods(from: firstDay, today: today, holdings: holdings))
        }
        let periods = try selection.periods(of: chart, today: today, holdings: holdings)
        if let last = periods?.last.to, firstDay.distance(to: last) >= Self.daysAllowed.upperBound {
            throw .tooManyDays(firstDay.distance(to: last) + 1)
        }
        return (firstDay, periods)
    }

    /// Returns true if any period may be over: false only if the user chose a first day on which
    /// none is yet.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the chosen days are not available.
    package func isOver(today: Day, holdings: Holdings) throws(Fault) -> Bool {
        guard let chosen = try chosen(today: today, holdings: holdings) else { return true }
        return chosen.periods != nil
    }

    /// Returns the periods of a run that begins on `firstDay`; nil if none is over yet.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the source has no chart of the first period.
    func periods(from firstDay: Day, today: Day, holdings: Holdings) throws(Fault) -> Periods? {
        let first = Period(of: chart, containing: firstDay)
        if holdings.last == nil, firstDay <= today, first.to >= today { return nil }
        try holdings.check(first, today: today)
        let last = Period(of: chart, containing: firstDay.advanced(by: days - 1))
        let newest = try holdings.newest(of: chart, today: today)
        return Periods(from: first, to: last.from < newest.from ? last : newest)
    }
}

extension Fault {
    fileprivate static func tooManyFilms(_ count: Int?) -> Fault {
        Fault(
            .usage, "too-many-films",
            count.map { Message("too-many-films", "\($0) films have that in their titles") }
                ?? Message(
                    "too-many-films-to-count", "too many films have that in their titles"),
            hint: "name the film by its code")
    }

    fileprivate static func tooManyDays(_ count: Int) -> Fault {
        Fault(
            .usage, "too-many-days",
            "--from and --to make a run of at most \(TrendSpan.daysAllowed.upperBound) days, not \(count)"
        )
    }
}
