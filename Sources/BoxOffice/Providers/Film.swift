/// What is known about a film when details or posters are looked up.
public struct Film: Hashable, Sendable {
    /// The film's code at KOBIS.
    public var code: String
    /// The title.
    public var title: String
    /// The year it opened or, if that is unknown, was produced; nil if neither is known.
    public var year: Int?
    /// The genres, as far as they are known.
    public var genres: [String]
    /// Whether another film on the same page of rows has the same title.
    public var sharesTitle = false
    /// The year of production, or nil; a film that opens again was produced long before.
    public var productionYear: Int?
    /// The names of the directors; empty if its details are unknown.
    public var directors: [String] = []
    /// The numbers under which the rating board examined it (심의번호), such as `2022-MF03292`; empty
    /// if its details are unknown.
    public var ratingNumbers: [String] = []

    /// Describes a film.
    public init(code: String, title: String, year: Int? = nil, genres: [String] = []) {
        self.code = code
        self.title = title
        self.year = year
        self.genres = genres
    }

    /// Whether the register lists it as adult (성인물), so that no picture of it is searched for.
    public var isAdult: Bool { genres.contains { $0.hasPrefix("성인물") } }
}

extension Film {
    /// The film with what its details say besides.
    package func with(_ details: Movie) -> Film {
        var film = self
        film.genres += details.genres
        film.year = film.year ?? details.openDate?.year ?? details.productionYear
        film.productionYear = film.productionYear ?? details.productionYear
        film.directors = details.directors.map(\.name)
        film.ratingNumbers = details.audits.compactMap(\.number)
        return film
    }
}
