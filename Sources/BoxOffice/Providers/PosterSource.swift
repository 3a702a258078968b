/// A provider that finds the posters of films.
///
/// The answer to its request is read into a page, usually of ``Poster`` records. A page without records
/// means that no poster was found; a wrong picture is worse than none.
///
/// Records that an image search found (``Poster/Match/imageSearch``) are rivals, the most likely one
/// first: the first one that is not yet the poster of another film is taken. Records of a source
/// that knows the film are all its own: the first is taken or, where pictures are fetched, the first
/// one that is a picture.
public protocol PosterSource: Provider {
    /// The request for posters of `film`; nil if too little is known about it.
    ///
    /// The request's ``Request/subject`` must be ``Subject/film(_:)`` of that film, and so must that
    /// of the request for the next page of the answer (``Page/next``).
    func request(for film: Film) -> Request?

    /// The posters of `film` among the records of all pages of an answer, the first one first.
    ///
    /// A source whose records are not posters, such as candidates that have to be compared, chooses
    /// here; the host calls it once for each film.
    func posters(of film: Film, in pages: [Page]) -> [Poster]

    /// Whether posters come from an image search, so that different films may get the same picture.
    var searchesImages: Bool { get }

    /// Whether films are recognised by the numbers of their rating (``Film/ratingNumbers``), so that
    /// their details are looked up first.
    var usesRatingNumbers: Bool { get }
}

extension PosterSource {
    /// The records of the only page that has posters; if several have some, they are of different films
    /// and none is certain.
    public func posters(of film: Film, in pages: [Page]) -> [Poster] {
        let found = pages.map { $0.records(Poster.self) }.filter { !$0.isEmpty }
        return found.count == 1 ? found[0] : []
    }

    /// False: the source knows its films.
    public var searchesImages: Bool { false }

    /// False.
    public var usesRatingNumbers: Bool { false }

    /// The name of the source for users: that of its service, such as `kakao`, or of a plugin that
    /// asks none.
    package var posterName: String { service?.name ?? manifest.name }
}

/// What is known about a film when details or posters are looked up.
public struct Film: Hashable, Sendable {
    /// The film's code at its provider.
    public var code: String
    /// Whose code that is, such as `kobis` (the name of the ``Service``); nil if that is not known.
    public var provider: String?
    /// The name of the source that has it in its chart; nil if that is not known.
    public var source: String?
    /// The country whose chart it is on; nil if the source does not say.
    public var country: Country?
    /// The title.
    public var title: String
    /// The day it opened, or nil.
    public var openDate: Day?
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

/// A provider of details about films, people and companies, by their codes and by searches.
///
/// It answers the queries of ``Query`` other than charts and rows, with ``Movie``, ``Person``,
/// ``Company`` and ``Code`` records.
///
/// It is a source of details: a film's details are what it answers for the code.
public protocol Register: DetailsSource {
    /// The codes of tables that have a name in English, such as `regions`.
    var codeTables: [String: String] { get }

    /// The requests for `query`: at least one, each made only when it is pulled.
    func requests(for query: Query) -> AnySequence<Request>
}

extension Register {
    /// None: tables are known by their codes alone.
    public var codeTables: [String: String] { [:] }
}
