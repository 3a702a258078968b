internal import BoxOffice

/// Rows as an executable format reads them: `{"row":{…}}` a line, and `{"end":{}}` at the end.
///
/// The objects are exactly those of the JSON Lines export.
struct RowLines: RowDocument {
    private let object: JSONRowWriter

    init(_ layout: Layout) { object = JSONRowWriter(layout.columns) }

    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        output.append("{\"row\":")
        object.write(row, into: &output)
        output.append("}\n")
    }

    func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        output.append(ending)
        return []
    }
}

/// Rows for an executable format that asks for editions: those of ``RowLines``, and before the rows of
/// each edition a line `{"edition":{…}}`.
struct EditionLines: Document {
    private let rows: RowLines

    init(_ layout: Layout) { rows = RowLines(layout) }

    func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault) {
        output.append(edition)
    }

    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        try rows.write(row, into: &output)
    }

    func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        try rows.finish(ending, into: &output)
    }
}
