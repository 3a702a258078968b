/// How the documents of a format behave, whatever is in them.
public struct FormatTraits: Hashable, Sendable {
    /// What the bytes of a document are.
    public enum Content: Hashable, Sendable {
        /// UTF-8, which may be read on a terminal.
        case text
        /// Bytes of any kind, which are not written to a terminal.
        case binary
    }

    /// When the bytes of a document are there.
    public enum Delivery: Hashable, Sendable {
        /// While the rows come: the document takes no more memory for many rows than for a hundred.
        case streaming
        /// At its end: the document is held in memory.
        case whole
    }

    /// The media type, such as `text/csv`.
    public let mediaType: String
    /// The endings of files in this format without the dot, the usual one first.
    public let fileEndings: [String]
    /// What the bytes are.
    public let content: Content
    /// When they are there.
    public let delivery: Delivery

    /// Describes a format; as it stands, one of text that is written while the rows come.
    public init(
        mediaType: String, fileEndings: [String], content: Content = .text,
        delivery: Delivery = .streaming
    ) {
        self.mediaType = mediaType
        self.fileEndings = fileEndings
        self.content = content
        self.delivery = delivery
    }
}
