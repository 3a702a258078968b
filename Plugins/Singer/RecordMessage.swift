internal import BoxOffice

/// Writes RECORD messages: a row each.
struct RecordMessage {
    private let beginning: String
    private let object: JSONRowWriter

    /// Prepares to write the rows of `relation`.
    init(_ relation: Relation) {
        var beginning = ByteBuffer()
        beginning.append(#"{"type":"RECORD","stream":"#)
        beginning.append(quoting: relation.name)
        beginning.append(#","record":"#)
        self.beginning = beginning.text
        object = JSONRowWriter(relation.columns.map(\.column))
    }

    /// Writes the message of a row and a line end.
    func write(_ row: Span<Value>, into output: inout ByteBuffer) {
        output.append(beginning)
        object.write(row, into: &output)
        output.append("}\n")
    }
}
