package import BoxOffice

/// Fetches the small pictures of posters for documents that show them.
package protocol ThumbnailSource: Sendable {
    /// The picture at `address`.
    ///
    /// - Throws: a ``Fault`` if it is not available or is not a whole picture.
    func picture(at address: String) async throws(Fault) -> Picture
}
