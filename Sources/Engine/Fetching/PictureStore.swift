package import BoxOffice

/// Keeps the pictures of posters.
package protocol PictureStore: Sendable {
    /// Fetches the picture of `poster` and keeps it, unless it is already there, and returns the path
    /// of its file.
    ///
    /// - Throws: a ``Fault`` if it is not available, is not a picture or cannot be kept.
    @discardableResult func keep(_ poster: Poster) async throws(Fault) -> String

    /// What was wrong with what the store says of its pictures.
    var warnings: [Fault] { get }

    /// The kept poster of the film with that code, if it comes from a source that knows the film.
    func knownPoster(of code: String) -> Poster?

    /// The picture in a file that ``keep(_:)`` returned; nil if it has more than `limit` bytes or
    /// cannot be read.
    func picture(in file: String, atMost limit: Int) -> Picture?
}

/// Fetches the small pictures of posters for documents that show them.
package protocol ThumbnailSource: Sendable {
    /// The picture at `address`.
    ///
    /// - Throws: a ``Fault`` if it is not available or is not a whole picture.
    func picture(at address: String) async throws(Fault) -> Picture
}
