internal import BoxOffice

/// Rows as an executable format reads them that asks for editions: those of ``RowLines``, and before
/// the rows of each edition a line `{"edition":{…}}`.
struct EditionLines: Exporter, ~Copyable {
    /// A name that nobody asks for.
    static let manifest = Manifest(
        name: "editions", summary: "rows for an external format, by edition")

    static let traits = RowLines.traits

    private let row: RowLine

    init(_ layout: Layout) throws(Fault) {
        row = RowLine(object: JSONRowWriter(layout.columns))
    }

    mutating func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault) {
        output.append(edition)
    }

    mutating func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        try self.row.write(row, into: &output)
    }

    consuming func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) {
        output.append(ending)
    }
}
