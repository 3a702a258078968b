package import BoxOffice

/// The lookup of the film codes of rows that have none, by title and opening day, for a whole run.
///
/// Many tasks use it at once. A film without a code leads to a warning, unless rows are kept by
/// codes: then it ends the run or, if that goes on, its rows are left out.
actor CodeLookup {
    /// The searches so far, by the source and the text.
    private var searches: [String: Task<Result<[Movie], Fault>, Never>] = [:]
    private var warnings: Set<Fault> = []
    private var missing: Set<Fault> = []
    /// The films that need a code and have none.
    private var lacking: Set<Message> = []

    /// The fault of all films that need a code and have none; nil if the run goes on.
    var refusal: Fault? { lacking.isEmpty ? nil : .filmsWithoutCode(lacking) }

    /// Adds the column of codes to an answer to `question`, if that wants one.
    ///
    /// - Throws: the fault of a search, if the run ends with it.
    func fill(
        _ answer: inout FetchedPage, of question: Question, _ plan: Plan, _ fetcher: Fetcher
    ) async throws(Fault) {
        guard let enrichment = question.enrichment, let source = enrichment.codes else { return }
        var rows = try answer.page.filmRows(
            limit: min(plan.top, plan.limit), in: answer.edition?.filter.nation)
        let found = await rows.searchTexts.mapped(by: \.self) { text async throws(Fault) in
            let finder = FilmFinder(in: source, at: plan.now, with: fetcher)
            return try await self.movies(with: text, by: finder)
        }
        let open = rows.indices.filter { rows[$0].code == nil }
        for index in open {
            do throws(Fault) {
                let movies = try found[rows[index].searchText]?.get() ?? []
                rows[index].candidates = rows[index].candidates(among: movies)
                rows[index].code = rows[index].codeOfCandidate
            } catch {
                guard plan.keepsGoing, error.affectsOneRequest else { throw error }
                missing.insert(error)
            }
        }
        // A code is only once in a chart.
        let counts = Dictionary(rows.map { ($0.code ?? "", 1) }, uniquingKeysWith: +)
        for index in open where rows[index].code.map({ counts[$0] != 1 }) ?? true {
            rows[index].code = nil
            warnings.insert(
                .noCode(rows[index]).within(Fault.Scope(source: question.source.manifest.name)))
        }
        let codes = rows.map { ($0.record, [Value($0.code)]) }
        answer.page.add(enrichment.codeColumns, Dictionary(uniqueKeysWithValues: codes))
        let others = rows.filter { $0.code == nil }
        guard plan.needsCodes, !others.isEmpty else { return }
        guard plan.keepsGoing else { return lacking.formUnion(others.map(\.name)) }
        answer.page.leftOut = Set(others.map(\.record))
        (answer.page.state.isShort, answer.page.state.isFinal) = (true, false)
        missing.insert(answer.about(.leftOut(others), of: plan))
    }

    /// Returns the films that have `text` in their titles; each text is searched for once.
    private func movies(with text: String, by finder: FilmFinder) async throws(Fault) -> [Movie] {
        let key = "\(finder.source.manifest.name)\n\(text)"
        let search =
            searches[key]
            ?? Task {
                let search = TitleSearch(
                    query: .movies(title: text), isForPart: false, readsAll: true)
                var finder = finder
                do throws(Fault) {
                    return .success(
                        try await finder.movies(search, for: FilmChoice(text))?.found ?? [])
                } catch {
                    return .failure(error)
                }
            }
        searches[key] = search
        return try await withTaskCancellationHandler {
            await search.value
        } onCancel: {
            search.cancel()
        }.get()
    }

    /// Adds what was not found since the last report to `summary`.
    func report(to summary: inout ExportSummary) {
        summary.missing += missing.sorted { $0.message < $1.message }
        summary.warnings += warnings.sorted { $0.message < $1.message }
        (missing, warnings) = ([], [])
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
            let source = question.source
            let pages = question.requests(to: source).joined().compactMap(source.builtInPage)
            let rows = pages.flatMap { (try? $0.filmRows(limit: top)) ?? [] }
            for text in rows.searchTexts {
                guard let request = codes.firstRequest(for: .movies(title: text)),
                    seen.insert(request.target).inserted
                else { continue }
                searches.append((codes, request))
            }
        }
        return searches
    }
}

extension Fault {
    fileprivate static func noCode(_ row: FilmRow) -> Fault {
        let fault = Fault(
            .notFound, "code-not-found", "no film code was found for \(row.name)")
        guard !row.candidates.isEmpty else { return fault }
        let movies = Array(row.candidates.prefix(5)).descriptions
        return fault.saying(
            Message("code-not-found-among", "\(fault.wording): the nearest films are \(movies)"))
    }

    fileprivate static func filmsWithoutCode(_ films: Set<Message>) -> Fault {
        Fault(
            .malformed, "films-without-code",
            "rows are kept by the codes of their films, and none was found for \(list(films))",
            hint: "--format csv tells which films come near; --keep-going leaves these rows out")
    }

    fileprivate static func leftOut(_ rows: [FilmRow]) -> Fault {
        let admissions = rows.compactMap(\.admissions)
        let sum: Message =
            admissions.count == rows.count
            ? Message(
                "admissions", "\(admissions.reduce(Int128(0)) { $0 + Int128($1) }) admissions")
            : Message("admissions-not-known", "unknown admissions")
        return Fault(
            .malformed, "rows-left-out",
            "\(rows.count, "row without a film code is", "rows without a film code are") left out, with \(sum): \(list(Set(rows.map(\.name))))"
        )
    }

    /// The first of the films in the order of their names, and the number of the others.
    private static func list(_ films: Set<Message>) -> Message {
        Message.list(films.sorted { $0.description < $1.description }.prefix(20))
            .andMore(films.count - 20)
    }
}
