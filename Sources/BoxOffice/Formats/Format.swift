/// A plugin for a format: a value that begins documents.
///
/// A format does no input or output; the host does all of it. What only some formats can do are
/// protocols of their own: ``ChoosesColumns``, ``ChecksLayouts``, ``ShowsPictures``, ``Updatable``.
public protocol Format: Sendable {
    /// The format's name, summary and options.
    var manifest: Manifest { get }

    /// How documents of the format behave.
    var traits: FormatTraits { get }

    /// Prepares a document with that layout; ``Document/begin(into:)`` begins it.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if options do not go together.
    func document(_ layout: Layout) throws(Fault) -> any Document
}

/// A document that is being written.
///
/// It appends bytes to a buffer that the host may empty at any time. The host calls, in this order:
/// ``begin(into:)`` once, ``write(_:into:)`` for every row, and ``finish(_:into:)`` once. The rows of
/// an edition of a chart, even of one without rows, stand between ``begin(_:into:)`` and
/// ``end(_:_:into:)``.
///
/// If a row looks the same wherever it is in the document, conform to ``RowDocument``; if the
/// document shows pictures, to ``PictureDocument``.
///
/// A document must
/// - keep the ``Format/traits`` of its format: text is valid UTF-8, and a streaming format needs no
///   more memory for many rows than for a hundred;
/// - have the same bytes for the same rows, on any machine;
/// - be one that readers of the format accept even if it has no rows; a picture, which can show
///   nothing then, may end with a ``Fault`` of kind `usage`;
/// - have nothing of its own that controls a terminal, unless the layout is for a terminal.
public protocol Document {
    /// Writes what comes before the first row.
    mutating func begin(into output: inout ByteBuffer) throws(Fault)

    /// Writes what comes before the rows of `edition`.
    mutating func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault)

    /// Writes one row: a value for every column of the layout, in the order of the columns.
    mutating func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault)

    /// Writes what comes after the rows of `edition`.
    ///
    /// - Parameters:
    ///   - edition: the edition whose rows, if it has any, were all written.
    ///   - state: whether its figures no longer change, and whether some are missing.
    ///   - output: where the bytes go.
    mutating func end(
        _ edition: ChartEdition, _ state: EditionState, into output: inout ByteBuffer
    ) throws(Fault)

    /// Writes what comes after the last row.
    ///
    /// - Parameters:
    ///   - ending: what the document lacks.
    ///   - output: where the bytes go.
    /// - Returns: what readers of the document should know about the format's part in it, such as
    ///   texts that were too long for it. The user gets it as warnings.
    mutating func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault]
}

extension Document {
    /// Writes nothing: a document begins with its first row.
    public mutating func begin(into output: inout ByteBuffer) throws(Fault) {}

    /// Writes nothing: the rows show which edition they belong to.
    public mutating func begin(
        _ edition: ChartEdition, into output: inout ByteBuffer
    ) throws(Fault) {}

    /// Writes nothing: editions follow each other.
    public mutating func end(
        _ edition: ChartEdition, _ state: EditionState, into output: inout ByteBuffer
    ) throws(Fault) {}

    /// Writes nothing: a document ends with its last row.
    public mutating func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] { [] }
}

/// A document whose rows look the same wherever they are in it.
///
/// The host writes the rows of several answers at once, from any thread and each time with another
/// buffer, and joins the pieces in order.
public protocol RowDocument: Document, Sendable {
    /// Writes one row: a value for every column of the layout, in the order of the columns.
    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault)
}

/// A document that shows the pictures of posters; its format ``ShowsPictures``.
public protocol PictureDocument: Document, AnyObject {
    /// Takes the picture of a poster.
    ///
    /// The host calls it before each row of the film, so it may call it several times for a picture.
    ///
    /// - Parameters:
    ///   - picture: the poster's small form, as it is on the web.
    ///   - address: the address of the poster, as the column `poster_url` has it.
    func take(_ picture: Picture, at address: String) throws(Fault)

    /// Whether more pictures are of use; once it is false, the host fetches no more for the document.
    var takesMorePictures: Bool { get }
}

/// A document that is written at its end alone, which may be too much for one buffer.
package protocol LongDocument: Document, AnyObject {
    /// Writes what comes after the last row, and passes it on a block at a time.
    func finish(
        _ ending: DocumentEnding, passingOn passOn: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) -> [Fault]
}

extension LongDocument {
    /// Writes the end in one piece.
    package func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        try finish(ending) { output.append($0) }
    }
}

/// A document whose reader keeps what it has where that is more than the rows that came.
package protocol WithholdingDocument: Document {
    /// How many of the rows that were written did not reach the output; known once it is finished.
    var rowsWithheld: Int { get }
}

/// A format with columns of its own choice.
public protocol ChoosesColumns: Format {
    /// The columns to write if the user chooses none; `usual` are the columns that other formats
    /// write.
    func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String]

    /// Columns that are not written but whose values the format needs, as far as the rows have them
    /// (``Layout/unwritten``).
    func unwrittenColumns(_ options: PluginOptions) -> [String]
}

extension ChoosesColumns {
    /// The usual columns.
    public func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String] { usual }

    /// None.
    public func unwrittenColumns(_ options: PluginOptions) -> [String] { [] }
}

/// A format that cannot hold every document.
public protocol ChecksLayouts: Format {
    /// Checks whether a document with that layout can be written, before anything is requested.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the format cannot hold such a document, or of kind
    ///   `configuration` if something is missing that the format needs.
    func check(_ layout: Layout) throws(Fault)
}

/// A format whose documents show the pictures of posters; they are ``PictureDocument``s.
public protocol ShowsPictures: Format {
    /// Whether documents with these options show pictures.
    ///
    /// The host then fetches them, in their small form, and calls ``PictureDocument/take(_:at:)``, if
    /// the rows have the column `poster_url`, which may be an unwritten one.
    func showsPictures(_ options: PluginOptions) -> Bool
}

/// A format whose documents can be brought up to date; they are ``RowDocument``s.
public protocol Updatable: Format {
    /// Reads documents that were written with these options.
    func reader(_ options: PluginOptions) throws(Fault) -> any RecordReader
}

/// Reads a format's own documents record by record, so that they can be brought up to date.
///
/// It need not read the format in general: a record that the format would not have written is
/// refused.
public protocol RecordReader: Sendable {
    /// Whether the record continues after `line`, which includes its line end.
    ///
    /// - Parameters:
    ///   - line: a line of the document.
    ///   - isOpen: what this said of the line before, if that is of the same record.
    func goesOn(behind line: Span<UInt8>, isOpen: Bool) -> Bool

    /// The cells of a record, in their order: the name of the column, if records contain names and
    /// not a header, and the text, or nil if the value is missing.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if the bytes are not a record.
    func cells(of record: Span<UInt8>) throws(Fault) -> [(name: String?, text: String?)]
}

/// A format whose readers keep a state, from which later documents go on.
package protocol Resumable: Format {
    /// Reads how far earlier documents went, from the state that their reader kept.
    ///
    /// - Parameter state: what the reader kept; of a long file the last line that counts.
    /// - Throws: a ``Fault`` of kind `malformed` if `state` is no state of the format.
    func bookmarks(in state: [UInt8]) throws(Fault) -> Bookmarks

    /// Whether a line of a long file with states counts as a state.
    ///
    /// The host passes the lines from the last to the first, until one does.
    func isState(_ line: ArraySlice<UInt8>) -> Bool
}

/// A format that adds its documents to what a file has.
package protocol AddsToFiles: Format {
    /// Prepares to add a document with that layout to what `file` has; the host calls it before
    /// anything is requested.
    ///
    /// Such a document appends no bytes. Its end changes the file, all at once or not at all.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate` if the file has something else, or `notYet` if
    ///   another program has locked it.
    func document(_ layout: Layout, addingTo file: DocumentFile) throws(Fault) -> any Document
}

/// A file that documents are added to.
package struct DocumentFile: Hashable, Sendable {
    /// The path, as the user gave it; there may be no file, or an empty one.
    package let path: String
    /// Whether a period without rows may replace one that has some.
    package let allowsEmpty: Bool
    /// How long to wait while another program has locked the file.
    package let timeout: Duration

    /// Names a file.
    package init(path: String, allowsEmpty: Bool, timeout: Duration) {
        self.path = path
        self.allowsEmpty = allowsEmpty
        self.timeout = timeout
    }
}

extension Format {
    /// The columns to write if the user chooses none; `usual` are those of other formats.
    package func columns(of usual: [String], _ options: PluginOptions) -> [String] {
        (self as? any ChoosesColumns)?.defaultColumns(of: usual, options) ?? usual
    }

    /// The columns whose values are wanted besides.
    package func columnsBesides(_ options: PluginOptions) -> [String] {
        (self as? any ChoosesColumns)?.unwrittenColumns(options) ?? []
    }

    /// Whether documents with these options show the pictures of posters.
    package func hasPictures(_ options: PluginOptions) -> Bool {
        (self as? any ShowsPictures)?.showsPictures(options) ?? false
    }

    /// Refuses a layout that the format cannot hold.
    package func require(_ layout: Layout) throws(Fault) {
        try (self as? any ChecksLayouts)?.check(layout)
    }

    /// Prepares a document with that layout, which is added to `file` if that is not nil.
    package func document(_ layout: Layout, for file: DocumentFile?) throws(Fault) -> any Document {
        guard let file, let adding = self as? any AddsToFiles else { return try document(layout) }
        return try adding.document(layout, addingTo: file)
    }
}

/// How the documents of a format behave, independent of their content.
public struct FormatTraits: Hashable, Sendable {
    /// The media type, such as `text/csv`.
    public let mediaType: String
    /// The file extensions of the format without the dot, the usual one first.
    public let fileEndings: [String]
    /// What some of the extensions stand for, as `KEY=VALUE`: `tsv` is CSV with `delimiter=tab`.
    public let optionsOfEndings: [String: [String]]
    /// Whether documents may hold any bytes, which are not written to a terminal; otherwise they are
    /// UTF-8.
    public let isBinary: Bool
    /// Whether the bytes come with the rows, so that the document takes no more memory for many rows
    /// than for a hundred; otherwise it is held in memory or in temporary files.
    public let isStreaming: Bool
    /// Whether documents say which currency their amounts are in, if it is one; otherwise rows in
    /// another currency than won have a column with it.
    public let tellsCurrency: Bool
    /// Whether documents show the columns that the user chose; otherwise the user is told that they do
    /// not.
    public let writesColumns: Bool

    /// Describes a format; by default one that is text and written with the rows.
    public init(
        mediaType: String, fileEndings: [String], optionsOfEndings: [String: [String]] = [:],
        isBinary: Bool = false, isStreaming: Bool = true, tellsCurrency: Bool = false,
        writesColumns: Bool = true
    ) {
        self.tellsCurrency = tellsCurrency
        self.writesColumns = writesColumns
        self.mediaType = mediaType
        self.fileEndings = fileEndings
        self.optionsOfEndings = optionsOfEndings
        self.isBinary = isBinary
        self.isStreaming = isStreaming
    }
}

/// What a document lacks; its format gets this after the last row.
public struct DocumentEnding: Hashable, Sendable {
    /// Why something that was asked for is not in the document, in the order of the requests.
    public var missing: [Fault]

    /// How many rows there are at the source, if it says so; more than were written if there was a
    /// limit.
    public var total: Int?
    /// What is not in the rows and not missed by programs: posters and details of films, rows inside
    /// of charts.
    public var warnings: [Fault] = []
    /// The periods whose figures the source may still correct.
    package var provisional: Set<Period> = []

    /// Describes the end of a document that lacks nothing, or lacks what `missing` explains.
    public init(missing: [Fault] = []) {
        self.missing = missing
    }
}
