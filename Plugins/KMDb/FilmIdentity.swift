internal import BoxOffice

/// The rules by which a film of KMDb is recognised as a film of KOBIS.
///
/// 1. KMDb has the film's code (`FIMS`): the same ticketing system gives it to both. Confidence
///    1.00.
/// 2. KMDb has a rating number of the film, and the title is equal after folding, unless both
///    director and year differ; or one title is part of the other, a director is the same and so is
///    the year, within one. A number that leads to another title is a mistake, or belongs to several
///    parts. Confidence 1.00.
/// 3. Neither applies, because one of the two has no code or number: the title is equal after
///    folding, a director is the same, and the years of production are at most one apart. If a year of
///    production is unknown, those of the opening count. Confidence 0.90, or 0.85 with different
///    years.
///
/// No film is chosen if these contradict each other: two films have the code or, without a code,
/// the number; the code leads to a different film than the number; the film that the code or number
/// leads to has a different code, or only different numbers; several films are alike.
struct FilmIdentity: Sendable {
    private let film: Film
    private let title: String
    private let directors: Set<String>
    private let codes: Set<String>
    private let ratingNumbers: Set<String>

    /// Prepares the search for `film`.
    init(of film: Film) {
        self.film = film
        title = film.title.folded
        directors = Set(film.directors.map(\.folded)).subtracting([""])
        // KMDb has only KOBIS's codes; another provider may give the same code to a different film.
        let isOfKOBIS = [nil, "kobis"].contains(film.provider)
        codes = isOfKOBIS ? [film.code] : []
        ratingNumbers = Set(film.ratingNumbers.compactMap(\.asRatingNumber))
    }

    /// A film at KMDb, the evidence that it is the film searched for, and the confidence in it.
    typealias Match = (found: FoundFilm, match: Poster.Match, confidence: Decimal)

    /// Returns the film among `results`, or nil if none is certain enough.
    ///
    /// - Parameter areAll: true if these are all results of the search. If not, another one might
    ///   be just as alike, so likeness does not count.
    func match(among results: [FoundFilm], areAll: Bool = true) -> Match? {
        var numbers: Set<String> = []
        // KMDb lists some films twice.
        let results = results.filter { $0.number.isEmpty || numbers.insert($0.number).inserted }
        let coded = results.filter { !$0.codes.isDisjoint(with: codes) }
        let numbered = results.filter { !$0.ratingNumbers.isDisjoint(with: ratingNumbers) }
        if let found = coded.first {
            guard coded.count == 1, numbered.isEmpty || numbered.contains(found),
                !contradictsNumber(found)
            else { return nil }
            return (found, .code, Decimal(100, places: 2))
        }
        if let found = numbered.first {
            guard numbered.count == 1, found.codes.isEmpty,
                hasTitle(found)
                    ? !isOfOthers(found) : hasPartOfTitle(found) && hasDirectorAndYear(found)
            else { return nil }
            return (found, .ratingNumber, Decimal(100, places: 2))
        }
        let alike = results.filter { found in
            found.codes.isEmpty && !contradictsNumber(found) && hasTitle(found)
                && hasDirectorAndYear(found)
        }
        guard areAll, alike.count == 1, let found = alike.first else { return nil }
        return (found, .likeness, Decimal(yearsBetween(found) == 0 ? 90 : 85, places: 2))
    }

    /// Returns true if both have rating numbers and none in common.
    private func contradictsNumber(_ found: FoundFilm) -> Bool {
        !ratingNumbers.isEmpty && !found.ratingNumbers.isEmpty
            && found.ratingNumbers.isDisjoint(with: ratingNumbers)
    }

    private func hasTitle(_ found: FoundFilm) -> Bool { found.titles.contains(title) }

    /// Returns true if the directors are known and all differ, and the years are known and more
    /// than one apart.
    private func isOfOthers(_ found: FoundFilm) -> Bool {
        !directors.isEmpty && !found.directors.isEmpty
            && found.directors.isDisjoint(with: directors) && yearsBetween(found) ?? 0 > 1
    }

    /// Returns true if a title contains the film's title, or the other way round.
    private func hasPartOfTitle(_ found: FoundFilm) -> Bool {
        !title.isEmpty && found.titles.contains { $0.contains(title) || title.contains($0) }
    }

    /// Returns true if a director is the same and the years are at most one apart.
    private func hasDirectorAndYear(_ found: FoundFilm) -> Bool {
        !found.directors.isDisjoint(with: directors) && yearsBetween(found) ?? .max <= 1
    }

    /// Returns the number of years between the productions or, if one is unknown, the openings; nil
    /// if those are unknown too.
    private func yearsBetween(_ found: FoundFilm) -> Int? {
        if let year = film.productionYear, year.isYearOfFilms, let other = found.productionYear {
            return abs(year - other)
        }
        guard let year = film.year, year.isYearOfFilms,
            let other = found.releaseYear ?? found.productionYear
        else { return nil }
        return abs(year - other)
    }
}
