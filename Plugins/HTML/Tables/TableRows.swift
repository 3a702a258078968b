internal import BoxOffice

/// A table with a row for each film; the style sheet makes a list of it where the page is narrow.
struct TableRows: RowsWriter {
    private let cells: CellWriter
    private let scrolls: Bool

    /// Lays out rows as a table.
    ///
    /// - Parameters:
    ///   - cells: how values become HTML.
    ///   - scrolls: whether the table may be wider than any page.
    init(_ cells: CellWriter, scrolls: Bool) {
        self.cells = cells
        self.scrolls = scrolls
    }

    func begin(under name: String, into output: inout ByteBuffer) {
        if scrolls {
            output.append(
                "<div class=\"scroll wide\" role=\"region\" tabindex=\"0\" "
                    + "aria-labelledby=\"\(name)\">\n")
        }
        output.append("<table aria-labelledby=\"\(name)\">\n")
        if cells.headers.contains(where: { !$0.isEmpty }) {
            output.append("<thead><tr>")
            for header in cells.headers { output.append("<th scope=\"col\">\(header)</th>") }
            output.append("</tr></thead>\n")
        }
        output.append("<tbody>\n")
    }

    func write(
        _ row: Span<Value>, _ posters: inout PosterImages, into output: inout ByteBuffer
    ) {
        output.append("<tr>")
        for index in cells.columns.indices {
            let isHeader = index == cells.title
            output.append(isHeader ? "<th scope=\"row\">" : "<td>")
            cells.write(index, of: row, &posters, into: &output)
            output.append(isHeader ? "</th>" : "</td>")
        }
        output.append("</tr>\n")
    }

    func end(into output: inout ByteBuffer) {
        output.append("</tbody>\n</table>\n")
        if scrolls { output.append("</div>\n") }
    }
}
