internal import BoxOffice

/// Rows as an executable format reads them: `{"row":{…}}` a line, and `{"end":{}}` at the end.
///
/// The objects are exactly those of the JSON Lines export.
struct RowLines: RowExporter, ~Copyable {
    /// A name that nobody asks for.
    static let manifest = Manifest(name: "rows", summary: "rows for an external format")

    /// Rows that the plugin has are not in the output yet.
    static let traits = FormatTraits(
        mediaType: "application/jsonl", fileEndings: [], delivery: .whole)

    let row: RowLine

    init(_ layout: Layout) throws(Fault) {
        row = RowLine(object: JSONRowWriter(layout.columns))
    }

    consuming func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) {
        output.append(ending)
    }
}

/// Writes one row as `{"row":{…}}` and a line end.
struct RowLine: RowWriter {
    let object: JSONRowWriter

    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        output.append("{\"row\":")
        object.write(row, into: &output)
        output.append("}\n")
    }
}
