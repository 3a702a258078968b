/// Asks the sources of posters, each film once.
///
/// The sources are asked in order: a later one only if the previous ones have none or fail.
actor PosterSearch {
    /// What the sources have for a film.
    struct Result: Sendable {
        /// The posters of the first source that has any.
        var posters: [Poster] = []
        /// Whether a source failed, so that it is unknown whether there is a poster.
        var hasFailed = false
        /// Why the film was not searched for; nil if it was.
        var exclusion: Exclusion?
    }

    /// Why a film is not searched for.
    enum Exclusion: Sendable {
        /// The register lists it as adult.
        case adult
        /// Its genre is not available, so it may be adult.
        case unknownGenre
        /// The same, and a warning says so already.
        case withoutDetails
    }

    private var ownLosses = Losses()
    private let sources: [any PosterSource]
    private let details: DetailsLookup?
    private let fetcher: Fetcher
    private let limiter: ConcurrencyLimiter
    private let lookup = FilmLookup<Result>()
    /// How many searches failed in a row, and how the last one did, by the name of the source.
    private var failures: [String: (count: Int, fault: Fault)] = [:]

    init(_ sources: [any PosterSource], details: DetailsLookup?, _ fetcher: Fetcher) {
        self.sources = sources
        self.details = details
        self.fetcher = fetcher
        limiter = ConcurrencyLimiter(width: fetcher.jobs)
    }

    /// The searches that failed.
    var losses: Losses { ownLosses }

    /// The details that were looked up only for the posters and are not available.
    var lossesOfDetails: Losses {
        get async {
            guard let details, !details.areWritten else { return Losses() }
            return await details.losses
        }
    }

    /// What the sources have for `film`.
    nonisolated func result(for film: Film) async throws(Fault) -> Result {
        try await lookup.result(for: film) { [self] film async throws(Fault) in
            try await lookUp(film)
        }
    }

    private func lookUp(_ film: Film) async throws(Fault) -> Result {
        var film = film
        var result = Result()
        if let details, needsDetails(of: film) {
            let known = try await details.details(of: film)
            // A film whose genre is unavailable may be an adult one.
            guard !known.isUnknown else {
                result.exclusion = details.areWritten ? .unknownGenre : .withoutDetails
                return result
            }
            if let movie = known.movie { film = film.with(movie) }
        }
        guard !film.isAdult else {
            result.exclusion = .adult
            return result
        }
        for source in sources {
            // What is known to be the film's poster is better than what a search would find.
            if source.searchesImages, let known = fetcher.pictures?.knownPoster(of: film.code) {
                result.posters = [known]
                return result
            }
            guard let request = source.request(for: film) else { continue }
            let found = try await limiter.run { [film] () async throws(Fault) -> [Poster]? in
                try await posters(of: film, request, from: source)
            }
            if let found, !found.isEmpty {
                result.posters = found
                return result
            }
            if found == nil { result.hasFailed = true }
        }
        // What is kept of a source that failed is still the film's poster.
        if result.hasFailed, let known = fetcher.pictures?.knownPoster(of: film.code) {
            result.posters = [known]
        }
        return result
    }

    /// Whether a search for `film` needs its details: the genres, because adult films are not
    /// searched for, and for some sources the numbers of its rating.
    private func needsDetails(of film: Film) -> Bool {
        guard let details else { return false }
        return details.areWritten || film.genres.isEmpty
            || (film.ratingNumbers.isEmpty && sources.contains(where: \.usesRatingNumbers))
    }

    /// What `source` finds for `film` with `request`; nil and a warning if it fails.
    private func posters(
        of film: Film, _ request: Request, from source: any PosterSource
    ) async throws(Fault) -> [Poster]? {
        do throws(Fault) {
            let posters = try await search(request, for: film, in: source)
            return posters.map { poster in
                var poster = poster
                poster.movieCode = film.code
                poster.source = source.posterName
                return poster
            }
        } catch {
            let scope = Fault.Scope(source: source.posterName, movieCode: film.code)
            guard !error.endsRun else {
                throw error.about(Message("poster-of", "poster of \(film.code)"), scope)
            }
            // With several sources, a reader has to know which one failed.
            guard sources.count > 1 else {
                ownLosses.warn(error.about(Message("poster-of", "poster of \(film.code)"), scope))
                return nil
            }
            ownLosses.warn(
                error.about(
                    Message(
                        "poster-of-from", "poster of \(film.code) from \(source.posterName)"),
                    scope),
                about: source.posterName)
            return nil
        }
    }

    /// The posters of `film` in the pages of the answer of `source`.
    private func search(
        _ request: Request, for film: Film, in source: any PosterSource
    ) async throws(Fault) -> [Poster] {
        var pages: [Page] = []
        var next: Request? = request
        while let request = next, pages.count < Self.mostPages {
            let page = try await page(for: request, from: source)
            pages.append(page)
            next = page.next
        }
        return source.posters(of: film, in: pages)
    }

    /// A page of the answer of `source`.
    ///
    /// A source that failed three times in a row, or whose quota is exhausted, is not asked again: what
    /// is not in the archive fails as the last request did.
    private func page(
        for request: Request, from source: any PosterSource
    ) async throws(Fault) -> Page {
        let name = source.manifest.name
        let failure = failures[name]
        let mayAsk = (failure?.count ?? 0) < 3
        do throws(Fault) {
            let page = try await fetcher.page(for: request, from: source, mayAsk: mayAsk)
            if let page {
                if mayAsk { failures[name] = nil }
                return page
            }
        } catch {
            if [.unavailable, .notYet].contains(error.kind) {
                let count = error.kind == .notYet ? 3 : failures[name]?.count ?? 0
                failures[name] = (count + 1, error)
            }
            throw error
        }
        throw failure?.fault ?? Fault(.unavailable, "not-asked", "it is not asked any more")
    }

    /// How many pages of an answer are asked for at most.
    private static let mostPages = 10
}
