/// A plugin for a format: it writes a document of rows.
///
/// An exporter does no input or output. It appends bytes to a buffer that the host may empty at any
/// time. The host calls, in this order: ``begin(into:)`` once, ``write(_:into:)`` for every row,
/// and ``finish(_:into:passingOn:)`` once, which consumes the exporter. Before the rows of each
/// edition of a chart, even one without rows, the host calls ``begin(_:into:)``.
///
/// If a row looks the same wherever it is in the document, conform to ``RowExporter``, which needs
/// less code.
///
/// An exporter must
/// - keep its ``traits``: text is valid UTF-8, and a streaming format needs no more memory for many
///   rows than for a hundred;
/// - write the same bytes for the same rows, on any machine;
/// - write a document that readers of the format accept even if it has no rows;
/// - add nothing of its own that controls a terminal, unless the layout is for a terminal.
public protocol Exporter: ~Copyable, SendableMetatype {
    /// The format's name, summary and options.
    static var manifest: Manifest { get }

    /// How documents of the format behave.
    static var traits: FormatTraits { get }

    /// The columns to write if the user chooses none; `usual` are the columns that other formats
    /// write.
    static func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String]

    /// Columns that are not written but whose values the format needs, as far as the rows have them
    /// (``Layout/unwritten``).
    static func unwrittenColumns(_ options: PluginOptions) -> [String]

    /// Reads documents that were written with these options, or nil if documents cannot be brought
    /// up to date.
    static func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)?

    /// Reads how far earlier documents went, from the state that their reader kept; nil if documents
    /// of the format do not go on behind others.
    ///
    /// - Parameter state: what the reader kept; of a long file the last line that counts.
    /// - Throws: a ``Fault`` of kind `malformed` if `state` is no state of the format.
    static func bookmarks(in state: [UInt8]) throws(Fault) -> Bookmarks?

    /// Whether a line of a long file with states counts as a state.
    ///
    /// The host passes the lines from the last to the first, until one does.
    static func isState(_ line: ArraySlice<UInt8>) -> Bool

    /// Whether documents with these options show the pictures of posters.
    ///
    /// The host then fetches them, in their small form, and calls ``take(_:at:)``, if the rows have
    /// the column `poster_url`, which may be an unwritten one.
    static func showsPictures(_ options: PluginOptions) -> Bool

    /// Checks whether a document with that layout can be written, before anything is requested.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the format cannot hold such a document, or of kind
    ///   `configuration` if something is missing that the format needs.
    static func check(_ layout: Layout) throws(Fault)

    /// Writes the rows, if a row looks the same wherever it is; nil if it depends on what was
    /// written before.
    var rowWriter: (any RowWriter)? { get }

    /// Prepares to write a document with that layout.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if options do not go together.
    init(_ layout: Layout) throws(Fault)

    /// Prepares to add a document with that layout to what `file` has, if the format's
    /// ``FormatTraits/delivery`` is `added`; the host calls it before anything is requested.
    ///
    /// Such an exporter appends no bytes. ``finish(_:into:passingOn:)`` changes the file, all at once
    /// or not at all.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate` if the file has something else, or `notYet` if
    ///   another program has locked it.
    init(_ layout: Layout, addingTo file: DocumentFile) throws(Fault)

    /// Writes what comes before the first row.
    mutating func begin(into output: inout ByteBuffer) throws(Fault)

    /// Writes what comes before the rows of `edition`.
    mutating func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault)

    /// Writes what comes behind the rows of `edition`.
    ///
    /// - Parameters:
    ///   - edition: the edition whose rows, if it has any, were all written.
    ///   - state: whether its figures no longer change, and whether some are missing.
    ///   - output: where the bytes go.
    mutating func end(
        _ edition: ChartEdition, _ state: EditionState, into output: inout ByteBuffer
    ) throws(Fault)

    /// Writes one row: a value for every column of the layout, in the order of the columns.
    mutating func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault)

    /// Takes the picture of a poster; ``showsPictures(_:)`` says whether it is called.
    ///
    /// The host calls it before each row of the film, so it may call it several times for a picture.
    ///
    /// - Parameters:
    ///   - picture: the poster's small form, as it is on the web.
    ///   - address: the address of the poster, as the column `poster_url` has it.
    mutating func take(_ picture: Picture, at address: String) throws(Fault)

    /// Whether more pictures are of use; once it is false, the host fetches no more for the document.
    var takesMorePictures: Bool { get }

    /// What readers of the document should know about the format's part in it, such as texts that
    /// were too long for it.
    ///
    /// The user gets it as warnings after the last row.
    var remarks: [Fault] { get }

    /// Writes what comes after the last row.
    ///
    /// - Parameters:
    ///   - ending: what the document lacks.
    ///   - output: where the bytes go.
    consuming func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault)

    /// Writes what comes after the last row, if that may be too much for one buffer.
    ///
    /// - Parameters:
    ///   - ending: what the document lacks.
    ///   - output: where the bytes go.
    ///   - passOn: empties the buffer; the host does so at the end as well.
    /// - Returns: ``remarks``, and what only became known at the end.
    @discardableResult
    consuming func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer,
        passingOn passOn: (inout ByteBuffer) throws(Fault) -> Void
    ) throws(Fault) -> [Fault]
}

extension Exporter where Self: ~Copyable {
    /// Prepares to write a document with that layout into `sink`, or to add it to its file.
    package init(_ layout: Layout, for sink: borrowing some Sink & ~Copyable) throws(Fault) {
        if let file = sink.file {
            try self.init(layout, addingTo: file)
        } else {
            try self.init(layout)
        }
    }

    /// The usual columns.
    public static func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String] {
        usual
    }

    /// By default none.
    public static func unwrittenColumns(_ options: PluginOptions) -> [String] { [] }

    /// By default false.
    public static func showsPictures(_ options: PluginOptions) -> Bool { false }

    /// By default any document can be written.
    public static func check(_ layout: Layout) throws(Fault) {}

    /// By default a new document: nothing is added to files.
    public init(_ layout: Layout, addingTo file: DocumentFile) throws(Fault) {
        try self.init(layout)
    }

    /// By default nil: documents are written once and not brought up to date.
    public static func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)? { nil }

    /// By default nil: every document has everything.
    public static func bookmarks(in state: [UInt8]) throws(Fault) -> Bookmarks? { nil }

    /// By default true.
    public static func isState(_ line: ArraySlice<UInt8>) -> Bool { true }

    /// By default nil: rows are written one after the other.
    public var rowWriter: (any RowWriter)? { nil }

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

    /// By default pictures are not shown.
    public mutating func take(_ picture: Picture, at address: String) throws(Fault) {}

    /// By default true.
    public var takesMorePictures: Bool { true }

    /// By default nothing.
    public var remarks: [Fault] { [] }

    /// Writes nothing: a document ends with its last row.
    public consuming func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) {}

    /// Writes the end in one piece.
    @discardableResult
    public consuming func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer,
        passingOn passOn: (inout ByteBuffer) throws(Fault) -> Void
    ) throws(Fault) -> [Fault] {
        let remarks = remarks
        try finish(ending, into: &output)
        return remarks
    }
}
