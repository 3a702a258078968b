/// How the documents of a format behave, independent of their content.
public struct FormatTraits: Hashable, Sendable {
    /// The kind of bytes in a document.
    public enum Content: Hashable, Sendable {
        /// UTF-8 that may be shown on a terminal.
        case text
        /// Any bytes; they are not written to a terminal.
        case binary
    }

    /// When the bytes of a document are written.
    public enum Delivery: Hashable, Sendable {
        /// With the rows: the document takes no more memory for many rows than for a hundred.
        case streaming
        /// At the end: the document is held in memory or in temporary files.
        case whole
        /// To a file by the exporter itself, which adds the document to what the file has
        /// (``Exporter/init(_:addingTo:)``); elsewhere at the end.
        case added
    }

    /// The media type, such as `text/csv`.
    public let mediaType: String
    /// The file extensions of the format without the dot, the usual one first.
    public let fileEndings: [String]
    /// What some of the extensions stand for, as `KEY=VALUE`: `tsv` is CSV with `delimiter=tab`.
    public let optionsOfEndings: [String: [String]]
    /// The kind of bytes in a document.
    public let content: Content
    /// When the bytes are written.
    public let delivery: Delivery

    /// Describes a format; by default one that is text and written with the rows.
    public init(
        mediaType: String, fileEndings: [String], optionsOfEndings: [String: [String]] = [:],
        content: Content = .text, delivery: Delivery = .streaming
    ) {
        self.mediaType = mediaType
        self.fileEndings = fileEndings
        self.optionsOfEndings = optionsOfEndings
        self.content = content
        self.delivery = delivery
    }
}

/// A file that documents are added to.
public struct DocumentFile: Hashable, Sendable {
    /// The path, as the user gave it; there may be no file, or an empty one.
    public let path: String
    /// Whether a period without rows may replace one that has some.
    public let allowsEmpty: Bool
    /// How long to wait while another program has locked the file.
    public let timeout: Duration

    /// Names a file.
    public init(path: String, allowsEmpty: Bool, timeout: Duration) {
        self.path = path
        self.allowsEmpty = allowsEmpty
        self.timeout = timeout
    }
}
