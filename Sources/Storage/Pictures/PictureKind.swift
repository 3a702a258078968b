/// The kind of a picture, as its first bytes show.
///
/// The raw value is the ending of its file's name.
enum PictureKind: String, CaseIterable {
    case jpg, png, webp, gif

    /// The kind of the picture in `bytes`; nil if they are no picture.
    init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }

    /// Whether `bytes` reach to the end of the picture, as far as the kind marks its end.
    func isWhole(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .jpg: bytes.suffix(4096).contains([0xFF, 0xD9])
        case .png: bytes.suffix(64).contains("IEND".utf8)
        case .gif: bytes.suffix(64).contains(0x3B)
        case .webp:
            // The length of what follows the first eight bytes, the lowest byte first.
            bytes.dropFirst(4).prefix(4).reversed().reduce(0) { $0 * 256 + Int($1) } <= bytes.count
                - 8
        }
    }
}
