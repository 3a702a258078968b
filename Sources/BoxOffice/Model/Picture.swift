/// A picture as it is on the web: its bytes and what they show of themselves.
public struct Picture: Hashable, Sendable {
    /// The kind of a picture; the raw value is the ending of its file's name.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case jpg, png, webp, gif
    }

    /// The bytes, from the first to the last of the picture.
    public let bytes: [UInt8]
    /// The kind, as the first bytes show.
    public let kind: Kind
    /// The width in pixels, at least 1.
    public let width: Int
    /// The height in pixels, at least 1.
    public let height: Int

    /// Makes a picture that is known to be whole.
    package init(bytes: [UInt8], kind: Kind, width: Int, height: Int) {
        self.bytes = bytes
        self.kind = kind
        self.width = width
        self.height = height
    }
}
