/// Looks up what an enrichment adds to films, each film once however many rows it has.
actor Enricher {
    private struct Lookup {
        let task: Task<[Value], any Error>
        var waiters = 0
    }

    private let enrichment: Enrichment
    private let kept: @Sendable (Request, any Provider) throws(Fault) -> Page?
    private let fetch: @Sendable (Request, any Provider) async throws(Fault) -> Page
    private let keepsGoing: Bool
    /// The places among the added columns that are written; only their values are kept.
    private let written: Set<Int>
    private let postersTurnstile: Turnstile
    private var lookups: [String: Lookup] = [:]
    private var warningsByKind: [(kind: Fault.Kind, fault: Fault)] = []
    private var failedSearches = 0
    private(set) var missing: [Fault] = []

    /// Looks up what `enrichment` says.
    ///
    /// - Parameters:
    ///   - written: the places among the added columns that are written.
    ///   - kept: gives what the archive has for a request and may stand for a new answer.
    ///   - fetch: gives that or, where there is none, asks.
    init(
        _ enrichment: Enrichment, writing written: Set<Int>, keepsGoing: Bool, jobs: Int,
        kept: @escaping @Sendable (Request, any Provider) throws(Fault) -> Page?,
        fetch: @escaping @Sendable (Request, any Provider) async throws(Fault) -> Page
    ) {
        self.enrichment = enrichment
        self.written = written
        self.keepsGoing = keepsGoing
        self.kept = kept
        self.fetch = fetch
        postersTurnstile = Turnstile(width: jobs)
    }

    /// What was lost without harm to the rows, once for each kind of fault.
    var warnings: [Fault] { warningsByKind.map(\.fault) }

    /// The values of the added columns for `film`.
    func values(for film: Film) async throws(Fault) -> [Value] {
        let task = lookups[film.code]?.task ?? Task { try await self.lookUp(film) }
        lookups[film.code, default: Lookup(task: task)].waiters += 1
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                Task { await self.leave(film.code) }
            }
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(.bug, "unexpected-error", "an unexpected error ended a lookup: \(error)")
        }
    }

    /// One who waited for the film waits no longer; a lookup that nobody waits for is given up.
    private func leave(_ code: String) {
        lookups[code]?.waiters -= 1
        if let lookup = lookups[code], lookup.waiters <= 0 { lookup.task.cancel() }
    }

    private func lookUp(_ film: Film) async throws(Fault) -> [Value] {
        let (movie, isKnown) = try await details(of: film)
        var values = enrichment.writesDetails ? detailValues(of: movie) : []
        if enrichment.posters != nil {
            var film = film
            film.genres += movie?.genres ?? []
            film.year = film.year ?? movie?.productionYear
            values += posterValues(of: isKnown ? try await poster(of: film) : nil)
        }
        return values.enumerated().map { written.contains($0) ? $1 : .missing }
    }

    private func warn(_ fault: Fault) {
        guard !warningsByKind.contains(where: { $0.kind == fault.kind }) else { return }
        warningsByKind.append((fault.kind, fault))
    }

    // MARK: - Details

    /// The details of `film` where they are wanted, and whether enough is known of it to search for
    /// its poster: of a film whose genre could not be had none is searched for.
    private func details(of film: Film) async throws(Fault) -> (Movie?, isKnown: Bool) {
        guard let source = enrichment.details, enrichment.writesDetails || film.genres.isEmpty
        else { return (nil, true) }
        let requests = source.requests(for: .movie(codes: [film.code]))
        guard let request = requests.first(where: { _ in true }) else { return (nil, true) }
        do throws(Fault) {
            return (try await fetch(request, source).records(Movie.self).first, true)
        } catch {
            let fault = error.about("details of \(film.code)")
            switch fault.kind {
            case .cancelled, .bug, .keyRefused, .outOfResources: throw fault
            case .notFound: warn(fault)
            case _ where !enrichment.writesDetails: warn(fault)
            case _ where keepsGoing && fault.isLocal: missing.append(fault)
            default: throw fault
            }
            return (nil, false)
        }
    }

    private func detailValues(of movie: Movie?) -> [Value] {
        Enrichment.details.columns.map { column in
            guard let movie,
                let field = Movie.detailsTable.fields.first(where: { $0.column == column })
            else { return .missing }
            return field.value(movie)
        }
    }

    // MARK: - Posters

    /// The poster of `film`; nil where there is none, or none may be had.
    ///
    /// - Throws: a ``Fault`` only where the key is refused or the run is cancelled.
    private func poster(of film: Film) async throws(Fault) -> Poster? {
        guard let source = enrichment.posters, !film.isAdult,
            let request = source.request(for: film)
        else { return nil }
        return try await postersTurnstile.pass { () async throws(Fault) in
            let poster = try await tolerating(film) { () async throws(Fault) in
                try await choose(request, from: source, for: film)
            }
            guard var poster else { return nil }
            poster.movieCode = film.code
            // A picture that cannot be kept is no less the film's poster.
            _ = try await tolerating(film) { () async throws(Fault) in
                try await enrichment.pictures?.keep(poster)
            }
            return poster
        }
    }

    /// What `body` gives; nil and a warning where it fails in a way that a chart can live with.
    private func tolerating<Result>(
        _ film: Film, _ body: () async throws(Fault) -> Result?
    ) async throws(Fault) -> Result? {
        do throws(Fault) {
            return try await body()
        } catch {
            let fault = error.about("poster of \(film.code)")
            switch fault.kind {
            case .keyRefused, .cancelled, .bug, .outOfResources: throw fault
            default: warn(fault)
            }
            return nil
        }
    }

    private func choose(
        _ request: Request, from source: any Provider, for film: Film
    ) async throws(Fault) -> Poster? {
        if let page = try kept(request, source) { return page.records(Poster.self).first }
        // Of a used-up quota or a service that is down there is no use in asking for more.
        guard failedSearches < 3 else { return nil }
        do throws(Fault) {
            return try await fetch(request, source).records(Poster.self).first
        } catch {
            if error.kind == .unavailable { failedSearches += 1 }
            if error.kind == .notYet { failedSearches = 3 }
            throw error
        }
    }

    private func posterValues(of poster: Poster?) -> [Value] {
        Poster.table.fields.map { field in poster.map { field.value($0) } ?? .missing }
    }
}
