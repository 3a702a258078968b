/// Looks up what an enrichment adds to films, each film once however many rows it has.
actor Enricher {
    private let enrichment: Enrichment
    private let today: Day
    private let fetch: @Sendable (Request, any Source) async throws(Fault) -> Page
    private let keepsGoing: Bool
    /// The places among the added columns that are written; only their values are kept.
    private let written: Set<Int>
    private var lookups: [String: Task<[Value], any Error>] = [:]
    private var warningsByKind: [(kind: Fault.Kind, fault: Fault)] = []
    private(set) var missing: [Fault] = []

    init(
        _ enrichment: Enrichment, writing written: Set<Int>, keepsGoing: Bool, today: Day,
        fetch: @escaping @Sendable (Request, any Source) async throws(Fault) -> Page
    ) {
        self.enrichment = enrichment
        self.written = written
        self.keepsGoing = keepsGoing
        self.today = today
        self.fetch = fetch
    }

    /// What was lost without harm to the rows, once for each kind of fault.
    var warnings: [Fault] { warningsByKind.map(\.fault) }

    /// The values of the added columns for `film`.
    func values(for film: Film) async throws(Fault) -> [Value] {
        let lookup = lookups[film.code] ?? Task { try await self.lookUp(film) }
        lookups[film.code] = lookup
        do {
            return try await withTaskCancellationHandler {
                try await lookup.value
            } onCancel: {
                lookup.cancel()
            }
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(.bug, "an unexpected error ended a lookup: \(error)")
        }
    }

    private func lookUp(_ film: Film) async throws(Fault) -> [Value] {
        let movie = try await details(of: film)
        var values = enrichment.writesDetails ? detailValues(of: movie) : []
        if enrichment.posters != nil {
            var film = film
            if let movie { film.genres += movie.genres }
            values += posterValues(of: try await poster(of: film))
        }
        return values.enumerated().map { written.contains($0) ? $1 : .missing }
    }

    // MARK: - Details

    private func details(of film: Film) async throws(Fault) -> Movie? {
        guard let source = enrichment.details,
            enrichment.writesDetails || film.genres.isEmpty,
            let request = source.requests(for: .movie(codes: [film.code])).first(where: { _ in true
            })
        else { return nil }
        do throws(Fault) {
            return try await fetch(request, source).records(Movie.self).first
        } catch {
            let fault = error.about("details of \(film.code)")
            // For a poster alone the details are a help and no more.
            guard enrichment.writesDetails else {
                if fault.isLocal { return nil }
                throw fault
            }
            if fault.kind == .notFound {
                warn(fault)
                return nil
            }
            guard fault.isLocal, keepsGoing else { throw fault }
            missing.append(fault)
            return nil
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
            let request = source.requests(for: .posters([film])).first(where: { _ in true }),
            !isHopeless
        else { return nil }
        do throws(Fault) {
            guard let poster = try await choose(request, from: source) else { return nil }
            try await enrichment.pictures?.keep(poster)
            return poster
        } catch {
            switch error.kind {
            case .keyRefused, .cancelled, .bug: throw error.about("poster of \(film.code)")
            default: warn(error.about("poster of \(film.code)"))
            }
            return nil
        }
    }

    private func choose(
        _ request: Request, from source: any Source
    ) async throws(Fault) -> Poster? {
        if let kept = enrichment.choices?.answer(to: request),
            let page = try? source.read(kept, to: request)
        {
            return page.records(Poster.self).first
        }
        return try await fetch(request, source).records(Poster.self).first
    }

    /// Whether a quota is used up, so that asking again is of no use in this run.
    private var isHopeless: Bool { warningsByKind.contains { $0.kind == .notYet } }

    private func warn(_ fault: Fault) {
        guard !warningsByKind.contains(where: { $0.kind == fault.kind }) else { return }
        warningsByKind.append((fault.kind, fault))
    }

    private func posterValues(of poster: Poster?) -> [Value] {
        Poster.table.fields.map { field in poster.map { field.value($0) } ?? .missing }
    }
}
