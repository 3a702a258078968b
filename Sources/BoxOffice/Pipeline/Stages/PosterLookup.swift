/// The posters of films, each searched for once in an export.
///
/// The sources of posters are asked in order: a later one only if the previous ones have none or
/// fail. A missing poster does not make the chart incomplete; it leads to a warning.
actor PosterLookup {
    private var ownLosses = Losses()
    private let sources: [any PosterSource]
    private let details: DetailsLookup?
    private let fetcher: Fetcher
    private let limiter: ConcurrencyLimiter
    private let lookup = FilmLookup<Poster?>()
    /// How many searches failed, by the name of the source.
    private var failures: [String: Int] = [:]

    init(_ sources: [any PosterSource], details: DetailsLookup?, _ fetcher: Fetcher) {
        self.sources = sources
        self.details = details
        self.fetcher = fetcher
        limiter = ConcurrencyLimiter(width: fetcher.jobs)
    }

    /// What was not available, including the details that were looked up only for the posters.
    var losses: Losses {
        get async {
            var losses = ownLosses
            if let details, !details.areWritten {
                losses.warnings = await details.losses.warnings + losses.warnings
            }
            return losses
        }
    }

    /// Whether pictures are kept, so that posters are searched for even if no column shows them.
    nonisolated var keepsPictures: Bool { fetcher.pictures != nil }

    /// The poster of `film`; nil if there is none, or if none may be searched for.
    nonisolated func poster(of film: Film) async throws(Fault) -> Poster? {
        try await lookup.result(for: film) { [self] film async throws(Fault) in
            try await lookUp(film)
        }
    }

    private func lookUp(_ film: Film) async throws(Fault) -> Poster? {
        var film = film
        if let details, details.areWritten || film.genres.isEmpty {
            let known = try await details.details(of: film)
            // A film whose genre is unavailable may be an adult one.
            guard !known.isUnknown else { return nil }
            film.genres += known.genres
            film.year = film.year ?? known.year
        }
        guard !film.isAdult else { return nil }
        for source in sources {
            guard let request = source.request(for: film) else { continue }
            let known = film
            let found = try await limiter.run { () async throws(Fault) -> Poster? in
                try await poster(of: known, request, from: source)
            }
            if let found { return found }
        }
        return nil
    }

    /// The poster that `source` finds with `request`; its picture is kept if pictures are.
    private func poster(
        of film: Film, _ request: Request, from source: any PosterSource
    ) async throws(Fault) -> Poster? {
        let poster = try await tolerating(film) { () async throws(Fault) in
            try await search(request, in: source)
        }
        guard var poster else { return nil }
        poster.movieCode = film.code
        let found = poster
        // A picture that cannot be kept is still the film's poster.
        _ = try await tolerating(film) { () async throws(Fault) in
            try await fetcher.pictures?.keep(found)
        }
        return poster
    }

    private func search(
        _ request: Request, in source: any PosterSource
    ) async throws(Fault) -> Poster? {
        // A source that is down or whose quota is exhausted is not asked again.
        let name = source.manifest.name
        let mayAsk = failures[name, default: 0] < 3
        do throws(Fault) {
            let page = try await fetcher.page(for: request, from: source, mayAsk: mayAsk)
            return page?.records(Poster.self).first
        } catch {
            if error.kind == .unavailable { failures[name, default: 0] += 1 }
            if error.kind == .notYet { failures[name] = 3 }
            throw error
        }
    }

    /// The result of `body`; nil and a warning if it fails in a way that a chart can tolerate.
    private func tolerating<Result>(
        _ film: Film, _ body: () async throws(Fault) -> Result?
    ) async throws(Fault) -> Result? {
        do throws(Fault) {
            return try await body()
        } catch {
            let fault = error.about("poster of \(film.code)")
            guard !fault.endsRun else { throw fault }
            ownLosses.warn(fault)
            return nil
        }
    }
}
