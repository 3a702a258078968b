/// Writes rows as JSON objects, whose keys are the columns' English names in their order.
///
/// JSON Lines and the protocol of external plugins have their rows from here, so that they are the
/// same to the byte. What is written is a promise and MUST NOT CHANGE.
package struct JSONRowWriter: Sendable {
    private let keys: [String]

    /// Prepares to write rows that have a value for each of `columns`.
    package init(_ columns: [Column]) {
        keys = columns.enumerated().map { place, column in
            var key = ByteBuffer()
            key.append(place == 0 ? "{" : ",")
            key.append(quoting: column.name)
            key.append(":")
            return key.text
        }
    }

    /// Writes one object, without a line end.
    package func write(_ row: Span<Value>, into output: inout ByteBuffer) {
        for place in keys.indices.prefix(row.count) {
            output.append(keys[place])
            output.append(json: row[place])
        }
        output.append("}")
    }
}
