internal import BoxOffice

/// Rows as an external format is told of them: `{"row":{…}}` a line, and `{"end":{}}` at the end.
///
/// The objects are exactly those of the JSON Lines export.
struct RowLines: Exporter, ~Copyable {
    /// Nobody asks for it by a name.
    static let manifest = Manifest(name: "rows", summary: "rows for an external format")

    private let writer: JSONRowWriter

    init(_ layout: Layout) throws(Fault) {
        writer = JSONRowWriter(layout.columns)
    }

    mutating func begin(into output: inout ByteBuffer) {}

    mutating func write(_ row: Span<Value>, into output: inout ByteBuffer) {
        output.append("{\"row\":")
        writer.write(row, into: &output)
        output.append("}\n")
    }

    consuming func finish(into output: inout ByteBuffer) {
        output.append("{\"end\":{}}\n")
    }
}
