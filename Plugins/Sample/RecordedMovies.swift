internal import BoxOffice

// The recorded films, and the tables that films and charts are compiled in as.

extension Movie {
    /// The films of the charts of 2022, newest first.
    static var recorded: [Movie] {
        PackageResources.movies_csv.rows().map(Movie.init).sorted { one, other in
            (other.openDate?.daysSince1970 ?? 0, one.code)
                < (one.openDate?.daysSince1970 ?? 0, other.code)
        }
    }

    /// Reads a row of the table.
    private init(_ row: [(name: String, value: String)]) {
        let fields = Dictionary(row.map { ($0.name, $0.value) }) { first, _ in first }
        func text(_ field: String) -> String? {
            fields[field].flatMap { $0.isEmpty ? nil : $0 }
        }
        func list(_ field: String) -> [String] {
            (fields[field] ?? "").split(separator: "|").map(String.init)
        }
        self.init(code: fields["movieCd"] ?? "")
        title = text("movieNm")
        englishTitle = text("movieNmEn")
        originalTitle = text("movieNmOg")
        runningMinutes = text("showTm").flatMap { Int($0) }
        productionYear = text("prdtYear").flatMap { Int($0) }
        openDate = text("openDt").flatMap { TypedDate($0)?.day }
        productionStatus = text("prdtStatNm")
        kind = text("typeNm")
        genres = list("genres")
        nations = list("nations")
        directors = list("directors").map { Credit(name: $0) }
        actors = list("actors").map { Credit(name: $0) }
        companies =
            list("productionCompanies").map { Credit(name: $0, role: "제작사") }
            + list("distributors").map { Credit(name: $0, role: "배급사") }
        audits = list("watchGradeNm").map { Audit(rating: $0) }
    }

    /// Returns true if a search with these parameters finds the film.
    func matches(_ parameters: [(name: String, value: String)]) -> Bool {
        parameters.allSatisfy { name, value in
            switch name {
            case "movieNm": title?.contains(value) ?? false
            case "directorNm": directors.contains { $0.name.contains(value) }
            case "openStartDt": openDate.map { $0.year >= Int(value) ?? 0 } ?? false
            case "openEndDt": openDate.map { $0.year <= Int(value) ?? .max } ?? false
            case "prdtStartYear": productionYear.map { $0 >= Int(value) ?? 0 } ?? false
            case "prdtEndYear": productionYear.map { $0 <= Int(value) ?? .max } ?? false
            default: true
            }
        }
    }
}

extension [UInt8] {
    /// Returns the lines of a table that begin with `start`, without the header: their cells with the
    /// names that the header has for them.
    func rows(startingWith start: String = "") -> [[(name: String, value: String)]] {
        let lines = split(separator: UInt8(ascii: "\n"))
        let names = lines.first?.cells ?? []
        return lines.dropFirst().filter { $0.starts(with: start.utf8) }.map { line in
            zip(names, line.cells).map { (name: $0, value: $1) }
        }
    }
}

extension ArraySlice<UInt8> {
    /// The cells of a line; none if it is not one.
    fileprivate var cells: [String] {
        var cells: [String] = []
        try? span.forEachCell(between: UInt8(ascii: ",")) { cell, _ throws(Fault) in
            cells.append(cell)
        }
        return cells
    }
}
