extension Export {
    /// What looks up the films of this export, or nil where nothing is to be added.
    func enricher(over transport: BoundedTransport, columns places: [Int]) -> Enricher? {
        guard let enrichment else { return nil }
        let first = source.dataset(for: query).columns.count
        let written = Set(places.filter { $0 >= first }.map { $0 - first })
        guard !written.isEmpty || enrichment.pictures != nil else { return nil }
        return Enricher(
            enrichment, writing: written, keepsGoing: keepsGoing, jobs: jobs
        ) { [self] request, source throws(Fault) in
            guard let (page, answer) = keptPage(for: request, from: source, transport.tally) else {
                return nil
            }
            try recorder?.store(answer, to: request)
            return page
        } fetch: { [self] request, source throws(Fault) in
            let (page, answer) = try await page(for: request, from: source, over: transport)
            try recorder?.store(answer, to: request)
            return page
        }
    }

    /// The page with the added columns behind its own.
    ///
    /// - Parameters:
    ///   - limit: how many rows of the page may be written.
    ///   - seen: the identities of the rows that were written before.
    func enrich(
        _ page: Page, with enricher: Enricher, limit: Int, seen: Set<String>
    ) async throws(Fault) -> Page {
        let films = try page.films(limit: min(top, limit), seen: seen)
        let values: [String: [Value]]
        do {
            values = try await withThrowingTaskGroup(of: (String, [Value]).self) { group in
                for film in films.values {
                    group.addTask { (film.code, try await enricher.values(for: film)) }
                }
                var values: [String: [Value]] = [:]
                for try await (code, added) in group { values[code] = added }
                return values
            }
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(.bug, "unexpected-error", "an unexpected error ended the lookups: \(error)")
        }
        return page.adding(
            enrichment?.columns ?? [], films.mapValues { values[$0.code] ?? [] })
    }
}

extension Page {
    /// The films that the first `limit` rows are about, by the records' places, as far as their
    /// columns tell.
    fileprivate func films(limit: Int, seen: Set<String>) throws(Fault) -> [Int: Film] {
        let names = ["movie_code", "title", "open_date", "production_year", "genres"]
        let found = names.filter { name in dataset.columns.contains { $0.name == name } }
        guard found.prefix(2) == ["movie_code", "title"] else { throw .noFilms(dataset.name) }
        var films: [Int: Film] = [:]
        var seen = seen
        try forEachRecord(columns: dataset.places(of: found), limit: limit, seen: &seen) {
            record, row in
            var film = Film(code: "", title: "")
            for place in row.indices {
                switch (found[place], row[place]) {
                case ("movie_code", .text(let code)): film.code = code
                case ("title", .text(let title)): film.title = title
                case ("open_date", .date(let day)): film.year = day.year
                case ("production_year", .integer(let year)): film.year = film.year ?? year
                case ("genres", .list(let genres)): film.genres = genres
                default: continue
                }
            }
            films[record] = film
        }
        let codes = Dictionary(grouping: films.values, by: \.title).mapValues {
            Set($0.map(\.code))
        }
        return films.mapValues { film in
            var film = film
            film.sharesTitle = (codes[film.title]?.count ?? 0) > 1
            return film
        }
    }
}

extension Fault {
    fileprivate static func noFilms(_ dataset: String) -> Fault {
        Fault(.usage, "no-films", "films are looked up for charts and films, not for \(dataset)")
    }
}
