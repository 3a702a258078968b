/// A plugin that knows a format: how a document of rows is written in it.
///
/// An exporter does no input or output. It appends bytes to a buffer that the host empties whenever
/// it likes, and is asked, in this order: ``begin(into:)`` once, ``write(_:into:)`` for every row,
/// ``finish(into:)`` once, which uses it up.
///
/// An exporter must
/// - write valid UTF-8, and the same bytes for the same rows, whatever machine it runs on;
/// - write a document that its readers accept even where there is no row;
/// - need no more memory for many rows than for one.
public protocol Exporter: ~Copyable, SendableMetatype {
    /// The format's name, summary and options.
    static var manifest: Manifest { get }

    /// Prepares to write a document of that layout.
    ///
    /// - Throws: a ``Fault`` of kind `usage` where options do not go together.
    init(_ layout: Layout) throws(Fault)

    /// Writes what comes before the first row.
    mutating func begin(into output: inout ByteBuffer)

    /// Writes one row: a value for every column of the layout, in their order.
    mutating func write(_ row: Span<Value>, into output: inout ByteBuffer)

    /// Writes what comes after the last row.
    consuming func finish(into output: inout ByteBuffer)
}
