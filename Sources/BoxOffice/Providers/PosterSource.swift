/// A provider that finds the posters of films.
///
/// The answer to its request is read into a page, usually of ``Poster`` records. A page without records
/// means that no poster was found; a wrong picture is worse than none.
///
/// Records that an image search found (``Poster/Match/imageSearch``) are competing candidates, the
/// most likely one first: the first one that is not yet the poster of another film is taken.
/// Records of a source that knows the film all belong to it: the first is taken or, if pictures are
/// fetched, the first one that is a picture.
public protocol PosterSource: Provider {
    /// Returns the request for posters of `film`; nil if too little is known about it.
    ///
    /// The request's ``Request/subject`` must be ``Subject/film(_:)`` of that film; the same holds
    /// for the request for the next page of the answer (``Page/next``).
    func request(for film: Film) -> Request?

    /// Returns the posters of `film` among the records of all pages of an answer, the best one
    /// first.
    ///
    /// A source whose records are not posters, such as candidates that must be compared, chooses
    /// here; the host calls it once for each film.
    func posters(of film: Film, in pages: [Page]) -> [Poster]

    /// True if posters come from an image search, so that different films may get the same picture.
    var searchesImages: Bool { get }

    /// True if films are recognised by the numbers of their rating (``Film/ratingNumbers``), so
    /// that their details are looked up first.
    var usesRatingNumbers: Bool { get }
}

extension PosterSource {
    /// Returns the records of the only page that has posters; if several pages have some, they are
    /// for different films, and none is certain.
    public func posters(of film: Film, in pages: [Page]) -> [Poster] {
        let found = pages.map { $0.records(Poster.self) }.filter { !$0.isEmpty }
        return found.count == 1 ? found[0] : []
    }

    /// False: the source knows its films.
    public var searchesImages: Bool { false }

    /// False.
    public var usesRatingNumbers: Bool { false }

    /// The name of the source for users: that of its service, such as `kakao`, or that of the
    /// plugin if it has no service.
    package var posterName: String { service?.name ?? manifest.name }
}

/// A film whose details or poster are looked up, as far as it is known.
public struct Film: Hashable, Sendable {
    /// The film's code at its provider.
    public var code: String
    /// The provider that the code is from, such as `kobis` (the name of the ``Service``); nil if
    /// that is not known.
    public var provider: String?
    /// The name of the source whose chart it is on; nil if that is not known.
    public var source: String?
    /// The country whose chart it is on; nil if the source does not say.
    public var country: Country?
    /// The title.
    public var title: String
    /// The day it opened, or nil.
    public var openDate: Day?
    /// The year it opened or, if that is unknown, the year of production; nil if neither is known.
    public var year: Int?
    /// The genres, as far as they are known.
    public var genres: [String]
    /// True if another film on the same page of rows has the same title.
    public var sharesTitle = false
    /// The year of production, or nil; a film that opens again was produced long before.
    public var productionYear: Int?
    /// The names of the directors; empty if its details are unknown.
    public var directors: [String] = []
    /// The numbers under which the rating board examined it (심의번호), such as `2022-MF03292`; empty
    /// if its details are unknown.
    public var ratingNumbers: [String] = []
    /// The nation whose chart it is on, if rows of a file say so.
    package var nation: ChartFilter.Nation?
    /// The countries of production, if rows of a file name them.
    package var nations: [String] = []

    /// Makes a film.
    public init(code: String, title: String, year: Int? = nil, genres: [String] = []) {
        self.code = code
        self.title = title
        self.year = year
        self.genres = genres
    }

    /// True if the register lists it as adult (성인물), so that no picture of it is searched for.
    public var isAdult: Bool { genres.contains { $0.hasPrefix("성인물") } }

    /// Returns the film with the additional facts of its details.
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
/// It is also a source of details: a film's details are its answer for the film's code.
public protocol Register: DetailsSource {
    /// The codes of tables by their English names, such as `regions`.
    var codeTables: [String: String] { get }

    /// Returns the requests for `query`, each made only when it is pulled; none if it does not answer
    /// such queries.
    func requests(for query: Query) -> AnySequence<Request>
}

extension Register {
    /// None: tables have only their codes.
    public var codeTables: [String: String] { [:] }

    /// The provider itself.
    public var register: (any Register)? { self }
}
