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
    private let lookup = FilmLookup<FoundPoster?>()
    private var budget: PictureBudget
    /// How the searches ended.
    private var count = PosterCount()
    /// How many searches failed, by the name of the source.
    private var failures: [String: Int] = [:]

    init(
        _ sources: [any PosterSource], details: DetailsLookup?, _ fetcher: Fetcher,
        budget: PictureBudget = PictureBudget()
    ) {
        self.sources = sources
        self.details = details
        self.fetcher = fetcher
        self.budget = budget
        limiter = ConcurrencyLimiter(width: fetcher.jobs)
    }

    /// What was not available, including the details that were looked up only for the posters.
    var losses: Losses {
        get async {
            var losses = ownLosses
            if let fault = count.fault { losses.warnings.append(fault) }
            if let fault = budget.fault { losses.warnings.append(fault) }
            if let details, !details.areWritten {
                losses.warnings = await details.losses.allWarnings + losses.warnings
            }
            return losses
        }
    }

    /// Whether pictures are kept or shown, so that posters are searched for even if no column shows
    /// them.
    nonisolated var wantsPictures: Bool { fetcher.pictures != nil || showsPictures }

    /// Whether the document shows pictures.
    nonisolated var showsPictures: Bool { fetcher.thumbnails != nil }

    /// Fetches no more pictures for the document, which has enough.
    func stopPictures() { budget.isOver = true }

    /// The poster of `film`; nil if there is none, or if none may be searched for.
    nonisolated func poster(of film: Film) async throws(Fault) -> FoundPoster? {
        try await lookup.result(for: film) { [self] film async throws(Fault) in
            try await lookUp(film)
        }
    }

    private func lookUp(_ film: Film) async throws(Fault) -> FoundPoster? {
        var film = film
        if let details, details.areWritten || film.genres.isEmpty {
            let known = try await details.details(of: film)
            // A film whose genre is unavailable may be an adult one.
            guard !known.isUnknown else {
                if details.areWritten { count.ofUnknownGenre += 1 }
                return nil
            }
            film.genres += known.genres
            film.year = film.year ?? known.year
        }
        guard !film.isAdult else {
            count.adult += 1
            return nil
        }
        // If a search failed, it is unknown whether there is a poster.
        var hasFailed = false
        for source in sources {
            guard let request = source.request(for: film) else { continue }
            let known = film
            let outcome = try await limiter.run { () async throws(Fault) -> Outcome in
                try await poster(of: known, request, from: source)
            }
            switch outcome {
            case .found(let poster):
                count.searched += 1
                return poster
            case .failed: hasFailed = true
            case .nothing: break
            }
        }
        count.searched += 1
        if !hasFailed { count.without.append(film) }
        return nil
    }

    /// How a search ended.
    private enum Outcome {
        case found(FoundPoster)
        case nothing
        case failed
    }

    /// What `source` finds with `request`, with its pictures as far as they are wanted.
    private func poster(
        of film: Film, _ request: Request, from source: any PosterSource
    ) async throws(Fault) -> Outcome {
        let page = try await tolerating(film) { () async throws(Fault) in
            try await search(request, in: source)
        }
        guard let page else { return .failed }
        guard var poster = page.records(Poster.self).first else { return .nothing }
        poster.movieCode = film.code
        let found = poster
        // A picture that cannot be kept is still the film's poster.
        let isKept = try await tolerating(film) { () async throws(Fault) in
            try await fetcher.pictures?.keep(found)
            return true
        }
        let picture = try await tolerating(film, warns: isKept == true) { () async throws(Fault) in
            try await thumbnail(of: found)
        }
        return .found(FoundPoster(poster: poster, picture: picture))
    }

    /// The small picture of `poster`; nil if none is shown or the run has enough of them.
    ///
    /// If a small form is named but not available, the full one is not tried, because that may be
    /// very large.
    private func thumbnail(of poster: Poster) async throws(Fault) -> Picture? {
        guard let thumbnails = fetcher.thumbnails, let address = poster.imageURL.asWebAddress else {
            return nil
        }
        guard budget.takePicture() else { return nil }
        let picture = try await thumbnails.picture(
            at: poster.thumbnailURL?.asWebAddress ?? address)
        budget.note(picture)
        return picture
    }

    /// The answer of `source`; nil if it is not asked any more.
    private func search(
        _ request: Request, in source: any PosterSource
    ) async throws(Fault) -> Page? {
        // A source that is down or whose quota is exhausted is not asked again.
        let name = source.manifest.name
        let mayAsk = failures[name, default: 0] < 3
        do throws(Fault) {
            return try await fetcher.page(for: request, from: source, mayAsk: mayAsk)
        } catch {
            if error.kind == .unavailable { failures[name, default: 0] += 1 }
            if error.kind == .notYet { failures[name] = 3 }
            throw error
        }
    }

    /// The result of `body`; nil and a warning if it fails in a way that a chart can tolerate.
    ///
    /// - Parameter warns: whether there is a warning; false if the film has one of that kind.
    private func tolerating<Result>(
        _ film: Film, warns: Bool = true, _ body: () async throws(Fault) -> Result?
    ) async throws(Fault) -> Result? {
        do throws(Fault) {
            return try await body()
        } catch {
            let fault = error.about("poster of \(film.code)")
            guard !fault.endsRun else { throw fault }
            if warns { ownLosses.warn(fault) }
            return nil
        }
    }
}
