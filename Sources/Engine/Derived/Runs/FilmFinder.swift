package import BoxOffice

/// A finder of the films that a user names: in a register, or on the charts of a source that has all
/// its answers built in.
package struct FilmFinder: Sendable {
    /// The source with the register.
    let source: any Source
    /// The first day that is not over where the source's charts are from.
    let today: Day
    private let fetcher: Fetcher
    private let mayAsk: Bool
    /// The requests so far, in their order.
    package private(set) var requests: [Request] = []

    /// Prepares to find films that `source` knows.
    ///
    /// - Parameters:
    ///   - source: the source.
    ///   - now: the start of the run.
    ///   - fetcher: gets the answers.
    ///   - mayAsk: true if the service may be asked; otherwise only the archive is.
    package init(
        in source: any Source, at now: Instant, with fetcher: Fetcher, mayAsk: Bool = true
    ) {
        self.source = source
        self.fetcher = fetcher
        self.mayAsk = mayAsk
        today = source.policy.territory.today(at: now)
    }

    /// Returns the film that `choice` names; nil if the service would have to be asked.
    mutating func movie(_ choice: FilmChoice) async throws(Fault) -> Movie? {
        var titles = FoundTitles(choice: choice, today: today)
        if source.register == nil, let charts = source.builtInCharts {
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
            guard let movie = try titles.match(among: movies.found, areAll: movies.areAll) else {
                continue
            }
            // The register may have another film of that title.
            for other in search.inOtherSpellings where fetcher.asksServices {
                let others = try await self.movies(other, for: choice)?.found ?? []
                _ = try titles.match(among: others, areAll: true)
            }
            return movie
        }
        guard let recorded = source.holdings.recorded else { throw titles.refusal }
        throw titles.refusal.advising(recorded).refused
    }

    /// Returns what a search finds, and whether that is all; nil if the service would have to be
    /// asked.
    mutating func movies(
        _ search: TitleSearch, for choice: FilmChoice
    ) async throws(Fault) -> (found: [Movie], areAll: Bool)? {
        do throws(Fault) {
            guard var (pages, areAll) = try await pages(search) else { return nil }
            if areAll, pages.shift != nil {
                guard mayAsk, let again = try await self.pages(search, anew: true) else {
                    return nil
                }
                (pages, areAll) = again
                if areAll, let shift = pages.shift { throw shift }
            }
            return (pages.flatMap { $0.records(Movie.self) }, areAll)
        } catch {
            throw error.about("'\(choice.text)'")
        }
    }

    /// Returns the pages of a search, and whether these are all; nil if the service would have to be
    /// asked.
    private mutating func pages(
        _ search: TitleSearch, anew: Bool = false
    ) async throws(Fault) -> (pages: [Page], areAll: Bool)? {
        var pages: [Page] = []
        var codes: Set<String> = []
        var next = source.firstRequest(for: search.query)
        while let request = next {
            guard pages.count < search.maxPages else {
                guard search.isForPart else { throw .tooManyFilms(pages.last?.total) }
                break
            }
            guard let page = try await page(for: request, anew: anew) else { return nil }
            pages.append(page)
            let known = codes.count
            codes.formUnion(try page.filmCodes() ?? [])
            next = page.isEmpty ? nil : page.next
            if let next, codes.count == known { throw .repetition(next.subject) }
        }
        return (pages, next == nil)
    }

    private mutating func page(
        for request: Request, anew: Bool = false
    ) async throws(Fault) -> Page? {
        if anew { return try await fetcher.page(for: request, from: source, anew: true) }
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
