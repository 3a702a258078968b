package import BoxOffice
internal import Synchronization

/// A store of poster pictures.
package protocol PictureStore: Sendable {
    /// Fetches the picture of `poster` and keeps it, unless it is already there, and returns the path
    /// of its file.
    ///
    /// - Throws: a ``Fault`` if it is not available, is not a picture or cannot be kept.
    @discardableResult func keep(_ poster: Poster) async throws(Fault) -> String

    /// Completes the store's own records of its pictures, and returns the faults in them.
    func finish() -> [Fault]

    /// Returns the kept poster of the film with that code, if it comes from a source that knows the
    /// film.
    func knownPoster(of code: String) -> Poster?

    /// Returns the picture in a file that ``keep(_:)`` returned; nil if it has more than `limit`
    /// bytes or cannot be read.
    func picture(in file: String, atMost limit: Int) -> Picture?
}

/// A source of small poster pictures for documents that show them.
package protocol ThumbnailSource: Sendable {
    /// Returns the picture at `address`.
    ///
    /// - Throws: a ``Fault`` if it is not available or is not a whole picture.
    func picture(at address: String) async throws(Fault) -> Picture
}

/// The limit on the pictures of posters that a run fetches for its documents, which bounds its
/// memory; all its sources and documents share it.
///
/// A document usually has enough of them earlier, in the order of its rows. Which films are left
/// out here depends on which answers come first.
final class PictureBudget: Sendable {
    private let pictures: Int
    private let bytes: Int
    private let used = Mutex((pictures: 0, bytes: 0))

    /// Makes a limit of `pictures`, none of which is allowed once those fetched have that many
    /// `bytes`.
    init(pictures: Int = 20_000, bytes: Int = 256 << 20) {
        self.pictures = pictures
        self.bytes = bytes
    }

    /// Returns true if one more picture may be requested, and counts it.
    func takePicture() -> Bool {
        used.withLock { used in
            guard used.pictures < pictures, used.bytes < bytes else { return false }
            used.pictures += 1
            return true
        }
    }

    /// Counts the bytes of a picture that came.
    func note(_ picture: Picture) { used.withLock { $0.bytes += picture.bytes.count } }

    /// Returns the remark for readers of the document that lacks `refused` pictures.
    func fault(refused: Int) -> Fault {
        Fault(
            .notFound, "pictures-limit",
            "a run fetches at most \(pictures) pictures of posters or \(bytes >> 20) MB of them; \(refused, "more film has", "more films have") only the address"
        )
    }
}
