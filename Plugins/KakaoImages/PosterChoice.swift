internal import BoxOffice

/// The choice of a film's poster among the pictures that a search found.
///
/// A poster is upright, 1.3 to 1.6 times as high as it is wide, and at least 200 by 280 pixels;
/// nothing else is looked at. Of the rest each gets a confidence from 0 to 1, the sum of
///
/// | for | up to |
/// |---|---|
/// | being upright and large enough at all | 0.30 |
/// | the shape: all of it at 1.43, the shape of a Korean poster, less the farther away | 0.15 |
/// | the size: all of it from 600 pixels of width on | 0.10 |
/// | the place in the search's order: all of it for the first picture | 0.10 |
/// | the title in the address of the page or picture, or in the site's name | 0.20 |
/// | a site that is about films | 0.10 |
/// | an address with https | 0.05 |
///
/// The one with the most is the poster, the earlier one where two have as much; below 0.45 none is.
struct PosterChoice: Sendable {
    /// Below this confidence a picture is no poster.
    static let threshold = Fraction(hundredths: 45)

    private let film: Film
    private let title: String

    /// Prepares the choice for `film`.
    init(for film: Film) {
        self.film = film
        title = film.title.plain
    }

    /// The words to search for: the title, with the year where the title alone says little or
    /// another film beside it has the same.
    static func words(for film: Film) -> String {
        guard let year = film.year, film.sharesTitle || film.title.saysLittle else {
            return "\(film.title) 영화 포스터"
        }
        return "\(film.title) \(year) 영화 포스터"
    }

    /// The poster among `hits`, or nil where none of them is likely enough to be one.
    func best(of hits: [Hit]) -> Poster? {
        var best: (hit: Hit, confidence: Fraction)?
        for (place, hit) in hits.enumerated() {
            guard let confidence = confidence(in: hit, at: place) else { continue }
            if confidence > best?.confidence ?? Fraction(hundredths: 0) {
                best = (hit, confidence)
            }
        }
        guard let best, best.confidence >= Self.threshold else { return nil }
        var poster = Poster(
            movieCode: film.code, query: Self.words(for: film), imageURL: best.hit.imageURL,
            width: best.hit.width, height: best.hit.height, confidence: best.confidence)
        poster.thumbnailURL = best.hit.thumbnailURL
        poster.pageURL = best.hit.pageURL
        return poster
    }

    /// How likely `hit`, the picture at `place` in the search's order, is the poster; nil where it
    /// cannot be.
    private func confidence(in hit: Hit, at place: Int) -> Fraction? {
        let shape = Double(hit.height) / Double(hit.width)
        guard (1.3...1.6).contains(shape), hit.width >= 200, hit.height >= 280 else { return nil }
        var points = 30.0
        points += 15 * max(0, 1 - abs(shape - 1.43) / 0.17)
        points += 10 * min(1, Double(hit.width) / 600)
        points += 10 * max(0, 1 - Double(place) / 80)
        if isAboutTheFilm(hit) { points += 20 }
        if Self.filmSites.contains(where: { (hit.pageURL ?? "").contains($0) }) { points += 10 }
        if hit.imageURL.hasPrefix("https://") { points += 5 }
        return Fraction(hundredths: Int(points))
    }

    private func isAboutTheFilm(_ hit: Hit) -> Bool {
        // Two letters, or digits, stand in many an address by chance.
        guard !film.title.saysLittle else { return false }
        return [hit.pageURL, hit.imageURL, hit.siteName].contains { text in
            text?.percentDecoded.plain.contains(title) == true
        }
    }

    /// Sites that show films' posters.
    private static let filmSites = [
        "movie.daum.net", "movie.naver.com", "cgv.co.kr", "megabox.co.kr", "lottecinema.co.kr",
        "kobis.or.kr", "kmdb.or.kr", "cine21.com", "watcha.com", "imdb.com", "themoviedb.org",
    ]
}

extension String {
    /// The letters and digits alone, in lower case.
    var plain: String {
        String(lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Whether the text, as a title, names many things: two letters at most, or digits alone.
    fileprivate var saysLittle: Bool {
        let letters = plain
        return letters.count <= 2 || letters.allSatisfy(\.isNumber)
    }

    /// The text with `%XX` decoded, where that gives UTF-8.
    fileprivate var percentDecoded: String {
        var decoded: [UInt8] = []
        var rest = utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.next(), let low = rest.next(),
                let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
            else { return self }
            decoded.append(value)
        }
        return String(validating: decoded, as: UTF8.self) ?? self
    }
}
