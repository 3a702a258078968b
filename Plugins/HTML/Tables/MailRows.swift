internal import BoxOffice

/// A table with inline styles, which is all that mail programs understand.
struct MailRows: RowsWriter {
    private let cells: CellWriter
    /// The styles of the columns' headers and cells, and what those of cells have besides.
    private let starts: [String]
    private let ends: [String]

    /// Lays out rows as a table of a mail.
    init(_ cells: CellWriter) {
        self.cells = cells
        starts = cells.columns.map { column in
            "padding:4px 8px;border-bottom:1px solid #ddd;text-align:"
                + (column.isRightAligned ? "right" : "left")
        }
        // A long word breaks instead of widening the table, but only in texts.
        ends = cells.columns.map { column in
            column.kind == .text || column.kind == .list
                ? ";min-width:6em;overflow-wrap:anywhere" : ""
        }
    }

    func begin(under name: String, into output: inout ByteBuffer) {
        output.append("<table style=\"\(Self.style)\">\n")
        if cells.headers.contains(where: { !$0.isEmpty }) {
            output.append("<thead><tr>")
            for (start, header) in zip(starts, cells.headers) {
                output.append(
                    "<th scope=\"col\" style=\"\(start);color:#555;font-weight:normal;white-space:nowrap\">"
                        + "\(header)</th>")
            }
            output.append("</tr></thead>\n")
        }
        output.append("<tbody>\n")
    }

    private static let style =
        "border-collapse:collapse;width:100%;max-width:600px;font-size:14px"

    func write(
        _ row: Span<Value>, _ posters: inout PosterImages, into output: inout ByteBuffer
    ) {
        output.append("<tr>")
        for (index, start) in starts.enumerated() {
            let isHeader = index == cells.title
            output.append(isHeader ? "<th scope=\"row\" style=\"" : "<td style=\"")
            output.append("\(start)\(ends[index])\">")
            cells.write(index, of: row, &posters, into: &output)
            output.append(isHeader ? "</th>" : "</td>")
        }
        output.append("</tr>\n")
    }

    func end(into output: inout ByteBuffer) {
        output.append("</tbody>\n</table>\n")
    }
}
