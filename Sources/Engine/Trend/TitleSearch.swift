internal import BoxOffice

/// A search for a film by its title.
struct TitleSearch {
    /// What is searched for.
    let search: MovieSearch
    /// Whether it is only a part of the title that was typed.
    let isForPart: Bool
    /// Whether it is made only if the searches before it found no film at all.
    var isLastResort = false

    /// How many pages are read at most.
    var mostPages: Int { isForPart ? 10 : 30 }
}

extension FilmChoice {
    /// The searches for the film as a title, in the order in which they are made until one finds it:
    /// the whole text, the title of `TITLE:YEAR`, the longest word.
    ///
    /// A title without spaces may lack those that the register has. A search for its longest word
    /// would find no more than that for the whole, so the first half of the word is searched for. So it
    /// is where the longest word of other titles finds nothing.
    var searches: [TitleSearch] {
        // The register may have characters of full width, which a search does not take for the usual.
        let typed = text.trimming { $0.isWhitespace }
        var searches = (typed == title ? [title] : [typed, title]).map {
            TitleSearch(search: MovieSearch(title: $0), isForPart: false)
        }
        let base = titleAndYear?.title ?? title
        if let (title, year) = titleAndYear {
            let search = MovieSearch(title: title, opened: year...year)
            searches.append(TitleSearch(search: search, isForPart: false))
        }
        var part = Self.longestWord(of: base)
        if !base.contains(" ") { part = String(part.prefix(max(1, part.count / 2))) }
        if !part.isEmpty, part != title {
            searches.append(TitleSearch(search: MovieSearch(title: part), isForPart: true))
        }
        let half = String(part.prefix(part.count / 2))
        if base.contains(" "), !half.isEmpty {
            searches.append(
                TitleSearch(search: MovieSearch(title: half), isForPart: true, isLastResort: true))
        }
        return searches
    }
}
