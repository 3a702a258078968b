internal import BoxOffice

/// A row of a chart, as far as it tells its film from others.
struct FilmRow: Sendable {
    /// The index of the record.
    let record: Int
    let title: String
    let openDate: Day?
    let nation: ChartFilter.Nation?
    let nations: [String]
    let directors: [String]
    let admissions: Int?
    /// The film's code as far as it is known.
    var code: String?
    /// The films of the register that may be it: those of the title or, without any, others.
    var candidates: [Movie] = []

    /// Title and opening day, for messages.
    var name: Message { openDate.map { "'\(title)' (\($0))" } ?? "'\(title)'" }

    /// The key that two titles share if they differ only in spaces, width, marks or letter case.
    var key: String { Self.key(of: title) }

    private static func key(of title: String) -> String {
        let key = FilmChoice.key(of: title)
        let letters = key.filter { $0.isLetter || $0.isNumber }
        return letters.isEmpty ? key : letters
    }

    /// The text that a register is searched for: the longest part of the title between marks and
    /// digits, which the register may write otherwise (`범죄도시 2` for `범죄도시2`), or the whole title
    /// if no part has most of its letters.
    var searchText: String {
        let parts = title.split { !$0.isLetter && !$0.isWhitespace }
        let longest = parts.max { Self.key(of: "\($0)").count < Self.key(of: "\($1)").count } ?? ""
        let letters = Self.key(of: "\(longest)").count
        let text = letters > 1 && 2 * letters > key.count ? "\(longest)" : title
        return text.trimming(\.isWhitespace)
    }

    /// Returns the films among `movies` that have the title, each once; if there are none, the first
    /// others.
    func candidates(among movies: [Movie]) -> [Movie] {
        var codes: Set<String> = []
        let equal = movies.filter {
            Self.key(of: $0.title ?? "") == key && codes.insert($0.code).inserted
        }
        return equal.isEmpty ? Array(movies.prefix(5)) : equal
    }

    /// The code of the film among the candidates; nil if none fits, or several do.
    ///
    /// A film that opened on the row's day may have other marks in its title. If one of the days is
    /// not known, the film must be the only one of exactly that title.
    var codeOfCandidate: String? {
        let fitting = candidates.filter { movie in
            openDate != nil && movie.openDate == openDate && Self.key(of: movie.title ?? "") == key
                && !isContradicted(by: movie)
        }
        guard fitting.isEmpty else { return fitting.count == 1 ? fitting.first?.code : nil }
        let title = FilmChoice.key(of: title)
        let equal = candidates.filter { FilmChoice.key(of: $0.title ?? "") == title }
        guard equal.count == 1, let movie = equal.first,
            openDate == nil || movie.openDate == nil, !isContradicted(by: movie)
        else { return nil }
        return movie.code
    }

    /// Returns true if `movie` has other nations or directors than the row.
    private func isContradicted(by movie: Movie) -> Bool {
        let isOfOtherNation = movie.nations.allSatisfy {
            (ChartFilter.Nation.koreanNames[$0] == .korean) != (nation == .korean)
        }
        return nation != nil && isOfOtherNation && !movie.nations.isEmpty
            || differ(nations, movie.nations) || differ(directors, movie.directors.map(\.name))
    }

    /// Returns true if both have names, but none in common.
    private func differ(_ names: [String], _ others: [String]) -> Bool {
        !names.isEmpty && !others.isEmpty
            && Set(names.map(Self.key)).isDisjoint(with: others.map(Self.key))
    }
}

extension Page {
    /// Returns the first `limit` rows with what tells their films.
    ///
    /// - Parameter nation: the nation that the chart is narrowed to.
    func filmRows(limit: Int, in nation: ChartFilter.Nation? = nil) throws(Fault) -> [FilmRow] {
        let names = [
            "title", "open_date", "film_nation", "nations", "directors", "audience_count",
            "movie_code",
        ]
        let places = names.map { name in dataset.columns.firstIndex { $0.name == name } }
        var (rows, cells, seen): ([FilmRow], [Value], Set<String>) = ([], [], [])
        try forEachRow(columns: places, limit: limit, seen: &seen, by: &cells) { record, row in
            let code = row[6].text ?? ""
            rows.append(
                FilmRow(
                    record: record, title: row[0].text ?? "", openDate: row[1].day,
                    nation: row[2].text.flatMap(ChartFilter.Nation.init) ?? nation,
                    nations: row[3].texts, directors: row[4].texts, admissions: row[5].integer,
                    code: code.isEmpty ? nil : code))
        }
        return rows
    }
}

extension [FilmRow] {
    /// The texts to search for rows without a code, each once.
    var searchTexts: [String] {
        filter { $0.code == nil }.map(\.searchText).filter { !$0.isEmpty }.eachOnce
    }
}

extension Value {
    /// The items of a list, or the text alone.
    fileprivate var texts: [String] {
        if case .list(let texts) = self { texts } else { text.map { [$0] } ?? [] }
    }
}
