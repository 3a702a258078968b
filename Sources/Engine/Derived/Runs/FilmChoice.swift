package import BoxOffice

/// A film as a user names it: a code, a title, or `TITLE:YEAR`.
package struct FilmChoice: Hashable, Sendable {
    /// The text as typed.
    package let text: String

    /// Makes a choice from the text as typed.
    package init(_ text: String) { self.text = text }

    /// Returns a stand-in for the film until it is looked up, with the days that the user chose, if
    /// any.
    package func placeholder(
        from firstDay: Day = Day(daysSince1970: 0), _ periods: Periods? = nil
    ) -> TrendFilm {
        TrendFilm(code: text, title: text, openDate: nil, firstDay: firstDay, periods: periods)
    }

    /// True if the text may be a code of KOBIS: eight ASCII letters and digits, at least one a
    /// digit.
    var mayBeCode: Bool {
        text.utf8.count == 8 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && text.contains(where: \.isNumber)
    }

    /// The title and the year of `TITLE:YEAR`; nil if the text has another form.
    var titleAndYear: (title: String, year: Int)? {
        let text = title
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let title = text[..<colon].trimming { $0 == " " }
        let digits = text[colon...].dropFirst().trimming { $0 == " " }
        guard !title.isEmpty, digits.utf8.count == 4, let year = Int(digits), year > 0 else {
            return nil
        }
        return (title, year)
    }

    /// The text as a register would have it: characters of the usual width, single spaces.
    package var title: String { Self.plain(text).split(separator: " ").joined(separator: " ") }

    /// Returns the key that two titles share if they differ only in spaces, width or Latin case.
    static func key(of title: String) -> String { spaceless(title).lowercased() }

    /// Returns the title without spaces, in characters of the usual width.
    static func spaceless(_ title: String) -> String {
        String(String.UnicodeScalarView(plain(title).unicodeScalars.filter { $0 != " " }))
    }

    /// The searches for the film by title, in the order in which they are made until one finds it:
    /// the whole text, the title of `TITLE:YEAR`, the longest word.
    ///
    /// A title without spaces may lack those that the register has. A search for its longest word
    /// would find no more than one for all of it, so the first half of the word is searched for.
    /// The same is done if the longest word of another title finds nothing.
    var searches: [TitleSearch] {
        // The register may have full-width characters, which a search does not match with the usual
        // ones.
        let typed = text.trimming { $0.isWhitespace }
        var searches = (typed == title ? [title] : [typed, title]).map {
            TitleSearch(query: .movies(title: $0), isForPart: false)
        }
        let base = titleAndYear?.title ?? title
        if let (title, year) = titleAndYear {
            let query = Query.movies(title: title, opened: year...year)
            searches.append(TitleSearch(query: query, isForPart: false))
        }
        let words = base.split { !$0.isLetter && !$0.isNumber }
        // The longest word; the first of several.
        var part = String(words.reduce("") { $1.count > $0.count ? $1 : $0 })
        if !base.contains(" ") { part = String(part.prefix(max(1, part.count / 2))) }
        if !part.isEmpty, part != title {
            searches.append(TitleSearch(query: .movies(title: part), isForPart: true))
        }
        let half = String(part.prefix(part.count / 2))
        if base.contains(" "), !half.isEmpty {
            searches.append(
                TitleSearch(query: .movies(title: half), isForPart: true, isLastResort: true))
        }
        return searches
    }

    /// Returns the text with characters of the usual width, whole Hangul syllables, and a plain
    /// space for every kind of space.
    private static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let value = scalar.value
            if scalar.isWhiteSpace || (0x200B...0x200D).contains(value)
                || value == 0xFEFF || value == 0x2060
            {
                plain.append(" ")
            } else {
                plain.appendComposing(scalar.inUsualWidth)
            }
        }
        return String(plain)
    }
}

extension String {
    /// The text with whole Hangul syllables, in which registers have their texts.
    package var withWholeSyllables: String {
        var whole = String.UnicodeScalarView()
        for scalar in unicodeScalars { whole.appendComposing(scalar) }
        return String(whole)
    }
}

extension String.UnicodeScalarView {
    /// Appends `scalar`, as a part of the last Hangul syllable if it belongs to it: file names on a
    /// Mac have their syllables taken apart, and a register does not match those.
    ///
    /// The arithmetic is that of the Unicode Standard, section 3.12.
    fileprivate mutating func appendComposing(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        var syllable: UInt32?
        if let last = last?.value {
            if (0x1100...0x1112).contains(last), (0x1161...0x1175).contains(value) {
                syllable = 0xAC00 + ((last - 0x1100) * 21 + value - 0x1161) * 28
            } else if (0xAC00...0xD7A3).contains(last), (last - 0xAC00) % 28 == 0,
                (0x11A8...0x11C2).contains(value)
            {
                syllable = last + value - 0x11A7
            }
        }
        guard let syllable, let whole = Unicode.Scalar(syllable) else { return append(scalar) }
        removeLast()
        append(whole)
    }
}

/// A search for a film by its title.
struct TitleSearch {
    /// The query of the search.
    let query: Query
    /// True if it searches for only a part of the title that was typed.
    let isForPart: Bool
    /// True if it is made only if the searches before it found no film at all.
    var isLastResort = false

    /// True if all pages are read, however many.
    var readsAll = false
    /// The maximum number of pages to read.
    var maxPages: Int { readsAll ? .max : isForPart ? 10 : 30 }

    /// The searches for the same title in characters of the usual width and without spaces, as far as
    /// they differ from it; a title without spaces has no other spelling that could be asked for.
    var inOtherSpellings: [TitleSearch] {
        guard !isForPart, case .movies(let title?, _, let opened, _) = query else { return [] }
        let spellings = [FilmChoice(title).title, FilmChoice.spaceless(title)].eachOnce
        return spellings.filter { $0 != title }.map {
            TitleSearch(query: .movies(title: $0, opened: opened), isForPart: true)
        }
    }
}

/// The films that searches found for a title, and the choice among them.
struct FoundTitles {
    let choice: FilmChoice
    let today: Day
    /// The films found so far, each once.
    private(set) var found: [Movie] = []

    /// Returns the film of that title; nil if there is none among all that were found.
    ///
    /// - Parameter areAll: true if the search found no others; among only some films, no match is
    ///   known to be the only one.
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

    /// The reason why none of them is the film.
    var refusal: Fault {
        let equal = equals(to: choice.title) + equalsOfYear
        let hasOpened = equal.contains { $0.openDate.map { $0 <= today } ?? false }
        if !hasOpened, let movie = equal.first {
            return movie.openDate == nil ? .unknownOpening(movie) : .notOpened(movie)
        }
        let title = FilmChoice.key(of: choice.titleAndYear?.title ?? choice.title)
        let distances = found.map { movie in
            let key = FilmChoice.key(of: movie.title ?? "")
            return key.contains(title) ? 0 : key.editDistance(to: title)
        }
        let nearest = found.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }
        // A third of the letters may differ, of which a Hangul syllable has two or three.
        let letters = title.unicodeScalars.reduce(0) {
            $0 + ((0xAC00...0xD7A3).contains($1.value) ? 3 : 1)
        }
        let isNear = nearest.first.map { distances[$0] <= max(1, letters / 3) } ?? false
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
    /// No choice is made: each film is named in a form that chooses it.
    fileprivate static func severalFilms(_ text: String, _ movies: [Movie]) -> Fault {
        let choices = movies.choices
        let shown = choices.prefix(10).map(\.quotedForShell).joined(separator: ", ")
        var fault = Fault(
            .usage, "several-films",
            "several films are called '\(text)': \(movies.descriptions)",
            hint: "choose one of them: \(shown)")
        fault.candidates = choices
        return fault
    }

    /// - Parameter isNear: true if the first of `movies` was probably meant.
    fileprivate static func noSuchFilm(
        _ text: String, _ movies: [Movie], isNear: Bool
    ) -> Fault {
        guard !movies.isEmpty else {
            return Fault(.notFound, "no-film", "no film is called '\(text)'", hint: partOfTitle)
        }
        var fault = Fault(
            .notFound, "no-such-film",
            "no film is called '\(text)'; the nearest are \(movies.descriptions)")
        fault.candidates = Array(movies.choices.prefix(10))
        return isNear
            ? fault.correcting(text, to: movies.first?.code) : fault.advising(partOfTitle)
    }

    private static let partOfTitle = Message(
        "no-film.hint", "search for a part of the title: bo-export movies --title TEXT")

    /// Returns the fault for a film that has not opened yet.
    static func notOpened(_ movie: Movie) -> Fault {
        let day: Message = movie.openDate.map { Message("opens-on", ": it opens on \($0)") } ?? ""
        return Fault(
            .usage, "not-opened", "'\(movie.title ?? "")' (\(movie.code)) has not opened yet\(day)")
    }

    /// Returns the fault for a film whose opening day is not in the register.
    static func unknownOpening(_ movie: Movie) -> Fault {
        Fault(
            .usage, "unknown-opening",
            "the register does not say when '\(movie.title ?? "")' (\(movie.code)) opened",
            hint: "name it by its code, and set the first day with --from DATE")
    }

    /// Returns the fault for a film that opened before there were charts.
    static func openedTooEarly(_ movie: Movie, _ holdings: Holdings) -> Fault {
        let day = movie.openDate.map { "\($0)" } ?? ""
        return Fault(
            .usage, "opened-too-early",
            "'\(movie.title ?? "")' (\(movie.code)) opened on \(day), and \(holdings.held)",
            hint: Message(
                "opened-too-early.hint",
                "--from \(holdings.first) chooses the first day, or a later one, such as that of a re-release"
            ))
    }

    /// The same fault for films with one row each, where no first day can be chosen.
    var fromOpening: Fault {
        guard ["unknown-opening", "opened-too-early"].contains(code) else { return self }
        return advising(
            Message(
                "from-opening.hint",
                "name it by its code without --by film, and set the first day with --from DATE"))
    }

    /// Returns the fault for a film that is named twice.
    static func twice(_ text: String, _ movie: Movie) -> Fault {
        Fault(
            .usage, "film-twice",
            "'\(text)' is asked for twice: it is '\(movie.title ?? "")' (\(movie.code))")
    }
}

extension [Movie] {
    /// The text that chooses each of the films: `TITLE:YEAR`, or the code if that is not known or
    /// fits several.
    fileprivate var choices: [String] {
        let texts = map { movie in
            movie.title.flatMap { title in movie.openDate.map { "\(title):\($0.year)" } }
        }
        let keys = texts.map { $0.map(FilmChoice.key) }
        return indices.map { index in
            let isOnly = keys.count { $0 == keys[index] } == 1
            return texts[index].flatMap { isOnly ? $0 : nil } ?? self[index].code
        }
    }

    /// Code, title and opening day of each, at most ten.
    var descriptions: String {
        let named = prefix(10).map { movie in
            [movie.code, movie.title ?? "", movie.openDate.map { "\($0)" } ?? ""]
                .filter { !$0.isEmpty }.joined(separator: " ")
        }
        return (named + (count > 10 ? ["…"] : [])).joined(separator: ", ")
    }
}
