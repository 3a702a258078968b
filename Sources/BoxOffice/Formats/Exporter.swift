/// A plugin that knows a format: how a document of rows is written in it.
///
/// An exporter does no input or output. It appends bytes to a buffer that the host empties at any
/// time. It is asked, in this order: ``begin(into:)`` once, ``write(_:into:)`` for every row,
/// ``finish(_:into:)`` once, which uses it up. Before the rows of an edition of a chart, even if it
/// has none, there is a ``begin(_:into:)``.
///
/// An exporter whose rows look the same wherever they stand is a ``RowExporter``, which has less to
/// do.
///
/// An exporter must
/// - keep to its ``traits``: text is valid UTF-8, and a streaming format needs no more memory for
///   many rows than for a hundred;
/// - write the same bytes for the same rows, on any machine;
/// - write a document that its readers accept even if there is no row;
/// - write nothing of its own that steers a terminal, unless the layout is for one.
public protocol Exporter: ~Copyable, SendableMetatype {
    /// The format's name, summary and options.
    static var manifest: Manifest { get }

    /// How its documents behave.
    static var traits: FormatTraits { get }

    /// The columns to write if the user chooses none; `usual` are those that others would write.
    static func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String]

    /// The columns whose values are wanted though they are not written, as far as the rows have
    /// them (``Layout/unwritten``).
    static func unwrittenColumns(_ options: PluginOptions) -> [String]

    /// What reads back documents that were written with these options, or nil if they cannot be
    /// brought up to date.
    static func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)?

    /// What writes the rows, if each looks the same wherever it stands; nil if what was written
    /// before it matters.
    var rowWriter: (any RowWriter)? { get }

    /// Prepares to write a document of that layout.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if options do not go together.
    init(_ layout: Layout) throws(Fault)

    /// Writes what comes before the first row.
    mutating func begin(into output: inout ByteBuffer) throws(Fault)

    /// Writes what comes before the rows of `edition`.
    mutating func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault)

    /// Writes one row: a value for every column of the layout, in their order.
    mutating func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault)

    /// Writes what comes after the last row.
    ///
    /// - Parameters:
    ///   - ending: what the document lacks.
    ///   - output: where the bytes go.
    consuming func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault)
}

extension Exporter where Self: ~Copyable {
    /// The usual columns.
    public static func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String] {
        usual
    }

    /// None.
    public static func unwrittenColumns(_ options: PluginOptions) -> [String] { [] }

    /// None: documents are written once.
    public static func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)? { nil }

    /// None: rows are written one after the other.
    public var rowWriter: (any RowWriter)? { nil }

    /// Writes nothing: a document begins with its first row.
    public mutating func begin(into output: inout ByteBuffer) throws(Fault) {}

    /// Writes nothing: editions are told apart by their rows.
    public mutating func begin(
        _ edition: ChartEdition, into output: inout ByteBuffer
    ) throws(Fault) {}

    /// Writes nothing: a document ends with its last row.
    public consuming func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) {}
}
