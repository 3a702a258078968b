internal import BoxOffice

/// A lookup of details in the sources that have them.
///
/// The sources are asked in order: a later one only if the previous ones do not know the film, or
/// fail. The chart's own register may be one of them; sources of posters need its answer about a
/// film in any case.
actor DetailsLookup {
    /// The details of a film.
    struct Details: Sendable {
        /// The values of ``Enrichment/detailColumns``; empty if no source knows the film.
        var values: [Value] = []
        /// The answer of the register; nil if it was not asked.
        var registered: Registered?
    }

    /// The answer of the chart's own register about a film.
    enum Registered: Sendable {
        /// The film, with what identifies it for other sources; nil if there are no details.
        case known(Movie?)
        /// The register could not supply the details, so no poster is searched for; it failed if it may
        /// do so another time.
        case unavailable(PosterSearch.Exclusion, hasFailed: Bool)
    }

    /// True if the register is one of the sources whose details are written.
    nonisolated var writesRegister: Bool { enrichment.details.contains { $0.register != nil } }
    /// The faults of details that are not in the rows because a source failed.
    private(set) var missing: [Fault] = []
    /// The warnings about films that no source knows.
    private(set) var filmWarnings = FilmWarnings()
    /// The films whose details were not available now, but may be another time.
    private(set) var lacking: Set<String> = []
    private let enrichment: Enrichment
    private let keepsGoing: Bool
    private let fetcher: Fetcher

    init(_ enrichment: Enrichment, keepsGoing: Bool, _ fetcher: Fetcher) {
        self.enrichment = enrichment
        self.keepsGoing = keepsGoing
        self.fetcher = fetcher
    }

    /// Asks the sources in their order until one knows `film`.
    func details(of film: Film) async throws(Fault) -> Details {
        let (sources, columns) = (enrichment.details, enrichment.detailColumns)
        var details = Details()
        // The sources that do not know the film, and the last fault that says so.
        var without: (names: [String], fault: Fault?) = ([], nil)
        for source in sources {
            let isOwn = source.register != nil
            do throws(Fault) {
                if let request = source.detailsRequest(for: film) {
                    let page = try await fetcher.page(for: request, from: source)
                    if isOwn { details.registered = .known(page.records(Movie.self).first) }
                    let places = columns.map { page.dataset.index(ofColumn: $0.name) }
                    if let values = try page.rows(places, limit: 1).first {
                        details.values = values
                        return details
                    }
                }
                without.names.append(source.manifest.name)
            } catch {
                if isOwn {
                    details.registered = .unavailable(
                        .unknownGenre, hasFailed: error.kind != .notFound)
                }
                if error.kind == .notFound {
                    without = (without.names + [source.manifest.name], error)
                } else {
                    try lose(error, of: film, at: source)
                }
            }
        }
        if without.names.count == sources.count {
            let isRegisterAlone = sources.count == 1 ? without.fault : nil
            let fault = isRegisterAlone ?? .notKnown(to: without.names)
            let source = sources.count == 1 ? without.names.first : nil
            filmWarnings.warn(
                fault.about(
                    film.details, Fault.Scope(source: source, movieCode: film.codeIfKnown)))
        }
        return details
    }

    /// Asks the register about `film`, for sources of posters.
    func registered(_ film: Film) async throws(Fault) -> Registered {
        guard let register = enrichment.register,
            let request = register.detailsRequest(for: film)
        else { return .known(nil) }
        do throws(Fault) {
            let page = try await fetcher.page(for: request, from: register)
            return .known(page.records(Movie.self).first)
        } catch {
            let fault = error.about(
                Message("no-poster-search", "no poster was searched for \(film.code)"),
                Fault.Scope(source: register.manifest.name, movieCode: film.code))
            guard !fault.endsRun else { throw fault }
            filmWarnings.warn(fault)
            return .unavailable(.withoutDetails, hasFailed: error.kind != .notFound)
        }
    }

    /// Records that `source` could not say whether it knows `film`.
    ///
    /// - Throws: the fault, if the run ends with it.
    private func lose(
        _ error: Fault, of film: Film, at source: any DetailsSource
    ) throws(Fault) {
        let name = source.manifest.name
        // With several sources, a reader has to know which one failed.
        let what =
            enrichment.details.count > 1
            ? Message("details-of-from", "details of \(film.nameInMessages) from \(name)")
            : film.details
        let fault = error.about(what, Fault.Scope(source: name, movieCode: film.codeIfKnown))
        guard keepsGoing, fault.affectsOneRequest else { throw fault }
        missing.append(fault)
        lacking.insert(film.identity)
    }
}

extension Film {
    /// A key that no other film of its source has: the code or, in charts without codes, title and
    /// opening day.
    var identity: String { code.isEmpty ? "\(title)\n\(openDate?.description ?? "")" : code }

    /// The film as messages name it.
    var nameInMessages: String { code.isEmpty ? title : code }

    /// The code; nil if the chart has none.
    var codeIfKnown: String? { code.isEmpty ? nil : code }

    /// The subject of a fault in its details.
    fileprivate var details: Message { Message("details-of", "details of \(nameInMessages)") }
}

extension Fault {
    fileprivate static func notKnown(to sources: [String]) -> Fault {
        let names = sources.joined(separator: ", ")
        return Fault(.notFound, "details-not-known", "not known to \(names)")
    }
}
