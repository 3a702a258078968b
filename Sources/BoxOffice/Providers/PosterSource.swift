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
