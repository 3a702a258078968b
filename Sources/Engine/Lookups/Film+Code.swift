internal import BoxOffice

/// The choice of a film without a code among those that a register has.
extension Film {
    /// Title and opening day, for messages.
    var described: Message { openDate.map { "'\(title)' (\($0))" } ?? "'\(title)'" }

    /// The text that a register is searched for: the longest part of the title between marks and
    /// digits, which the register may write otherwise (`범죄도시 2` for `범죄도시2`), or the whole title
    /// if no part has most of its letters.
    var searchText: String {
        let parts = title.split { !$0.isLetter && !$0.isWhitespace }
        let longest = parts.max { "\($0)".key.count < "\($1)".key.count } ?? ""
        let letters = "\(longest)".key.count
        let text = letters > 1 && 2 * letters > title.key.count ? "\(longest)" : title
        return text.trimming(\.isWhitespace).withWholeSyllables
    }

    /// Returns those of `movies` that have the title, each once.
    func equal(among movies: [Movie]) -> [Movie] {
        var codes: Set<String> = []
        return movies.filter {
            $0.title?.key == title.key && codes.insert($0.code).inserted
        }
    }

    /// Returns the code of the film among `movies`; nil if none fits, or several do.
    ///
    /// A film that opened on the same day may have other marks in its title. If one of the days is
    /// not known, the film must be the only one of exactly that title.
    func code(among movies: [Movie]) -> String? {
        let equal = equal(among: movies)
        let fitting = equal.filter {
            openDate != nil && $0.openDate == openDate && !isContradicted(by: $0)
        }
        guard fitting.isEmpty else { return fitting.count == 1 ? fitting.first?.code : nil }
        let key = FilmChoice.key(of: title)
        let same = equal.filter { FilmChoice.key(of: $0.title ?? "") == key }
        guard same.count == 1, let movie = same.first, !isContradicted(by: movie) else {
            return nil
        }
        return openDate == nil || movie.openDate == nil ? movie.code : nil
    }

    /// Returns true if `movie` has other nations or directors.
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
            && Set(names.map(\.key)).isDisjoint(with: others.map(\.key))
    }
}

extension String {
    /// The key that two titles share if they differ only in spaces, width, marks or letter case.
    fileprivate var key: String {
        let key = FilmChoice.key(of: self)
        let letters = key.filter { $0.isLetter || $0.isNumber }
        return letters.isEmpty ? key : letters
    }
}
