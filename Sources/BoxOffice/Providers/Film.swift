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
