public import BoxOffice

/// Writes one line: the cells of a row, what separates them, and the line end.
public struct CSVLine: RowWriter {
    private let kinds: [Column.Kind]
    private let style: CellStyle
    private let end: String

    init(_ kinds: [Column.Kind], _ style: CellStyle, end: String) {
        self.kinds = kinds
        self.style = style
        self.end = end
    }

    /// The same for the names of the columns: plugins choose them, too, so they are texts.
    var ofNames: CSVLine { CSVLine(kinds.map { _ in .text }, style, end: end) }

    /// Writes a line.
    public func write(_ row: Span<Value>, into output: inout ByteBuffer) {
        let indices = row.indices.prefix(kinds.count)
        var room = end.utf8.count
        for index in indices { room += style.room(for: row[index]) + 1 }
        output.append(room: room) { line in
            for index in indices {
                if index > 0 { line.append(style.delimiter) }
                style.write(
                    row[index], of: kinds[index], isAlone: kinds.count == 1, into: &line)
            }
            line.append(utf8: end)
        }
    }
}
