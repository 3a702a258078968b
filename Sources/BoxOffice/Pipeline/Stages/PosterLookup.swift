/// The posters of films, each searched for once in an export.
///
/// The films of a page go through three steps: ``PosterSearch`` asks the sources, several films at
/// once; then a poster is chosen for each film, in the order of the document; then the pictures are
/// fetched that are kept or shown. A missing poster does not make the chart incomplete; it leads to
/// a warning.
actor PosterLookup {
    private let search: PosterSearch
    private let pictures: PosterPictures
    /// The turns of pages in choosing posters; nil if the order does not matter.
    private nonisolated let turns: Turns?
    private let lookup = FilmLookup<FoundPoster>()
    /// The choice for each film, by its code; nil for a film without a poster.
    private var choices: [String: PosterChoices?] = [:]
    /// The addresses of the pictures that are chosen.
    private var taken: Set<String> = []
    /// How the searches ended.
    private var count = PosterCount()

    init(
        _ sources: [any PosterSource], details: DetailsLookup?, _ fetcher: Fetcher,
        budget: PictureBudget = PictureBudget()
    ) {
        search = PosterSearch(sources, details: details, fetcher)
        pictures = PosterPictures(fetcher, budget: budget)
        turns = sources.contains(where: \.searchesImages) ? Turns() : nil
    }

    /// What was not available, including the details that were looked up only for the posters.
    var losses: Losses {
        get async {
            var losses = await search.losses
            losses.add(await pictures.losses)
            losses.warnings += pictures.warningsOfStore
            if let fault = count.fault { losses.warnings.append(fault) }
            if let fault = await pictures.limit { losses.warnings.append(fault) }
            let ofDetails = await search.lossesOfDetails
            losses.warnings = ofDetails.allWarnings + losses.warnings
            return losses
        }
    }

    /// Whether pictures are kept or shown, so that posters are searched for even if no column shows
    /// them.
    nonisolated var wantsPictures: Bool { pictures.areWanted }

    /// Whether the document shows pictures.
    nonisolated var showsPictures: Bool { pictures.areShown }

    /// Fetches no more pictures for the document, which has enough.
    nonisolated func stopPictures() async { await pictures.stop() }

    /// Lets the pages behind the one with that turn choose.
    nonisolated func pass(_ turn: Int?) { if let turn { turns?.pass(turn) } }

    /// The posters of `films`, by the film's code.
    ///
    /// - Parameters:
    ///   - films: the films of a page, in the order of its rows.
    ///   - turn: the page's turn in choosing, so that the choice does not depend on which answers
    ///     come first; nil if all pages before it have chosen.
    nonisolated func posters(
        of films: [Film], turn: Int?
    ) async throws(Fault) -> [String: FoundPoster] {
        let results = try await films.lookedUp { [search] film async throws(Fault) in
            try await search.result(for: film)
        }
        if let turn { await turns?.wait(for: turn) }
        let chosen = await choose(for: films, from: results)
        pass(turn)
        return try await films.filter { chosen[$0.code] != nil }.lookedUp {
            [lookup, pictures] film async throws(Fault) in
            let choice = chosen[film.code] ?? PosterChoices(posters: [])
            return try await lookup.result(for: film) { film async throws(Fault) in
                try await pictures.poster(of: film, from: choice)
            }
        }
    }

    /// Chooses posters for the films that have no choice yet.
    private func choose(
        for films: [Film], from results: [String: PosterSearch.Result]
    ) -> [String: PosterChoices] {
        var chosen: [String: PosterChoices] = [:]
        // A picture that is known to be of one film of the page is not guessed for another.
        for result in results.values {
            let known = result.posters.filter { $0.match?.isOfTheFilm == true }
            taken.formUnion(known.map(\.imageURL))
        }
        for film in films {
            guard let result = results[film.code] else { continue }
            let choice: PosterChoices?
            if let known = choices[film.code] {
                choice = known
            } else {
                choice = PosterChoices(among: result.posters, without: taken)
                choices[film.code] = .some(choice)
                taken.formUnion(choice?.posters.map(\.imageURL) ?? [])
                count.note(result, hasPoster: choice != nil, of: film)
            }
            if let choice { chosen[film.code] = choice }
        }
        return chosen
    }
}
