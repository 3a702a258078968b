internal import BoxOffice

/// Writes RECORD messages: a row each, and whether it is no longer there.
struct RecordMessage {
    /// The column that says whether a row of an earlier run is no longer there.
    static let isRemoved = Column("is_removed", "삭제됨", .boolean)

    private let beginning: String
    private let object: JSONRowWriter

    /// Prepares to write the rows of `relation`.
    init(_ relation: Relation) {
        var beginning = ByteBuffer()
        beginning.append(#"{"type":"RECORD","stream":"#)
        beginning.append(quoting: relation.name)
        beginning.append(#","record":"#)
        self.beginning = beginning.text
        object = JSONRowWriter(relation.columns.map(\.column) + [Self.isRemoved])
    }

    /// Writes the message of a row, whose last value is that of ``isRemoved``, and a line end.
    func write(_ row: Span<Value>, into output: inout ByteBuffer) {
        output.append(beginning)
        object.write(row, into: &output)
        output.append("}\n")
    }
}
