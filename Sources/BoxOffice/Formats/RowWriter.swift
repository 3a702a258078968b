/// Writes the rows of a ``RowExporter``.
///
/// The host calls it for several answers at once, from any thread and each time with another
/// buffer, and joins the pieces in order.
public protocol RowWriter: Sendable {
    /// Writes one row: a value for every column of the layout, in the order of the columns.
    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault)
}
