internal import BoxOffice

/// The lookups for the films of an export: details and posters, each film once.
///
/// A page goes through three steps, each for several pages at once. First, the films that no
/// earlier page had are looked up. Then, page by page, posters are chosen, so that the choice does
/// not depend on which answers come first. Last, the pictures to keep or show are fetched. A
/// missing poster does not make a chart incomplete; it leads to a warning.
///
/// It is used by one task; ``FilmSearch`` is the part that many tasks share.
final class FilmLookups {
    /// The part that many tasks use to look films up.
    let search: FilmSearch
    /// What is looked up, and the columns that are added to rows.
    private let enrichment: Enrichment
    /// The indices of the columns that have values in the rows.
    private let wanted: Set<Int>
    private let source: any Source
    /// The findings for each film, by its ``BoxOffice/Film/identity``.
    private var found: [String: Result<FilmSearch.Findings, Fault>] = [:]
    /// The identities of the films whose posters were chosen.
    private var chosen: Set<String> = []
    /// The addresses of the pictures chosen so far.
    private var taken: Set<String> = []
    /// The poster of each film that has one.
    private var posters: [String: Result<FoundPoster, Fault>] = [:]
    /// The outcome of the searches for posters.
    private var count = PosterCount()

    /// Makes the lookups for the rows that answer `sourcePlan`; nil if nothing is looked up.
    ///
    /// Each source has its own films: those of two sources may have the same code, and the same
    /// picture.
    init?(of sourcePlan: SourcePlan, _ plan: Plan, _ fetcher: Fetcher) {
        guard let enrichment = sourcePlan.enrichment, sourcePlan.derivation == nil else {
            return nil
        }
        let fetcher = fetcher.of(sourcePlan.source)
        source = sourcePlan.source
        self.enrichment = enrichment
        let countOfDetails = enrichment.detailColumns.count
        let start = sourcePlan.ownColumns + enrichment.codeColumns.count
        let places = sourcePlan.places.compactMap { $0.map { $0 - start } }
        wanted = Set(places.filter(enrichment.filmColumns.indices.contains))
        let writesDetails = wanted.contains { $0 < countOfDetails }
        let pictures = PosterPictures(fetcher)
        let looksForPosters =
            !enrichment.posters.isEmpty
            && (pictures.areWanted || wanted.contains { $0 >= countOfDetails })
        guard writesDetails || looksForPosters else { return nil }
        let hasDetails = !enrichment.details.isEmpty || enrichment.register != nil
        let details =
            hasDetails
            ? DetailsLookup(enrichment, keepsGoing: plan.keepsGoing, fetcher) : nil
        search = FilmSearch(
            details: details, writesDetails: writesDetails,
            posters: looksForPosters
                ? PosterSearch(enrichment.posters, details: details, fetcher) : nil,
            pictures: pictures)
    }

    /// Returns the films of `answer`, and marks those for lookup that no earlier page had.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of rows of the page to write.
    ///   - seen: the identities of the rows that were written before.
    func begin(
        _ answer: FetchedPage, limit: Int, seen: Set<String>
    ) throws(Fault) -> PageOfFilms {
        guard answer.fault == nil else { return PageOfFilms(answer: answer, films: []) }
        var page = PageOfFilms(
            answer: answer,
            films: try answer.page.films(
                limit: limit, seen: seen, needsCodes: search.posters != nil))
        for (_, film) in page.films where found[film.identity] == nil {
            found[film.identity] = .success(FilmSearch.Findings())
            var film = film
            film.provider = source.provider
            film.source = source.manifest.name
            film.country = source.policy.territory.country
            page.new.append(film)
        }
        return page
    }

    /// Chooses posters for the films of `page` that have no choice yet.
    func choose(_ page: inout PageOfFilms) {
        found.merge(page.found) { $1 }
        guard search.posters != nil, page.answer.fault == nil else { return }
        // A picture that is known to be of one film of the page is not guessed for another.
        for (_, film) in page.films {
            guard let result = result(for: film) else { continue }
            let known = result.posters.filter { $0.match?.isOfTheFilm == true }
            taken.formUnion(known.map(\.imageURL))
        }
        for (_, film) in page.films where chosen.insert(film.identity).inserted {
            guard let result = result(for: film) else { continue }
            let choice = [Poster](among: result.posters, without: taken)
            taken.formUnion(choice.map(\.imageURL))
            count.note(result, hasPoster: !choice.isEmpty, of: film)
            if !choice.isEmpty { page.chosen.append((film, choice)) }
        }
    }

    /// Returns the posters found for `film`; nil if its lookup failed.
    private func result(for film: Film) -> PosterSearch.Result? {
        guard case .success(let findings)? = found[film.identity] else { return nil }
        return findings.posters
    }

    /// Returns the page with the values of details and posters.
    ///
    /// - Throws: the fault of a film of the page.
    func finish(_ page: PageOfFilms) async throws(Fault) -> FetchedPage {
        posters.merge(page.posters) { $1 }
        var answer = page.answer
        guard answer.fault == nil else { return answer }
        let countOfDetails = enrichment.detailColumns.count
        var values: [Int: [Value]] = [:]
        for (record, film) in page.films {
            let details = try found[film.identity]?.get().details ?? []
            let without = repeatElement(Value.missing, count: countOfDetails - details.count)
            var row = details + without
            if let found = try posters[film.identity]?.get(), let poster = found.poster {
                row += Poster.table.fields.map { $0.value(poster) }
                // Films with the same poster have the same picture of it.
                if let address = poster.imageURL.asWebAddress, let picture = found.picture {
                    answer.page.pictures[address] = picture
                }
            }
            values[record] = row.enumerated().map { wanted.contains($0) ? $1 : .missing }
        }
        answer.page.add(enrichment.filmColumns, values)
        let lacking = search.writesDetails ? await search.details?.lacking ?? [] : []
        let isOpen = page.films.contains { _, film in
            let result = result(for: film)
            if case .success(let found)? = posters[film.identity], found.mayComeLater {
                return true
            }
            return lacking.contains(film.identity)
                || result?.hasFailed == true && result?.posters.isEmpty == true
        }
        if isOpen { answer.page.leaveOpen() }
        return answer
    }

    /// Adds the data that was not available to `summary`: details, then posters.
    func report(to summary: inout ExportSummary) async {
        // Many tasks find them, in any order.
        let missing = await search.details?.missing ?? []
        summary.missing += missing.sorted { $0.message < $1.message }
        summary.warnings += await search.details?.filmWarnings.warnings ?? []
        guard let posters = search.posters else { return }
        var filmWarnings = await posters.filmWarnings
        filmWarnings.add(await search.pictures.filmWarnings)
        summary.warnings += filmWarnings.warnings
        summary.warnings += search.pictures.finishStore()
        summary.warnings += [count.fault, await search.pictures.limit].compactMap(\.self)
    }
}

/// A page on its way through ``FilmLookups``.
struct PageOfFilms: Sendable {
    var answer: FetchedPage
    /// The films that may be written, each with the index of its record, in the order of the rows.
    let films: [(record: Int, film: Film)]
    /// The films that no earlier page had.
    var new: [Film] = []
    /// The findings for these films, by the film's identity.
    var found: [String: Result<FilmSearch.Findings, Fault>] = [:]
    /// The films whose posters were chosen on this page, with the possible posters.
    var chosen: [(film: Film, posters: [Poster])] = []
    /// The posters of the chosen films, by the film's identity.
    var posters: [String: Result<FoundPoster, Fault>] = [:]
}

/// The part of the lookups that many tasks share.
struct FilmSearch: Sendable {
    /// The findings of the sources of details and of posters about a film.
    struct Findings: Sendable {
        /// The values of the columns of details, as far as they were looked up; a run keeps those of
        /// thousands of films, so nothing else is kept.
        var details: [Value] = []
        /// The result of the search for posters.
        var posters = PosterSearch.Result()
    }

    /// The lookup of details, or nil if there is none.
    let details: DetailsLookup?
    /// True if any column of the details is written.
    let writesDetails: Bool
    /// The search for posters, or nil if there is none.
    let posters: PosterSearch?
    /// The part that fetches pictures.
    let pictures: PosterPictures

    /// Looks up the new films of `page`, all at once.
    func lookUp(_ page: PageOfFilms) async throws(Fault) -> PageOfFilms {
        var page = page
        page.found = await page.new.mapped(by: \.identity) { film async throws(Fault) in
            var findings = Findings()
            let known = writesDetails ? try await details?.details(of: film) : nil
            findings.details = known?.values ?? []
            if let posters { findings.posters = try await posters.result(for: film, known) }
            return findings
        }
        return page
    }

    /// Fetches the pictures of the posters that were chosen for `page`.
    func fetchPictures(_ page: PageOfFilms) async throws(Fault) -> PageOfFilms {
        var page = page
        page.posters = await page.chosen.mapped(by: \.film.identity) { choice async throws(Fault) in
            try await pictures.poster(of: choice.film, from: choice.posters)
        }
        return page
    }
}

extension Array where Element: Sendable {
    /// Returns the results of `transform` by the film's identity, for all films or for `width` of them
    /// at once: with one at a time, those that the calls of a run are enough for are the first.
    func mapped<Output: Sendable>(
        by identity: (Element) -> String, atOnce width: Int = .max,
        _ transform: @escaping @Sendable (Element) async throws(Fault) -> Output
    ) async -> [String: Result<Output, Fault>] {
        await withTaskGroup(of: (String, Result<Output, Fault>).self) { group in
            var results: [String: Result<Output, Fault>] = [:]
            for (place, element) in enumerated() {
                if place >= width, let (identity, result) = await group.next() {
                    results[identity] = result
                }
                let identity = identity(element)
                group.addTask {
                    do throws(Fault) {
                        return (identity, .success(try await transform(element)))
                    } catch {
                        return (identity, .failure(error))
                    }
                }
            }
            for await (identity, result) in group { results[identity] = result }
            return results
        }
    }
}

/// Warnings about films, merged by code and group.
struct FilmWarnings: Sendable {
    /// The first fault of each code and group, with the number of films.
    private var alike: [(fault: Fault, group: String, films: Int)] = []

    /// Adds a warning about one or more films; those of one code and group become one line.
    mutating func warn(_ fault: Fault, about group: String = "", films: Int = 1) {
        // A quota that a service calls used up is then so by the ledger, too.
        let known = alike.firstIndex {
            ($0.fault.code == fault.code || $0.fault.kind == .notYet && fault.kind == .notYet)
                && $0.group == group
        }
        guard let index = known else { return alike.append((fault, group, films)) }
        alike[index].films += films
        // Films are not always looked up in the same order, so the first message by text is kept.
        let first = alike[index].fault
        if fault.code == first.code, fault.message < first.message { alike[index].fault = fault }
    }

    /// Adds other warnings.
    mutating func add(_ other: FilmWarnings) {
        for (fault, group, films) in other.alike { warn(fault, about: group, films: films) }
    }

    /// A warning for each code and group, in the order of their messages.
    var warnings: [Fault] {
        alike.sorted { $0.fault.message < $1.fault.message }.map { fault, _, films in
            guard films > 1 else { return fault }
            return fault.saying(
                Message("and-more-films", "\(fault.wording), and \(films - 1, "more such film")"))
        }
    }
}

extension Page {
    /// Returns the codes of the films, in the order of the rows; nil without that column.
    func filmCodes() throws(Fault) -> [String]? {
        guard let index = dataset.index(of: "movie_code") else { return nil }
        return try rows([index]).compactMap(\.[0].text)
    }

    /// Returns the films of the first `limit` rows with the indices of their records, as far as the
    /// columns identify them.
    ///
    /// - Parameter needsCodes: true if titles are not enough.
    func films(
        limit: Int, seen: Set<String>, needsCodes: Bool
    ) throws(Fault) -> [(record: Int, film: Film)] {
        let names = [
            "movie_code", "title", "open_date", "production_year", "genres", "directors",
            "audit_numbers", "film_nation", "nations",
        ]
        let found = names.filter { name in dataset.columns.contains { $0.name == name } }
        guard found.contains("title"), found.contains("movie_code") || !needsCodes else {
            throw .noFilms(dataset.name)
        }
        var films: [(record: Int, film: Film)] = []
        var seen = seen
        var cells: [Value] = []
        // Codes that were found stand in a column after the one of the source.
        let columns = found.map { name in dataset.columns.lastIndex { $0.name == name } }
        try forEachRow(columns: columns, limit: limit, seen: &seen, by: &cells) { record, row in
            var film = Film(code: "", title: "")
            for index in row.indices {
                switch (found[index], row[index]) {
                case ("movie_code", .text(let code)): film.code = code
                case ("title", .text(let title)): film.title = title
                case ("open_date", .date(let day)):
                    film.openDate = day
                    film.year = day.year
                case ("production_year", .integer(let year)):
                    film.year = film.year ?? year
                    film.productionYear = year
                case ("genres", .list(let genres)): film.genres = genres
                case ("directors", .list(let names)): film.directors = names
                case ("audit_numbers", .list(let numbers)): film.ratingNumbers = numbers
                case ("film_nation", .text(let name)):
                    film.nation = ChartFilter.Nation(rawValue: name)
                case ("nations", .list(let nations)): film.nations = nations
                default: continue
                }
            }
            films.append((record, film))
        }
        let codes = Dictionary(grouping: films, by: \.film.title).mapValues {
            Set($0.map(\.film.code)).count
        }
        return films.map { record, film in
            var film = film
            film.sharesTitle = codes[film.title] ?? 0 > 1
            return (record, film)
        }
    }
}

extension Fault {
    fileprivate static func noFilms(_ dataset: String) -> Fault {
        Fault(
            .usage, "no-films", "--with goes with charts and films, not with \(dataset)")
    }
}
