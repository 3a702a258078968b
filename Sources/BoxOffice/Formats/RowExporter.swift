/// An exporter whose rows look the same wherever they are in the document.
///
/// It supplies a writer for one row. The host uses it to write the rows of several answers at once;
/// the exporter itself adds only what comes before the first row and after the last.
public protocol RowExporter: Exporter, ~Copyable {
    /// The type that writes a row.
    associatedtype Row: RowWriter

    /// Writes the rows.
    var row: Row { get }
}

extension RowExporter where Self: ~Copyable {
    /// Writes the rows.
    public var rowWriter: (any RowWriter)? { row }

    /// Writes one row.
    public mutating func write(
        _ row: Span<Value>, into output: inout ByteBuffer
    ) throws(Fault) {
        try self.row.write(row, into: &output)
    }
}
