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

/// The pictures of the films of one source in a store that has those of others, too: codes belong to a
/// source, and two films may have the same.
struct PicturesOfSource: PictureStore {
    /// The store.
    let store: any PictureStore
    /// The name of the source.
    let source: String

    /// The code of a film in the store: `cinemart-CM-001`.
    private func name(of code: String) -> String { "\(source)-\(code)" }

    func keep(_ poster: Poster) async throws(Fault) -> String {
        var poster = poster
        poster.movieCode = name(of: poster.movieCode)
        return try await store.keep(poster)
    }

    var warnings: [Fault] { store.warnings }

    func knownPoster(of code: String) -> Poster? {
        guard var poster = store.knownPoster(of: name(of: code)) else { return nil }
        poster.movieCode = code
        return poster
    }

    func picture(in file: String, atMost limit: Int) -> Picture? {
        store.picture(in: file, atMost: limit)
    }
}

/// Fetches the small pictures of posters for documents that show them.
package protocol ThumbnailSource: Sendable {
    /// The picture at `address`.
    ///
    /// - Throws: a ``Fault`` if it is not available or is not a whole picture.
    func picture(at address: String) async throws(Fault) -> Picture
}
