internal import BoxOffice

extension Page {
    /// The codes of the films, in the order of the rows; nil without that column.
    var filmCodes: [String]? {
        get throws(Fault) {
            guard let index = dataset.index(of: "movie_code") else { return nil }
            var codes: [String] = []
            try forEachRow(columns: [index]) { row in
                if case .text(let code) = row[0] { codes.append(code) }
            }
            return codes
        }
    }

    /// The films of the first `limit` rows, by the index of the record, as far as the columns
    /// identify them.
    func films(limit: Int, seen: Set<String>) throws(Fault) -> [Int: Film] {
        let names = [
            "movie_code", "title", "open_date", "production_year", "genres", "directors",
            "audit_numbers",
        ]
        let found = names.filter { name in dataset.columns.contains { $0.name == name } }
        guard found.prefix(2) == ["movie_code", "title"] else { throw .noFilms(dataset.name) }
        var films: [Int: Film] = [:]
        var seen = seen
        var cells: [Value] = []
        try forEachRow(
            columns: dataset.indices(of: found), limit: limit, seen: &seen, by: &cells
        ) {
            record, row in
            var film = Film(code: "", title: "")
            for index in row.indices {
                switch (found[index], row[index]) {
                case ("movie_code", .text(let code)): film.code = code
                case ("title", .text(let title)): film.title = title
                case ("open_date", .date(let day)): film.year = day.year
                case ("production_year", .integer(let year)):
                    film.year = film.year ?? year
                    film.productionYear = year
                case ("genres", .list(let genres)): film.genres = genres
                case ("directors", .list(let names)): film.directors = names
                case ("audit_numbers", .list(let numbers)): film.ratingNumbers = numbers
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
        Fault(
            .usage, "no-films", "films are looked up for charts and films, not for \(dataset)")
    }
}
