internal import BoxOffice

/// Requests the details of films.
actor DetailsLookup {
    /// What the register says about a film.
    struct Details: Sendable {
        /// The values of the columns of ``Enrichment/details``.
        var values: [Value] = []
        /// The film, with what identifies it for other sources; nil if there are no details.
        var movie: Movie?
        /// Whether the register could not supply the details.
        var isUnknown = false
    }

    /// Whether the details are written, so that it matters if they are not available.
    nonisolated let areWritten: Bool
    /// What was not available.
    private(set) var losses = Losses()
    /// The codes of the films that lack details which they will have another time.
    private(set) var lacking: Set<String> = []
    private let register: any Register
    private let keepsGoing: Bool
    private let fetcher: Fetcher

    init(
        _ register: any Register, areWritten: Bool, keepsGoing: Bool, _ fetcher: Fetcher
    ) {
        self.register = register
        self.areWritten = areWritten
        self.keepsGoing = keepsGoing
        self.fetcher = fetcher
    }

    /// The details of `film`.
    func details(of film: Film) async throws(Fault) -> Details {
        let requests = register.requests(for: .movie(codes: [film.code]))
        guard let request = requests.first(where: { _ in true }) else { return Details() }
        do throws(Fault) {
            let page = try await fetcher.page(for: request, from: register)
            guard let movie = page.records(Movie.self).first else { return Details() }
            let values = areWritten ? Enrichment.details.fields.map { $0.value(movie) } : []
            return Details(values: values, movie: movie)
        } catch {
            let fault = error.about(
                areWritten
                    ? Message("details-of", "details of \(film.code)")
                    : Message("no-poster-search", "no poster was searched for \(film.code)"),
                Fault.Scope(source: register.manifest.name, movieCode: film.code))
            if !fault.endsRun, !areWritten || fault.kind == .notFound {
                losses.warn(fault)
            } else if keepsGoing, fault.affectsOneRequest {
                losses.missing.append(fault)
            } else {
                throw fault
            }
            if areWritten, error.kind != .notFound { lacking.insert(film.code) }
            return Details(isUnknown: true)
        }
    }
}
