internal import BoxOffice

/// A list of cards: a poster, the rank with its change, the title and the other figures.
struct CardRows: RowsWriter {
    private let cells: CellWriter
    private let figures: [Int]

    /// Lays out rows as cards.
    init(_ cells: CellWriter) {
        self.cells = cells
        figures = cells.columns.indices.filter { index in
            !["poster_url", "rank", "rank_marker", "title"].contains(cells.columns[index].name)
        }
    }

    func begin(under name: String, into output: inout ByteBuffer) {
        output.append("<ol class=\"cards\" aria-labelledby=\"\(name)\">\n")
    }

    func write(
        _ row: Span<Value>, _ posters: inout PosterImages, into output: inout ByteBuffer
    ) {
        output.append("<li>")
        if let column = posters.column {
            output.append("<div class=\"picture\">")
            cells.write(column, of: row, &posters, into: &output)
            output.append("</div>")
        }
        output.append("<p class=\"name\">")
        write("rank", as: "strong", of: row, into: &output)
        write("rank_marker", as: "small", of: row, into: &output)
        write("title", as: "b", of: row, into: &output)
        output.append("</p>")
        writeFigures(of: row, &posters, into: &output)
        output.append("</li>\n")
    }

    func end(into output: inout ByteBuffer) {
        output.append("</ol>\n")
    }

    /// Writes the value of the column `name`, if there is one, as an element.
    private func write(
        _ name: String, as element: String, of row: Span<Value>, into output: inout ByteBuffer
    ) {
        guard let index = cells.columns.firstIndex(where: { $0.name == name }) else { return }
        let html = cells.html(at: index, in: row)
        if !html.isEmpty { output.append("<\(element)>\(html)</\(element)> ") }
    }

    private func writeFigures(
        of row: Span<Value>, _ posters: inout PosterImages, into output: inout ByteBuffer
    ) {
        var isOpen = false
        for index in figures {
            let html = cells.html(at: index, in: row)
            guard !html.isEmpty else { continue }
            guard !cells.headers[index].isEmpty else {
                output.append("<p class=\"figures\">\(html)</p>")
                continue
            }
            output.append(isOpen ? "" : "<dl>")
            isOpen = true
            output.append("<div><dt>\(cells.headers[index])</dt><dd>\(html)</dd></div>")
        }
        if isOpen { output.append("</dl>") }
    }
}
