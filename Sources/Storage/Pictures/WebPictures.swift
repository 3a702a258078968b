package import BoxOffice
internal import Engine

/// The pictures of posters on the web; none is kept.
package struct WebPictures: ThumbnailSource {
    private let fetch: @Sendable (String) async throws(Fault) -> [UInt8]

    /// Makes a source of pictures.
    ///
    /// - Parameter fetch: fetches the bytes at an address.
    package init(fetch: @escaping @Sendable (String) async throws(Fault) -> [UInt8]) {
        self.fetch = fetch
    }

    /// The picture at `address`.
    package func picture(at address: String) async throws(Fault) -> Picture {
        try Picture(checking: try await bytes(at: address))
    }

    /// The bytes at `address`, which may be no picture.
    ///
    /// - Throws: a ``Fault`` of kind `unavailable`, or `cancelled` if the task was cancelled.
    func bytes(at address: String) async throws(Fault) -> [UInt8] {
        do throws(Fault) {
            return try await fetch(address)
        } catch {
            throw error.kind == .cancelled
                ? error
                : Fault(
                    .unavailable, "picture-unavailable",
                    "the picture cannot be had: \(error.wording)")
        }
    }
}
