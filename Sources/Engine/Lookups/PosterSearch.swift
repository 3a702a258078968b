internal import BoxOffice

/// A search for posters in the sources that have them.
///
/// The sources are asked in order: a later one only if the previous ones have none or fail.
actor PosterSearch {
    /// The findings of the sources for a film.
    struct Result: Sendable {
        /// The posters of the first source that has any.
        var posters: [Poster] = []
        /// True if a source failed, so that it is unknown whether there is a poster.
        var hasFailed = false
        /// The reason why the film was not searched for; nil if it was.
        var exclusion: Exclusion?
    }

    /// A reason why a film is not searched for.
    enum Exclusion: Sendable {
        /// The register lists it as adult.
        case adult
        /// Its genre is not available, so it may be adult.
        case unknownGenre
        /// The same, and a warning already says so.
        case withoutDetails
    }

    /// The searches that failed.
    private(set) var filmWarnings = FilmWarnings()
    private let sources: [any PosterSource]
    private let details: DetailsLookup?
    private let fetcher: Fetcher
    private let limiter: ConcurrencyLimiter
    /// The number of searches that failed in a row, with the last fault, by the name of the source.
    private var failures: [String: (count: Int, fault: Fault)] = [:]

    init(_ sources: [any PosterSource], details: DetailsLookup?, _ fetcher: Fetcher) {
        self.sources = sources
        self.details = details
        self.fetcher = fetcher
        limiter = ConcurrencyLimiter(width: fetcher.jobs)
    }

    /// Returns what the sources have for `film`, whose details are `known`, if they are written.
    func result(
        for film: Film, _ known: DetailsLookup.Details?
    ) async throws(Fault) -> Result {
        var film = film
        // The genres are needed because adult films are not searched for; some sources also need
        // the numbers of the film's rating.
        if let details,
            details.writesRegister || film.genres.isEmpty
                || (film.ratingNumbers.isEmpty && sources.contains(where: \.usesRatingNumbers))
        {
            let registered =
                if let registered = known?.registered {
                    registered
                } else {
                    try await details.registered(film)
                }
            switch registered {
            // A film whose genre is unavailable may be an adult one.
            case .unavailable(let exclusion, let hasFailed):
                return Result(hasFailed: hasFailed, exclusion: exclusion)
            case .known(let movie): if let movie { film = film.with(movie) }
            }
        }
        guard !film.isAdult else { return Result(exclusion: .adult) }
        var result = Result()
        for source in sources {
            // A poster that is known to be the film's is better than any that a search would find.
            if source.searchesImages, let known = fetcher.keptPoster(of: film.code) {
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
        // A kept poster of a source that failed is still the film's poster.
        if result.hasFailed, let known = fetcher.keptPoster(of: film.code) {
            result.posters = [known]
        }
        return result
    }

    /// Returns what `source` finds for `film` with `request`; if it fails, warns and returns nil.
    private func posters(
        of film: Film, _ request: Request, from source: any PosterSource
    ) async throws(Fault) -> [Poster]? {
        do throws(Fault) {
            var pages: [Page] = []
            var unsettled: [(Request, Answer)] = []
            var next: Request? = request
            while let request = next, pages.count < Self.maxPages {
                let page = try await page(for: request, from: source)
                pages.append(page)
                if let answer = page.unsettled { unsettled.append((request, answer)) }
                next = page.next
            }
            let posters = source.posters(of: film, in: pages)
            for (request, answer) in unsettled where !posters.isEmpty {
                fetcher.keep(answer, to: request, from: source)
            }
            return posters.map { poster in
                var poster = poster
                poster.movieCode = film.code
                poster.source = source.posterName
                return poster
            }
        } catch {
            let scope = Fault.Scope(source: source.posterName, movieCode: film.code)
            guard !error.endsRun else {
                throw error.about(film.poster, scope)
            }
            // With several sources, a reader has to know which one failed.
            let name = source.posterName
            let what =
                sources.count > 1
                ? Message("poster-of-from", "poster of \(film.code) from \(name)") : film.poster
            filmWarnings.warn(error.about(what, scope), about: sources.count > 1 ? name : "")
            return nil
        }
    }

    /// Returns a page of the answer of `source`.
    ///
    /// A source that failed three times in a row, or whose quota is exhausted, is not asked again:
    /// requests without an answer in the archive fail as the last request did.
    private func page(
        for request: Request, from source: any PosterSource
    ) async throws(Fault) -> Page {
        let name = source.manifest.name
        if let (count, fault) = failures[name], count >= 3 {
            let page = try await fetcher.page(for: request, from: source, mayAsk: false)
            guard let page else { throw fault }
            return page
        }
        do throws(Fault) {
            let page = try await fetcher.page(for: request, from: source)
            failures[name] = nil
            return page
        } catch {
            if [.unavailable, .notYet].contains(error.kind) {
                let count = error.kind == .notYet && !error.canHeal ? 3 : failures[name]?.count ?? 0
                failures[name] = (count + 1, error)
            }
            throw error
        }
    }

    /// The maximum number of pages that are requested of an answer.
    private static let maxPages = 10
}

extension [Poster] {
    /// Chooses the pictures of which one becomes the poster of a film, usually the first one; empty
    /// if there is none.
    ///
    /// Any picture that a source has of the film itself will do. Of those of an image search, only
    /// the first is used that is not in `taken`: the same picture for two films is wrong for at
    /// least one of them.
    init(among posters: [Poster], without taken: Set<String>) {
        switch posters.first?.match {
        case .imageSearch?: self = posters.first { !taken.contains($0.imageURL) }.map { [$0] } ?? []
        case .code?, .ratingNumber?, .likeness?: self = posters
        case nil: self = Array(posters.prefix(1))
        }
    }
}

/// The outcome of the searches for the posters of an export, counted by film.
struct PosterCount: Sendable {
    /// The number of films that were searched for.
    var searched = 0
    /// The films for which every source was asked and none has a poster.
    var without: [Film] = []
    /// The number of films that were not searched for because they are adult films.
    var adult = 0
    /// The number of films that were not searched for because their genre is unknown, unless
    /// another warning says so.
    var unknownGenres = 0

    /// Counts a film; `result` is what the sources have for it.
    mutating func note(_ result: PosterSearch.Result, hasPoster: Bool, of film: Film) {
        switch result.exclusion {
        case .adult: adult += 1
        case .unknownGenre: unknownGenres += 1
        case .withoutDetails: break
        case nil:
            searched += 1
            // If a search failed, it is unknown whether there is a poster.
            if !hasPoster, !result.hasFailed { without.append(film) }
        }
    }

    /// The remark for readers of the rows, in one sentence for any number of films.
    ///
    /// It is nil if every film has a poster. A film whose search failed, or whose details were not
    /// available, has a warning of its own.
    var fault: Fault? {
        let unsearched = adult + unknownGenres
        guard !without.isEmpty else {
            guard unsearched > 0 else { return nil }
            return Fault(
                .notFound, "posters-not-searched",
                "posters were not searched for \(unsearched) of \(searched + unsearched, "film"): \(reasons)"
            )
        }
        // The first titles, sorted because the searches end in any order.
        let titles = without.map { $0.title.isEmpty ? $0.code : $0.title }.sorted()
        let names = Message.titles(
            titles.prefix(3).joined(separator: ", "), andMore: titles.count - 3)
        let found = Message(
            "posters-not-found",
            "no poster was found for \(without.count) of \(searched, "film"): \(names)")
        let all = Message("posters-not-found-or-searched", "\(found); not searched for: \(reasons)")
        return Fault(.notFound, "posters-not-found", unsearched > 0 ? all : found)
    }

    /// The reasons why films were not searched for.
    private var reasons: Message {
        let counts = [
            (adult, Message("adult", "\(adult) adult")),
            (unknownGenres, Message("of-unknown-genre", "\(unknownGenres) of unknown genre")),
        ]
        return .list(counts.filter { $0.0 > 0 }.map(\.1))
    }
}

extension Film {
    /// The subject of a fault in its poster.
    var poster: Message { Message("poster-of", "poster of \(code)") }
}
