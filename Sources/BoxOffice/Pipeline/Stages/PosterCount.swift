/// How the searches for the posters of an export ended, counted by film.
struct PosterCount: Sendable {
    /// How many films were searched for.
    var searched = 0
    /// The films for which every source was asked and none has a poster.
    var without: [Film] = []
    /// How many films were not searched for because they are adult films.
    var adult = 0
    /// How many films were not searched for because their genre is unknown, if no other warning says
    /// so.
    var ofUnknownGenre = 0

    /// Counts a film; `result` is what the sources have for it.
    mutating func note(_ result: PosterSearch.Result, hasPoster: Bool, of film: Film) {
        switch result.exclusion {
        case .adult: adult += 1
        case .unknownGenre: ofUnknownGenre += 1
        case .withoutDetails: break
        case nil:
            searched += 1
            // If a search failed, it is unknown whether there is a poster.
            if !hasPoster, !result.hasFailed { without.append(film) }
        }
    }

    /// What a reader of the rows has to know, in one sentence however many films it is about.
    ///
    /// It is nil if every film has a poster. A film whose search failed, or whose details could not
    /// be had, has a warning of its own.
    var fault: Fault? {
        let unsearched = adult + ofUnknownGenre
        switch (without.isEmpty, unsearched) {
        case (true, 0): return nil
        case (true, _):
            return Fault(
                .notFound, "posters-not-searched",
                "posters were not searched for \(unsearched) of \(searched + unsearched) films: \(reasons)"
            )
        case (false, 0): return Fault(.notFound, "posters-not-found", found)
        case (false, _):
            return Fault(
                .notFound, "posters-not-found",
                Message("posters-not-found-or-searched", "\(found); not searched for: \(reasons)"))
        }
    }

    /// Why films were not searched for.
    private var reasons: Message {
        switch (adult, ofUnknownGenre) {
        case (0, _): Message("of-unknown-genre", "\(ofUnknownGenre) of unknown genre")
        case (_, 0): Message("adult", "\(adult) adult")
        default:
            Message(
                "adult-and-of-unknown-genre",
                "\(adult) adult, \(ofUnknownGenre) of unknown genre")
        }
    }

    private var found: Message {
        Message(
            "posters-not-found",
            "no poster was found for \(without.count) of \(searched) films: \(names)")
    }

    /// The first titles, sorted because the searches end in any order.
    private var names: Message {
        let titles = without.map { $0.title.isEmpty ? $0.code : $0.title }.sorted()
        let named = titles.prefix(3).joined(separator: ", ")
        guard titles.count > 3 else { return Message(named) }
        return Message("and-more-titles", "\(named) and \(titles.count - 3) more")
    }
}
