/// Writes rows as JSON objects, with the columns' English names as keys, in the order of the
/// columns.
///
/// JSON Lines and the protocol of external plugins both use it, so their rows are identical to the
/// byte. The output is a promise and MUST NOT CHANGE.
package struct JSONRowWriter: Sendable {
    /// What stands before the values, such as `,"rank":`, one behind the other; and a block of spaces,
    /// so that the last one, too, can be copied as a block.
    private let keys: [UInt8]
    /// Where the part of `keys` for each value ends.
    private let ends: [Int]

    /// Prepares to write rows with a value for each of `columns`.
    package init(_ columns: [Column]) {
        var keys = ByteBuffer()
        ends = columns.enumerated().map { index, column in
            keys.append(index == 0 ? "{" : ",")
            keys.append(quoting: column.name)
            keys.append(":")
            return keys.count
        }
        keys.append(String(repeating: " ", count: OutputSpan<UInt8>.block))
        self.keys = keys.taken()
    }

    /// Writes one object, without a line end.
    package func write(_ row: Span<Value>, into output: inout ByteBuffer) {
        let (keys, ends) = (keys.span, ends.span)
        let count = min(ends.count, row.count)
        var room = keys.count + 1
        for index in 0..<count { room += row[index].roomInJSON }
        output.append(room: room) { object in
            var start = 0
            for index in 0..<count {
                object.append(start..<ends[index], of: keys)
                object.append(json: row[index])
                start = ends[index]
            }
            object.append(UInt8(ascii: "}"))
        }
    }
}
