/// Where the pictures of posters are kept.
public protocol PictureStore: Sendable {
    /// Fetches the picture of `poster` and keeps it, unless it is there already.
    ///
    /// - Throws: a ``Fault`` if it cannot be had, is no picture or cannot be kept.
    func keep(_ poster: Poster) async throws(Fault)
}
