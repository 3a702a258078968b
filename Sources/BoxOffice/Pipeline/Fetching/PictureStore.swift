/// Keeps the pictures of posters.
public protocol PictureStore: Sendable {
    /// Fetches the picture of `poster` and keeps it, unless it is already there.
    ///
    /// - Throws: a ``Fault`` if it is not available, is not a picture or cannot be kept.
    func keep(_ poster: Poster) async throws(Fault)
}
