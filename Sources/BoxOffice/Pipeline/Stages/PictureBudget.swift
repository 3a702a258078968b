/// How many pictures of posters a run still fetches for its documents, which guards its memory.
///
/// A document usually has enough of them earlier, by the order of its rows. Which films are left out
/// here depends on which answers come first.
struct PictureBudget: Sendable {
    /// Whether no picture is of use any more.
    var isOver = false
    private let pictures: Int
    private let bytes: Int
    private var usedPictures = 0
    private var usedBytes = 0
    /// How many posters have no picture because there are enough.
    private var refused = 0

    /// Allows so many pictures, and no further one after so many bytes; by default 20,000 and 256 MB.
    init(pictures: Int = 20_000, bytes: Int = 256 << 20) {
        self.pictures = pictures
        self.bytes = bytes
    }

    /// Whether one more picture may be requested, which is then counted.
    mutating func takePicture() -> Bool {
        guard !isOver else { return false }
        guard usedPictures < pictures, usedBytes < bytes else {
            refused += 1
            return false
        }
        usedPictures += 1
        return true
    }

    /// Counts the bytes of a picture that came.
    mutating func note(_ picture: Picture) { usedBytes += picture.bytes.count }

    /// What a reader of the document has to know; nil if no picture was refused.
    var fault: Fault? {
        guard refused > 0 else { return nil }
        return Fault(
            .notFound, "pictures-limit",
            "a run fetches \(pictures) pictures of posters or \(bytes >> 20) MB of them; \(refused) more films have only the address"
        )
    }
}
