/// A plugin that knows a format: how a document of rows is written in it.
///
/// An exporter does no input or output. It appends bytes to a buffer that the host empties whenever
/// it likes, and is asked, in this order: ``begin(into:)`` once, ``write(_:into:)`` for every row,
/// ``finish(into:)`` once, which uses it up. Before the rows of an edition of a chart, also where it
/// has none, there is a ``begin(_:into:)``.
///
/// An exporter must
/// - write valid UTF-8, and the same bytes for the same rows, whatever machine it runs on;
/// - write a document that its readers accept even where there is no row;
/// - need no more memory for many rows than for a hundred;
/// - write nothing of its own that steers a terminal, unless the layout is for one.
public protocol Exporter: ~Copyable, SendableMetatype {
    /// The format's name, summary and options.
    static var manifest: Manifest { get }

    /// The columns to write where the user chooses none; `usual` are those that others would write.
    static func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String]

    /// The columns whose values are wanted though they are not written, as far as the rows have
    /// them (``Layout/unwritten``).
    static func unwrittenColumns(_ options: PluginOptions) -> [String]

    /// What reads back documents that were written with these options, or nil where they cannot be
    /// brought up to date.
    static func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)?

    /// What writes the rows, where each looks the same wherever it stands; nil where what was
    /// written before it matters.
    ///
    /// It must write what ``write(_:into:)`` would, which is then not asked for every row, and there
    /// must be nothing to write before the rows of an edition.
    var rowWriter: (any RowWriter)? { get }

    /// Prepares to write a document of that layout.
    ///
    /// - Throws: a ``Fault`` of kind `usage` where options do not go together.
    init(_ layout: Layout) throws(Fault)

    /// Writes what comes before the first row.
    mutating func begin(into output: inout ByteBuffer)

    /// Writes what comes before the rows of `edition`.
    mutating func begin(_ edition: ChartEdition, into output: inout ByteBuffer)

    /// Writes one row: a value for every column of the layout, in their order.
    mutating func write(_ row: Span<Value>, into output: inout ByteBuffer)

    /// Writes what comes after the last row.
    consuming func finish(into output: inout ByteBuffer)
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

    /// Writes nothing: editions are told apart by their rows.
    public mutating func begin(_ edition: ChartEdition, into output: inout ByteBuffer) {}
}
