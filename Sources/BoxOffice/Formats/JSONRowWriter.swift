/// Writes rows as JSON objects, with the columns' English names as keys, in the order of the
/// columns.
///
/// JSON Lines and the protocol of external plugins both use it, so their rows are identical to the
/// byte. The output is a promise and MUST NOT CHANGE.
package struct JSONRowWriter: Sendable {
    private let keys: [String]

    /// Prepares to write rows with a value for each of `columns`.
    package init(_ columns: [Column]) {
        keys = columns.enumerated().map { index, column in
            var key = ByteBuffer()
            key.append(index == 0 ? "{" : ",")
            key.append(quoting: column.name)
            key.append(":")
            return key.text
        }
    }

    /// Writes one object, without a line end.
    package func write(_ row: Span<Value>, into output: inout ByteBuffer) {
        for index in keys.indices.prefix(row.count) {
            output.append(keys[index])
            output.append(json: row[index])
        }
        output.append("}")
    }
}
