package import BoxOffice

/// The lookup of the film codes of rows that have none, by title and opening day.
///
/// Many tasks use it at once. A film without a code leads to a warning, unless rows are kept by
/// codes: then it ends the run or, if that goes on, its rows are left out.
actor CodeLookup {
    private let plan: Plan
    private let fetcher: Fetcher
    private var warnings: Set<Fault> = []
    private var missing: Set<Fault> = []
    /// The reason why a register is no longer searched, and the texts that were not searched for.
    private var refusal: (fault: Fault, texts: Set<String>)?
    /// The films that need a code and have none.
    private var lacking: Set<Message> = []
    /// The films that searches in the archive found, by source and text.
    private var kept: [String: [Movie]] = [:]
    /// The keys of ``kept`` that were enough.
    private var used: Set<String> = []

    init(_ plan: Plan, _ fetcher: Fetcher) {
        self.plan = plan
        self.fetcher = fetcher
    }

    /// The fault of all films that need a code and have none; nil if the run goes on.
    var faultOfLacking: Fault? { lacking.isEmpty ? nil : .filmsWithoutCode(lacking) }

    /// Adds the column of codes to an answer to `sourcePlan`, if that wants one.
    ///
    /// - Throws: the fault of a search, if the run ends with it.
    func fill(_ answer: inout FetchedPage, of sourcePlan: SourcePlan) async throws(Fault) {
        guard let enrichment = sourcePlan.enrichment, let source = enrichment.codes else { return }
        let limit = min(plan.top, plan.limit)
        var films = try answer.page.films(limit: limit, seen: [], needsCodes: false)
        let lacking = films.map(\.film).filter(\.code.isEmpty)
        let found = try await movies(like: lacking, in: source)
        let codes = films.map { _, film in
            film.codeIfKnown ?? film.code(among: found[film.searchText] ?? [])
        }
        let counts = Dictionary(codes.map { ($0, 1) }, uniquingKeysWith: +)
        for index in films.indices where films[index].film.code.isEmpty {
            // A code is only once in a chart.
            if let code = codes[index], counts[code] == 1 {
                films[index].film.code = code
            } else {
                let film = films[index].film
                // Of a search that failed nothing is known but that.
                guard let movies = film.searchText.isEmpty ? [] : found[film.searchText] else {
                    continue
                }
                warnings.insert(
                    .noCode(of: film, among: movies)
                        .within(Fault.Scope(source: sourcePlan.source.manifest.name)))
            }
        }
        let values = films.map { ($0.record, [Value($0.film.codeIfKnown)]) }
        answer.page.add(enrichment.codeColumns, Dictionary(uniqueKeysWithValues: values))
        if plan.needsCodes { try leaveOut(films.filter(\.film.code.isEmpty), of: &answer) }
    }

    /// Returns the films of a register that have the search text of one of `films` in their titles, by
    /// the text.
    ///
    /// A search in the archive is enough if each film has its code from it; otherwise the service is
    /// asked, whose register may have more films today.
    ///
    /// - Throws: the first fault, if the run ends with it.
    private func movies(
        like films: [Film], in source: any Source
    ) async throws(Fault) -> [String: [Movie]] {
        let texts = films.map(\.searchText).filter { !$0.isEmpty }.eachOnce
        let films = Dictionary(grouping: films, by: \.searchText)
        var movies: [String: [Movie]] = [:]
        for text in texts where fetcher.asksServices {
            movies[text] = try await keptMovies(with: text, in: source, for: films[text] ?? [])
        }
        let asked = texts.filter { movies[$0] == nil }
        let finder = FilmFinder(in: source, at: plan.now, with: fetcher)
        let found = await asked.mapped(by: \.self, atOnce: fetcher.jobs) {
            text async throws(Fault) in
            var finder = finder
            return try await finder.movies(.all(text), for: FilmChoice(text))?.found ?? []
        }
        for text in asked {
            do throws(Fault) {
                movies[text] = try found[text]?.get()
            } catch {
                guard plan.keepsGoing, error.affectsOneRequest || error.endsSource else {
                    throw error
                }
                guard error.endsSource else {
                    missing.insert(error)
                    continue
                }
                let known = refusal ?? (error, [])
                refusal = (known.fault, known.texts.union([text]))
            }
        }
        return movies
    }

    /// Returns the films that a search in the archive found, if each of `films` has its code among them;
    /// otherwise nil.
    private func keptMovies(
        with text: String, in source: any Source, for films: [Film]
    ) async throws(Fault) -> [Movie]? {
        let key = "\(source.manifest.name) \(text)"
        if kept[key] == nil {
            kept[key] = try await plan.keptMovies(with: text, in: source, by: fetcher) ?? []
        }
        guard let movies = kept[key], films.haveCodes(among: movies) else { return nil }
        if used.insert(key).inserted { fetcher.tally.countHit() }
        return movies
    }

    /// Leaves the rows of `films` out of `answer`, or notes that they end the run.
    private func leaveOut(
        _ films: [(record: Int, film: Film)], of answer: inout FetchedPage
    ) throws(Fault) {
        let names = Set(films.map(\.film.described))
        guard plan.keepsGoing, !films.isEmpty else { return lacking.formUnion(names) }
        let records = Set(films.map(\.record))
        let place = answer.page.dataset.index(ofColumn: "audience_count")
        let admissions = try answer.page.rows([place]).enumerated().compactMap { record, row in
            records.contains(record) ? row.first?.integer : nil
        }
        answer.page.leftOut = records
        (answer.page.state.isShort, answer.page.state.isFinal) = (true, false)
        missing.insert(answer.about(.leftOut(films.count, names, admissions), of: plan))
    }

    /// Adds what was not found to `summary`.
    func report(to summary: inout ExportSummary) {
        summary.missing += missing.sorted { $0.message < $1.message }
        if let (fault, texts) = refusal { summary.missing.append(fault.leaving(texts.count)) }
        summary.warnings += warnings.sorted { $0.message < $1.message }
    }
}

extension Plan {
    /// Returns the first requests of the searches for codes, each with its source and the archive that
    /// may have the answer, as far as titles are known without asking a service.
    ///
    /// - Parameter fetcher: reads the archive.
    package func searchesForCodes(
        with fetcher: Fetcher
    ) async throws(Fault) -> [(any Source, Request, KeptAnswers)] {
        var searches: [(any Source, Request, KeptAnswers)] = []
        var seen: Set<String> = []
        for sourcePlan in sourcePlans {
            guard let codes = sourcePlan.enrichment?.codes else { continue }
            let pages = sourcePlan.requests(to: sourcePlan.source).joined().compactMap {
                sourcePlan.source.builtInPage(for: $0)
            }
            let films = pages.flatMap {
                (try? $0.films(limit: top, seen: [], needsCodes: false)) ?? []
            }.map(\.film).filter(\.code.isEmpty)
            let byText = Dictionary(grouping: films, by: \.searchText)
            for text in films.map(\.searchText).eachOnce where !text.isEmpty {
                guard let search = codes.firstRequest(for: .movies(title: text)),
                    seen.insert(search.target).inserted
                else { continue }
                let known = try await keptMovies(with: text, in: codes, by: fetcher)
                let isEnough = byText[text, default: []].haveCodes(among: known ?? [])
                let kept = isEnough ? fetcher.kept.takingSearches : fetcher.kept
                searches.append((codes, search, kept))
            }
        }
        return searches
    }

    /// Returns the films that a search in the archive found; nil if it does not have all of its pages.
    fileprivate func keptMovies(
        with text: String, in source: any Source, by fetcher: Fetcher
    ) async throws(Fault) -> [Movie]? {
        var finder = FilmFinder(in: source, at: now, with: fetcher.takingSearches, mayAsk: false)
        return try await finder.movies(.all(text), for: FilmChoice(text))?.found
    }
}

extension TitleSearch {
    /// The search for all films that have `text` in their titles.
    fileprivate static func all(_ text: String) -> TitleSearch {
        TitleSearch(query: .movies(title: text), isForPart: false, readsAll: true)
    }
}

extension [Film] {
    /// Returns true if each film has its code among `movies`.
    fileprivate func haveCodes(among movies: [Movie]) -> Bool {
        allSatisfy { $0.code(among: movies) != nil }
    }
}

extension Fault {
    fileprivate static func noCode(of film: Film, among movies: [Movie]) -> Fault {
        let fault = Fault(
            .notFound, "code-not-found", "no film code was found for \(film.described)")
        guard !movies.isEmpty else { return fault }
        let equal = film.equal(among: movies)
        let nearest = Array((equal.isEmpty ? movies : equal).prefix(5)).descriptions
        return fault.saying(
            Message("code-not-found-among", "\(fault.wording): the nearest films are \(nearest)"))
    }

    /// Returns the fault with the number of titles that were not searched for because of it.
    fileprivate func leaving(_ titles: Int) -> Fault {
        saying(
            Message(
                "titles-not-searched",
                "\(wording); titles that were not searched for: \(titles)"))
    }

    fileprivate static func filmsWithoutCode(_ films: Set<Message>) -> Fault {
        Fault(
            .malformed, "films-without-code",
            "rows are kept by the codes of their films, and none was found for \(list(films))",
            hint: "--format csv tells which films come near; --keep-going leaves these rows out")
    }

    fileprivate static func leftOut(
        _ rows: Int, _ films: Set<Message>, _ admissions: [Int]
    ) -> Fault {
        let sum: Message =
            admissions.count == rows
            ? Message("admissions", "\(admissions.reduce(0) { $0 + Int128($1) }) admissions")
            : Message("admissions-not-known", "unknown admissions")
        return Fault(
            .malformed, "rows-left-out",
            "\(rows, "row without a film code is", "rows without a film code are") left out, with \(sum): \(list(films))"
        )
    }

    /// The first of the films in the order of their names, and the number of the others.
    private static func list(_ films: Set<Message>) -> Message {
        Message.list(films.sorted { $0.description < $1.description }.prefix(20))
            .andMore(films.count - 20)
    }
}
