/// A provider that finds the posters of films.
///
/// The answer to its request is read into a page of ``Poster`` records. A page without records means
/// that no poster was found; a wrong picture is worse than none.
///
/// Records that an image search found (``Poster/Match/imageSearch``) are rivals, the most likely one
/// first: the first one that is not yet the poster of another film is taken. Records of a source
/// that knows the film are all its own: the first is taken or, where pictures are fetched, the first
/// one that is a picture.
public protocol PosterSource: Provider {
    /// The request for posters of `film`; nil if too little is known about it.
    ///
    /// The request's ``Request/subject`` must be ``Subject/film(_:)`` of that film, and so must that
    /// of the request for the next page of the answer (``Page/next``). If several pages of an answer
    /// have posters, they are of different films and none is taken.
    func request(for film: Film) -> Request?

    /// Whether posters come from an image search, so that different films may get the same picture.
    var searchesImages: Bool { get }

    /// Whether films are recognised by the numbers of their rating (``Film/ratingNumbers``), so that
    /// their details are looked up first.
    var usesRatingNumbers: Bool { get }
}

extension PosterSource {
    /// False: the source knows its films.
    public var searchesImages: Bool { false }

    /// False.
    public var usesRatingNumbers: Bool { false }

    /// The name of the source for users: that of its service, such as `kakao`, or of a plugin that
    /// asks none.
    package var posterName: String { service?.name ?? manifest.name }
}
