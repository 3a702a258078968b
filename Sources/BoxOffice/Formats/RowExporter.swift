/// An exporter whose rows look the same wherever they stand in the document.
///
/// It supplies what writes a row. The host writes the rows of several answers at once with it, and
/// the exporter itself adds at most what comes before the first row and after the last.
public protocol RowExporter: Exporter, ~Copyable {
    /// What writes a row.
    associatedtype Row: RowWriter

    /// What writes the rows.
    var row: Row { get }
}

extension RowExporter where Self: ~Copyable {
    /// What writes the rows.
    public var rowWriter: (any RowWriter)? { row }

    /// Writes one row.
    public mutating func write(
        _ row: Span<Value>, into output: inout ByteBuffer
    ) throws(Fault) {
        try self.row.write(row, into: &output)
    }
}
