package import BoxOffice

/// Looks up the films that a user names: in a register, or on the charts of a source that has all
/// its answers built in.
package struct TrendLookup: Sendable {
    private let register: (any Register)?
    private let charted: ChartedFilms?
    private let fetcher: Fetcher
    private let span: TrendSpan
    private let today: Day
    private let holdings: Holdings
    private let mayAsk: Bool
    /// The requests of the lookups so far, in their order.
    package private(set) var requests: [Request] = []

    /// Prepares lookups in the register of `plan`'s source.
    ///
    /// - Parameters:
    ///   - span: which part of the runs is shown.
    ///   - plan: what the films are for.
    ///   - fetcher: gets the answers.
    ///   - mayAsk: whether the service may be asked; otherwise only the archive is.
    /// - Throws: a ``Fault`` of kind `usage` if the source cannot tell its films.
    package init(
        _ span: TrendSpan, for plan: Plan, with fetcher: Fetcher, mayAsk: Bool = true
    ) throws(Fault) {
        try plan.source.check(plan.query)
        register = plan.source as? any Register
        charted = register == nil ? ChartedFilms(of: plan.source) : nil
        self.fetcher = fetcher
        self.span = span
        self.mayAsk = mayAsk
        today = plan.today
        holdings = plan.source.holdings
    }

    /// Films that stand for those not looked up, if the user chose the days of all; otherwise nil.
    package func placeholders(_ choices: [FilmChoice]) throws(Fault) -> [TrendFilm]? {
        guard let chosen = try span.chosen(today: today, holdings: holdings) else { return nil }
        return choices.map { choice in
            TrendFilm(
                code: choice.text, title: choice.text, openDate: nil, firstDay: chosen.firstDay,
                periods: chosen.periods)
        }
    }

    /// The films that `choices` name, in that order; nil if the service would have to be asked.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if a title fits several films, a film has not opened, is
    ///   named twice or opened before the first chart; of kind `notFound` if there is no such film.
    package mutating func films(_ choices: [FilmChoice]) async throws(Fault) -> [TrendFilm]? {
        let chosen = try span.chosen(today: today, holdings: holdings)
        var films: [TrendFilm] = []
        for choice in choices {
            guard let movie = try await movie(choice) else { continue }
            let run: (firstDay: Day, periods: Periods?)
            if let chosen {
                if let openDate = movie.openDate, openDate > today { throw .notOpened(movie) }
                run = chosen
            } else {
                run = try self.run(of: movie)
            }
            if films.contains(where: { $0.code == movie.code }) {
                throw .twice(choice.text, movie)
            }
            films.append(
                TrendFilm(
                    code: movie.code, title: movie.title ?? movie.code, openDate: movie.openDate,
                    firstDay: run.firstDay, periods: run.periods))
        }
        return films.count == choices.count ? films : nil
    }

    /// The run of `movie` from its opening day.
    private func run(of movie: Movie) throws(Fault) -> (firstDay: Day, periods: Periods?) {
        guard let openDate = movie.openDate else { throw .unknownOpening(movie) }
        guard openDate <= today else { throw .notOpened(movie) }
        guard openDate >= holdings.first else { throw .openedTooEarly(movie, holdings) }
        return (openDate, try span.periods(from: openDate, today: today, holdings: holdings))
    }

    /// The film that `choice` names; nil if the service would have to be asked.
    private mutating func movie(_ choice: FilmChoice) async throws(Fault) -> Movie? {
        if let charted {
            let movies = try await charted.movies(by: fetcher)
            if let movie = movies.first(where: { $0.code == choice.text }) { return movie }
            var titles = FoundTitles(for: choice, today: today)
            if let movie = try titles.match(among: movies, areAll: true) { return movie }
            throw titles.refusal
        }
        if choice.mayBeCode {
            do throws(Fault) {
                guard let page = try await page(of: .movie(codes: [choice.text])) else {
                    return nil
                }
                if let movie = page.records(Movie.self).first { return movie }
            } catch {
                // It may be a title.
                guard error.kind == .notFound else { throw error.about(choice.text) }
            }
        }
        var titles = FoundTitles(for: choice, today: today)
        for search in choice.searches where !search.isLastResort || titles.isEmpty {
            guard let movies = try await movies(search, for: choice) else { return nil }
            if let movie = try titles.match(among: movies.found, areAll: movies.areAll) {
                return movie
            }
        }
        throw titles.refusal
    }

    /// What a search finds, and whether that is all; nil if the service would have to be asked.
    private mutating func movies(
        _ search: TitleSearch, for choice: FilmChoice
    ) async throws(Fault) -> (found: [Movie], areAll: Bool)? {
        var movies: [Movie] = []
        do throws(Fault) {
            guard var page = try await page(of: .movies(search.search)) else { return nil }
            var pages = 1
            while true {
                movies += page.records(Movie.self)
                guard let next = page.next, page.count > 0 else { return (movies, true) }
                guard pages < search.mostPages else {
                    if search.isForPart { return (movies, false) }
                    throw .tooManyFilms(page.total)
                }
                guard let more = try await self.page(for: next) else { return nil }
                page = more
                pages += 1
            }
        } catch {
            throw error.about("'\(choice.text)'")
        }
    }

    private mutating func page(of query: Query) async throws(Fault) -> Page? {
        guard let request = register?.requests(for: query).first(where: { _ in true }) else {
            return Page([], of: Movie.searchTable)
        }
        return try await page(for: request)
    }

    private mutating func page(for request: Request) async throws(Fault) -> Page? {
        guard let register else { return nil }
        requests.append(request)
        return try await fetcher.page(for: request, from: register, mayAsk: mayAsk)
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
}
