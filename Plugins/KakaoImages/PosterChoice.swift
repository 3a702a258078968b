internal import BoxOffice

/// The choice of a film's poster from the pictures that a search found.
///
/// A poster is upright, 1.3 to 1.6 times as high as it is wide, and at least 200 by 280 pixels;
/// other pictures are ignored. Each of the rest gets a score from 0 to 1, the sum of
///
/// | for | up to |
/// |---|---|
/// | being upright and large enough at all | 0.30 |
/// | the shape: all of it at 1.43, the shape of a Korean poster, less with distance from it | 0.15 |
/// | the size: all of it from a width of 600 pixels | 0.10 |
/// | the rank in the search results: all of it for the first picture | 0.10 |
/// | the title in the address of the page or picture, or in the site's name | 0.20 |
/// | a site that is about films | 0.10 |
/// | an address with https | 0.05 |
///
/// Pictures with a score of at least 0.45 may be the poster, the one with the highest score first;
/// of two with the same score, the earlier one.
///
/// A search does not say which film's poster a picture is, so the confidence is at most 0.60:
/// `0.45 × score + 0.15 × min(1, lead ÷ 0.30)`. The lead is the distance to the score of the
/// runner-up, the best other picture: the whole score if there is none, and 0 for pictures that are
/// not the best. A picture that stands out is more likely the right one than the first of many that
/// are alike.
struct PosterChoice: Sendable {
    /// The minimum score of a poster, in hundredths.
    static let threshold = 45

    private let film: Film
    private let title: String

    /// Prepares the choice for `film`.
    init(for film: Film) {
        self.film = film
        title = film.title.plain
    }

    /// Returns the words to search for: the title, and the year if the title alone is too general
    /// or another film on the same page of rows has it too.
    static func words(for film: Film) -> String {
        guard let year = film.year, film.sharesTitle || film.title.saysLittle else {
            return "\(film.title) 영화 포스터"
        }
        return "\(film.title) \(year) 영화 포스터"
    }

    /// Returns the pictures among `hits` that may be the poster, the most likely one first.
    func posters(among hits: [Hit]) -> [Poster] {
        var addresses: Set<String> = []
        let rated = hits.enumerated().compactMap { index, hit in
            score(of: hit, at: index).map { (poster: hit.poster, score: $0, index: index) }
        }.filter { addresses.insert($0.poster.imageURL).inserted }
            .sorted { ($1.score, $0.index) < ($0.score, $1.index) }
        let runnerUp = rated.dropFirst().first?.score ?? 0
        let chosen = rated.prefix(Self.maxPosters).filter {
            $0.score >= Self.threshold
        }
        return chosen.enumerated().map { rank, rated in
            var poster = rated.poster
            let lead = rank == 0 ? rated.score - runnerUp : 0
            // Score and lead are in hundredths.
            poster.confidence = Decimal(
                (45 * rated.score * 30 + 15 * min(lead, 30) * 100) / 3000, places: 2)
            return poster
        }
    }

    /// The maximum number of pictures that may be the poster; other films of a run rarely take so
    /// many.
    private static let maxPosters = 10

    /// Returns the score of `hit`, the picture at `index` in the search results, in hundredths; nil
    /// if it cannot be a poster.
    private func score(of hit: Hit, at index: Int) -> Int? {
        let (poster, width, height) = (hit.poster, hit.poster.width ?? 0, hit.poster.height ?? 0)
        let shape = Double(height) / Double(width)
        guard (1.3...1.6).contains(shape), width >= 200, height >= 280 else { return nil }
        var points = 30.0
        points += 15 * max(0, 1 - abs(shape - 1.43) / 0.17)
        points += 10 * min(1, Double(width) / 600)
        points += 10 * max(0, 1 - Double(index) / 80)
        if isAboutTheFilm(hit) { points += 20 }
        if Self.filmSites.contains(where: { (poster.pageURL ?? "").contains($0) }) { points += 10 }
        if poster.imageURL.hasPrefix("https://") { points += 5 }
        return Int(points)
    }

    private func isAboutTheFilm(_ hit: Hit) -> Bool {
        // One or two letters, or digits alone, are in many addresses by chance.
        guard !film.title.saysLittle else { return false }
        return [hit.poster.pageURL, hit.poster.imageURL, hit.siteName].contains { text in
            text?.percentDecoded.plain.contains(title) == true
        }
    }

    /// The sites that show film posters.
    private static let filmSites = [
        "movie.daum.net", "movie.naver.com", "cgv.co.kr", "megabox.co.kr", "lottecinema.co.kr",
        "kobis.or.kr", "kmdb.or.kr", "cine21.com", "watcha.com", "imdb.com", "themoviedb.org",
    ]
}

extension String {
    /// The letters and digits only, in lower case.
    var plain: String {
        String(lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// True if the text is too general as a title: at most two letters, or digits only.
    fileprivate var saysLittle: Bool {
        let letters = plain
        return letters.count <= 2 || letters.allSatisfy(\.isNumber)
    }

    /// The text with `%XX` decoded, if the result is UTF-8.
    fileprivate var percentDecoded: String {
        let pieces = utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
        var decoded = Array(pieces.first ?? "".utf8[...])
        for piece in pieces.dropFirst() {
            let digits = String(decoding: piece.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let byte = UInt8(digits, radix: 16) else { return self }
            decoded.append(byte)
            decoded += piece.dropFirst(2)
        }
        return String(validating: decoded, as: UTF8.self) ?? self
    }
}
