/// A plugin for a format, which makes the documents of that format.
///
/// A format does no input or output; the host does all of it.
public protocol Format: Sendable {
    /// The format's name, summary and options.
    var manifest: Manifest { get }

    /// The traits of the format's documents.
    var traits: FormatTraits { get }

    /// Prepares a document with this layout; ``Document/begin(into:)`` begins it.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if options contradict each other.
    func document(_ layout: Layout) throws(Fault) -> any Document

    /// Returns the columns to write if the user chooses none; `usual` are the columns that other
    /// formats write, and those that suit readers.
    func defaultColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String]

    /// Returns the columns that are not written but whose values the format needs, as far as the
    /// rows have them (``Layout/unwritten``).
    func unwrittenColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String]

    /// Checks that a document with this layout can be written, before anything is requested.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the format cannot hold such a document, or of kind
    ///   `configuration` if something that the format needs is missing.
    func check(_ layout: Layout) throws(Fault)

    /// Returns true if documents with these options show the pictures of posters.
    ///
    /// If the rows have the column `poster_url`, even unwritten, the host then fetches the pictures
    /// in their small form and calls ``Document/take(_:at:)``.
    func showsPictures(_ options: PluginOptions) -> Bool

    /// Returns a writer of single rows; nil if what a row looks like depends on the rows before it.
    func rowWriter(_ layout: Layout) throws(Fault) -> (any RowWriter)?

    /// Returns a reader of documents that were written with these options, so that they can be
    /// brought up to date; nil if they cannot. Such a format has a ``rowWriter(_:)``, too.
    func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)?
}

extension Format {
    /// Returns the usual columns.
    public func defaultColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        usual.names
    }

    /// Returns none.
    public func unwrittenColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        []
    }

    /// Does nothing: the format holds every document.
    public func check(_ layout: Layout) throws(Fault) {}

    /// Returns false.
    public func showsPictures(_ options: PluginOptions) -> Bool { false }

    /// Returns nil.
    public func rowWriter(_ layout: Layout) throws(Fault) -> (any RowWriter)? { nil }

    /// Returns nil: documents are written anew.
    public func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)? { nil }

    /// True if documents can be brought up to date.
    package var isUpdatable: Bool {
        guard let options = try? PluginOptions(for: manifest) else { return false }
        return (try? reader(options)) != nil
    }
}

/// A document that is being written.
///
/// It appends bytes to a buffer that the host may empty at any time. The host calls, in this order:
/// ``begin(into:)`` once, ``write(_:into:)`` for every row, and ``finish(_:into:)`` once. For a
/// chart, it calls ``begin(_:into:)`` before the rows of each edition and ``end(_:_:into:)`` after
/// them, even if the edition has no rows.
///
/// A document must
/// - have the ``Format/traits`` of its format: text is valid UTF-8, and a streaming format needs no
///   more memory for many rows than for a hundred;
/// - produce the same bytes for the same rows, on any machine;
/// - be accepted by readers of the format even if it has no rows; a picture, which has nothing to
///   show then, may end with a ``Fault`` of kind `usage`;
/// - write nothing of its own that controls a terminal, unless the layout is for a terminal.
public protocol Document {
    /// Writes the part before the first row.
    mutating func begin(into output: inout ByteBuffer) throws(Fault)

    /// Writes the part before the rows of `edition`.
    mutating func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault)

    /// Writes one row: a value for every column of the layout, in the order of the columns.
    mutating func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault)

    /// Writes the part after the rows of `edition`.
    ///
    /// - Parameters:
    ///   - edition: the edition, all of whose rows were written.
    ///   - state: the state of the edition: whether its figures are final, and whether some are
    ///     missing.
    ///   - output: the buffer that the bytes are appended to.
    mutating func end(
        _ edition: ChartEdition, _ state: EditionState, into output: inout ByteBuffer
    ) throws(Fault)

    /// Writes the part after the last row.
    ///
    /// - Parameters:
    ///   - ending: the end of the document, with its missing parts.
    ///   - output: the buffer that the bytes are appended to.
    /// - Returns: warnings for the user about the format's part in the document, such as texts that
    ///   were too long for it.
    mutating func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault]

    /// Takes the picture of a poster, if the format shows them (``Format/showsPictures(_:)``).
    ///
    /// The host calls it before each row of the film, so it may be called several times for one
    /// picture.
    ///
    /// - Parameters:
    ///   - picture: the poster's small form, as fetched from the web.
    ///   - address: the address of the poster, as in the column `poster_url`.
    mutating func take(_ picture: Picture, at address: String) throws(Fault)

    /// True while more pictures are useful; once it is false, the host fetches no more for the
    /// document.
    var takesMorePictures: Bool { get }

    /// The number of written rows that did not reach the output, because its reader already has a
    /// fuller version of them; known after the document is finished.
    var rowsWithheld: Int { get }
}

extension Document {
    /// Does nothing: no pictures are shown.
    public mutating func take(_ picture: Picture, at address: String) throws(Fault) {}

    /// True.
    public var takesMorePictures: Bool { true }

    /// 0: all rows reach the output.
    public var rowsWithheld: Int { 0 }

    /// Writes nothing: a document begins with its first row.
    public mutating func begin(into output: inout ByteBuffer) throws(Fault) {}

    /// Writes nothing: the rows show which edition they belong to.
    public mutating func begin(
        _ edition: ChartEdition, into output: inout ByteBuffer
    ) throws(Fault) {}

    /// Writes nothing: one edition directly follows another.
    public mutating func end(
        _ edition: ChartEdition, _ state: EditionState, into output: inout ByteBuffer
    ) throws(Fault) {}

    /// Writes nothing: a document ends with its last row.
    public mutating func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] { [] }
}

/// A writer of rows that look the same wherever they are in a document.
///
/// The host writes the rows of several answers concurrently, on any thread and each time into
/// another buffer, and joins the pieces in order.
public protocol RowWriter: Sendable {
    /// Writes one row: a value for every column of the layout, in the order of the columns.
    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault)
}

/// A document that is written only at its end, which may be too large for one buffer.
package protocol LongDocument: Document, AnyObject {
    /// Writes the part after the last row, and passes it on a block at a time.
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

/// A reader of a format's own documents, record by record, so that they can be brought up to date.
///
/// It need not read the format in general: it may reject a record that the format would not have
/// written.
public protocol RecordReader: Sendable {
    /// Returns true if the record continues after `line`, which includes its line end.
    ///
    /// - Parameters:
    ///   - line: a line of the document.
    ///   - isOpen: the result for the line before, if that is in the same record; otherwise false.
    func goesOn(after line: Span<UInt8>, isOpen: Bool) -> Bool

    /// Reads the cells of a record, in their order: the name of the column, if records contain
    /// names instead of a header, and the text, or nil if the value is missing.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if the bytes are not a record.
    func cells(of record: Span<UInt8>) throws(Fault) -> [(name: String?, text: String?)]

    /// Returns true if a count or an amount may be written as `text`; by default, always.
    ///
    /// It is false where digits are in groups only with another value of an option.
    func mayBeCount(_ text: String) -> Bool
}

extension RecordReader {
    /// Returns true.
    public func mayBeCount(_ text: String) -> Bool { true }
}

/// A format whose readers keep a state, from which later documents resume.
package protocol Resumable: Format {
    /// Reads the bookmarks of earlier documents from the state that their reader kept.
    ///
    /// - Parameter state: the state; of a long file, the last line that is a state.
    /// - Throws: a ``Fault`` of kind `malformed` if `state` is not a state of the format.
    func bookmarks(in state: [UInt8]) throws(Fault) -> Bookmarks

    /// Returns true if a line of a long file is a state.
    ///
    /// The host passes the lines from the last to the first, until one is a state.
    func isState(_ line: ArraySlice<UInt8>) -> Bool
}

/// A format that adds its documents to existing files.
package protocol AddsToFiles: Format {
    /// Prepares to add a document with this layout to `file`; the host calls it before anything is
    /// requested.
    ///
    /// Such a document appends no bytes. Its end changes the file, completely or not at all.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate` if the file contains something else, or
    ///   `notYet` if another program has locked it.
    func document(_ layout: Layout, addingTo file: DocumentFile) throws(Fault) -> any Document
}

/// A file that documents are added to.
package struct DocumentFile: Hashable, Sendable {
    /// The path as the user gave it; the file may be missing or empty.
    package let path: String
    /// The path of the file itself if `path` is a link, even if it does not exist yet.
    package let target: String
    /// True if a period without rows may replace one that has some.
    package let allowsEmpty: Bool
    /// The longest time to wait while another program has locked the file.
    package let timeout: Duration

    package init(path: String, target: String? = nil, allowsEmpty: Bool, timeout: Duration) {
        self.path = path
        self.target = target ?? path
        self.allowsEmpty = allowsEmpty
        self.timeout = timeout
    }
}

extension Format {
    /// True if readers keep rows by their keys: databases, and readers with a state.
    package var isKeptByKey: Bool { self is any AddsToFiles || self is any Resumable }

    /// Prepares a document with this layout, which is added to `file` if that is not nil.
    package func document(_ layout: Layout, for file: DocumentFile?) throws(Fault) -> any Document {
        guard let file, let adding = self as? any AddsToFiles else { return try document(layout) }
        return try adding.document(layout, addingTo: file)
    }
}

/// The traits of a format's documents, independent of their content.
public struct FormatTraits: Hashable, Sendable {
    /// The media type, such as `text/csv`.
    public let mediaType: String
    /// The file extensions of the format without the dot, the usual one first; empty if only its name
    /// chooses it.
    public let fileEndings: [String]
    /// The options that some of the extensions imply, as `KEY=VALUE`: `tsv` is CSV with
    /// `delimiter=tab`.
    public let optionsOfEndings: [String: [String]]
    /// True if documents may contain any bytes, which are not written to a terminal; otherwise they
    /// are UTF-8.
    public let isBinary: Bool
    /// True if the bytes are written with the rows, so that the document takes no more memory for
    /// many rows than for a hundred; otherwise it is held in memory or in temporary files.
    public let isStreaming: Bool
    /// True if documents name the currency of their amounts, if it is the same for all; otherwise,
    /// rows in a currency other than won get a column with it.
    public let tellsCurrency: Bool
    /// True if documents show the columns that the user chose; otherwise a warning says that they do
    /// not.
    public let writesColumns: Bool
    /// True if documents are in the language of messages (`--lang`), whatever that of headers.
    public let isProse: Bool

    /// Makes the traits of a format; by default, one that is text and written with the rows.
    public init(
        mediaType: String, fileEndings: [String], optionsOfEndings: [String: [String]] = [:],
        isBinary: Bool = false, isStreaming: Bool = true, tellsCurrency: Bool = false,
        writesColumns: Bool = true, isProse: Bool = false
    ) {
        self.isProse = isProse
        self.tellsCurrency = tellsCurrency
        self.writesColumns = writesColumns
        self.mediaType = mediaType
        self.fileEndings = fileEndings
        self.optionsOfEndings = optionsOfEndings
        self.isBinary = isBinary
        self.isStreaming = isStreaming
    }
}

/// The end of a document, with its missing parts, which its format gets after the last row.
public struct DocumentEnding: Hashable, Sendable {
    /// The reasons why requested parts are not in the document, in the order of the requests.
    public var missing: [Fault]

    /// The number of rows at the source, if it says; more than were written if there was a limit.
    public var total: Int?
    /// Gaps in the rows that do not make the document incomplete for programs: missing posters and
    /// details of films, and missing rows inside charts.
    public var warnings: [Fault] = []
    /// The periods whose figures the source may still correct.
    package var provisional: [String: Set<Period>] = [:]

    /// Makes the end of a document that lacks nothing, or the parts that `missing` explains.
    public init(missing: [Fault] = []) {
        self.missing = missing
    }
}
