internal import BoxOffice

/// What searches found for a title, and which of it is the film.
struct FoundTitles {
    private let choice: FilmChoice
    private let today: Day
    /// The films found so far, each once.
    private var found: [Movie] = []

    /// Whether no film was found.
    var isEmpty: Bool { found.isEmpty }

    /// Begins without films.
    init(for choice: FilmChoice, today: Day) {
        self.choice = choice
        self.today = today
    }

    /// The film of that title; nil if there is none among all that were found.
    ///
    /// - Parameter areAll: whether the search found no others; of some, none is known to be the only
    ///   one.
    /// - Throws: a ``Fault`` of kind `usage` if there are several.
    mutating func match(among movies: [Movie], areAll: Bool) throws(Fault) -> Movie? {
        let codes = Set(found.map(\.code))
        var added: Set<String> = []
        found += movies.filter { !codes.contains($0.code) && added.insert($0.code).inserted }
        guard areAll else { return nil }
        for equal in [equals(to: choice.title), equalsOfYear] {
            let opened = equal.filter { $0.openDate.map { $0 <= today } ?? false }
            if opened.count > 1 { throw .severalFilms(choice.text, opened) }
            if let movie = opened.first { return movie }
        }
        return nil
    }

    /// Why none is the film.
    var refusal: Fault {
        if let movie = (equals(to: choice.title) + equalsOfYear).first {
            return movie.openDate == nil ? .unknownOpening(movie) : .notOpened(movie)
        }
        let title = FilmChoice.key(of: choice.titleAndYear?.title ?? choice.title)
        let distances = found.map { movie in
            let key = FilmChoice.key(of: movie.title ?? "")
            return key.contains(title) ? 0 : key.editDistance(to: title)
        }
        let nearest = found.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }
        // A Hangul syllable has two or three letters: a third of them may differ.
        let isNear = nearest.first.map { distances[$0] <= max(1, title.count) } ?? false
        return .noSuchFilm(choice.text, nearest.map { found[$0] }, isNear: isNear)
    }

    private func equals(to title: String) -> [Movie] {
        let key = FilmChoice.key(of: title)
        return found.filter { FilmChoice.key(of: $0.title ?? "") == key }
    }

    private var equalsOfYear: [Movie] {
        guard let (title, year) = choice.titleAndYear else { return [] }
        return equals(to: title).filter { $0.openDate?.year == year }
    }
}

extension Fault {
    fileprivate static func severalFilms(_ text: String, _ movies: [Movie]) -> Fault {
        var fault = Fault(
            .usage, "several-films",
            "several films are called '\(text)': \(movies.descriptions)")
        // The newest is asked for most often.
        let newest = movies.max { first, second in
            (first.openDate?.daysSince1970 ?? 0) < (second.openDate?.daysSince1970 ?? 0)
        }
        fault.corrections = newest.map { [Correction(mistyped: text, meant: $0.code)] } ?? []
        return fault
    }

    /// - Parameter isNear: whether the first of `movies` was probably meant.
    fileprivate static func noSuchFilm(
        _ text: String, _ movies: [Movie], isNear: Bool
    ) -> Fault {
        guard !movies.isEmpty else {
            return Fault(.notFound, "no-film", "no film is called '\(text)'", hint: partOfTitle)
        }
        var fault = Fault(
            .notFound, "no-such-film",
            "no film is called '\(text)'; the nearest are \(movies.descriptions)")
        if isNear, let meant = movies.first {
            fault.corrections = [Correction(mistyped: text, meant: meant.code)]
        } else {
            fault.advice = partOfTitle
        }
        return fault
    }

    private static let partOfTitle = Message("no-film.hint", "search for a part of the title")

    /// The film has not opened yet.
    static func notOpened(_ movie: Movie) -> Fault {
        let day: Message = movie.openDate.map { Message("opens-on", ": it opens on \($0)") } ?? ""
        return Fault(
            .usage, "not-opened", "'\(movie.title ?? "")' (\(movie.code)) has not opened yet\(day)")
    }

    /// The register does not say when the film opened.
    static func unknownOpening(_ movie: Movie) -> Fault {
        Fault(
            .usage, "unknown-opening",
            "the register does not say when '\(movie.title ?? "")' (\(movie.code)) opened",
            hint: "name it by its code, and choose the first day")
    }

    /// The film opened before there were charts.
    static func openedTooEarly(_ movie: Movie, _ holdings: Holdings) -> Fault {
        let day = movie.openDate.map { "\($0)" } ?? ""
        return Fault(
            .usage, "opened-too-early",
            "'\(movie.title ?? "")' (\(movie.code)) opened on \(day), and \(holdings.held)",
            hint: "choose the first day, such as that of a re-release")
    }

    /// The film is named twice.
    static func twice(_ text: String, _ movie: Movie) -> Fault {
        Fault(
            .usage, "film-twice",
            "'\(text)' is asked for twice: it is '\(movie.title ?? "")' (\(movie.code))")
    }
}

extension [Movie] {
    /// Code, title and opening day of each, at most ten.
    fileprivate var descriptions: String {
        let named = prefix(10).map { movie in
            [movie.code, movie.title ?? "", movie.openDate.map { "\($0)" } ?? ""]
                .filter { !$0.isEmpty }.joined(separator: " ")
        }
        return (named + (count > 10 ? ["…"] : [])).joined(separator: ", ")
    }
}
