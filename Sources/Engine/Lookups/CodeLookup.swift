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
    /// The films that need a code and have none.
    private var lacking: Set<Message> = []

    init(_ plan: Plan, _ fetcher: Fetcher) {
        self.plan = plan
        self.fetcher = fetcher
    }

    /// The fault of all films that need a code and have none; nil if the run goes on.
    var refusal: Fault? { lacking.isEmpty ? nil : .filmsWithoutCode(lacking) }

    /// Adds the column of codes to an answer to `question`, if that wants one.
    ///
    /// - Throws: the fault of a search, if the run ends with it.
    func fill(_ answer: inout FetchedPage, of question: Question) async throws(Fault) {
        guard let enrichment = question.enrichment, let source = enrichment.codes else { return }
        let limit = min(plan.top, plan.limit)
        var films = try answer.page.films(limit: limit, seen: [], needsCodes: false)
        let texts = films.filter(\.film.code.isEmpty).map(\.film.searchText)
        let found = try await movies(with: texts, in: source)
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
                warnings.insert(
                    .noCode(of: film, among: found[film.searchText] ?? [])
                        .within(Fault.Scope(source: question.source.manifest.name)))
            }
        }
        let values = films.map { ($0.record, [Value($0.film.codeIfKnown)]) }
        answer.page.add(enrichment.codeColumns, Dictionary(uniqueKeysWithValues: values))
        if plan.needsCodes { try leaveOut(films.filter(\.film.code.isEmpty), of: &answer) }
    }

    /// Returns the films that have each of `texts` in their titles, by the text.
    ///
    /// - Throws: the first fault, if the run ends with it.
    private func movies(
        with texts: [String], in source: any Source
    ) async throws(Fault) -> [String: [Movie]] {
        let texts = texts.filter { !$0.isEmpty }.eachOnce
        let finder = FilmFinder(in: source, at: plan.now, with: fetcher)
        let found = await texts.mapped(by: \.self, atOnce: fetcher.jobs) {
            text async throws(Fault) in
            let search = TitleSearch(query: .movies(title: text), isForPart: false, readsAll: true)
            var finder = finder
            return try await finder.movies(search, for: FilmChoice(text))?.found ?? []
        }
        var movies: [String: [Movie]] = [:]
        for text in texts {
            do throws(Fault) {
                movies[text] = try found[text]?.get()
            } catch {
                guard plan.keepsGoing, error.affectsOneRequest else { throw error }
                missing.insert(error)
            }
        }
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
        summary.warnings += warnings.sorted { $0.message < $1.message }
    }
}

extension Plan {
    /// The first requests of the searches for codes, each with its source, as far as titles are known
    /// without asking a service.
    package var searchesForCodes: [(any Source, Request)] {
        var searches: [(any Source, Request)] = []
        var seen: Set<String> = []
        for question in questions {
            guard let codes = question.enrichment?.codes else { continue }
            for request in question.requests(to: question.source).joined() {
                guard let page = question.source.builtInPage(for: request),
                    let films = try? page.films(limit: top, seen: [], needsCodes: false)
                else { continue }
                for (_, film) in films where film.code.isEmpty && !film.searchText.isEmpty {
                    let search = codes.firstRequest(for: .movies(title: film.searchText))
                    guard let search, seen.insert(search.target).inserted else { continue }
                    searches.append((codes, search))
                }
            }
        }
        return searches
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
