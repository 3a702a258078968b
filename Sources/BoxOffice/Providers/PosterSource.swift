/// A provider that finds the posters of films.
///
/// The answer to its request is read into a page of ``Poster`` records: candidates, the most likely
/// one first. A page without records means that no poster was found; a wrong picture is worse than
/// none.
public protocol PosterSource: Provider {
    /// The request for posters of `film`; nil if too little is known about it.
    ///
    /// The request's ``Request/subject`` must be ``Subject/film(_:)`` of that film.
    func request(for film: Film) -> Request?
}
