/// A provider that finds the posters of films.
///
/// The answer to its request is read into a page of ``Poster`` records: candidates, the most likely
/// one first. A page without records says that no poster was found; a wrong picture is worse than
/// none.
public protocol PosterSource: Provider {
    /// What to ask for the posters of `film`; nil if too little is known of it.
    ///
    /// The request's ``Request/subject`` must be ``Subject/film(_:)`` of that film.
    func request(for film: Film) -> Request?
}
