internal import BoxOffice
internal import SVG

/// The rows between two headings of a page: a table, which the style sheet turns into a list on a
/// narrow page, a list of cards, or a table with inline styles, which is all that mail programs
/// support.
struct PageRows {
    /// The posters of the rows.
    var posters: PosterImages
    private let arrangement: HTML.Arrangement
    private let columns: [Column]
    /// The headers, already escaped; empty if there are none.
    private let headers: [String]
    private let hasHeaders: Bool
    private let layout: Layout
    /// The HTML of the markers so far, because many rows have the same one.
    private var markers: [String: String] = [:]
    private let words: [[Value: String]]
    /// True if the table may be wider than any page.
    private let scrolls: Bool
    /// The tags around the header and the cells of each column.
    private let tags: [(header: String, start: String, end: String)]

    /// Lays out the rows of a document.
    init(_ layout: Layout) {
        let arrangement = layout.options[HTML.layout]
        let isMail = arrangement == .mail
        (self.layout, self.arrangement, columns) = (layout, arrangement, layout.columns)
        posters = PosterImages(layout)
        words = layout.words
        scrolls = arrangement == .table && ColumnStyle(layout).scrolls
        headers = layout.columns.map { column in
            let header = Markup.escaping(layout.readableHeader(of: column))
            // A long name may wrap after an underscore.
            return layout.header == .en && !isMail ? header.replacing("_", with: "_<wbr>") : header
        }
        hasHeaders = headers.contains { !$0.isEmpty }
        tags = layout.columns.map { column in
            let (name, scope) = column.name == "title" ? ("th", " scope=\"row\"") : ("td", "")
            guard isMail else { return ("<th scope=\"col\">", "<\(name)\(scope)>", "</\(name)>") }
            let style =
                "padding:4px 6px;border-bottom:1px solid #ddd;text-align:"
                + (column.isRightAligned ? "right" : "left")
            // A long word breaks instead of widening the table, but only in texts.
            let breaks = [.text, .list].contains(column.kind) && !column.isShortCode
            let isOne =
                column.hasBounds || column.kind == .date && layout.document.face?.days != nil
            let end =
                isOne
                ? ";white-space:nowrap" : breaks ? ";min-width:6em;overflow-wrap:anywhere" : ""
            let header = "\(style);color:#555;font-weight:normal;white-space:nowrap"
            let start = "<\(name)\(scope) style=\"\(style)\(end)\">"
            return ("<th scope=\"col\" style=\"\(header)\">", start, "</\(name)>")
        }
    }

    /// Writes the HTML before the first row; `name` is the id of the heading above the rows.
    func begin(under name: String, into output: inout ByteBuffer) {
        let label = "aria-labelledby=\"\(name)\""
        if arrangement == .cards { return output.append("<ol class=\"cards\" \(label)>\n") }
        if scrolls {
            output.append("<div class=\"scroll wide\" role=\"region\" tabindex=\"0\" \(label)>\n")
        }
        let style = "border-collapse:collapse;width:100%;max-width:600px;font-size:14px"
        output.append("<table \(arrangement == .mail ? "style=\"\(style)\"" : label)>\n")
        if hasHeaders {
            let cells = zip(tags, headers).map { "\($0.header)\($1)</th>" }
            output.append("<thead><tr>\(cells.joined())</tr></thead>\n")
        }
        output.append("<tbody>\n")
    }

    /// Writes a row or a card.
    mutating func write(
        _ row: Span<Value>, into output: inout ByteBuffer
    ) {
        if arrangement == .cards { return output.append(card(of: row)) }
        output.append("<tr>")
        for (index, tag) in tags.enumerated() {
            output.append(tag.start)
            output.append(html(at: index, in: row))
            output.append(tag.end)
        }
        output.append("</tr>\n")
    }

    /// Writes the HTML after the last row.
    func end(into output: inout ByteBuffer) {
        output.append(arrangement == .cards ? "</ol>\n" : "</tbody>\n</table>\n")
        if scrolls { output.append("</div>\n") }
    }

    /// Returns a card: a poster, the rank with its change, the title and the other figures.
    private mutating func card(of row: Span<Value>) -> String {
        var cells: [String] = []
        for index in columns.indices { cells.append(html(at: index, in: row)) }
        let picture = posters.column.map { "<div class=\"picture\">\(cells[$0])</div>" } ?? ""
        let heads = [("rank", "strong"), ("rank_marker", "small"), ("title", "b")]
        let head = heads.map { name, element in
            let html = columns.firstIndex { $0.name == name }.map { cells[$0] } ?? ""
            return html.isEmpty ? "" : "<\(element)>\(html)</\(element)> "
        }
        let apart = heads.map(\.0)
        var figures = ""
        for (index, html) in cells.enumerated()
        where !html.isEmpty && index != posters.column && !apart.contains(columns[index].name) {
            figures +=
                hasHeaders
                ? "<div><dt>\(headers[index])</dt><dd>\(html)</dd></div>"
                : "<p class=\"figures\">\(html)</p>"
        }
        if hasHeaders, !figures.isEmpty { figures = "<dl>\(figures)</dl>" }
        return "<li>\(picture)<p class=\"name\">\(head.joined())</p>\(figures)</li>\n"
    }

    /// Returns the HTML of the value at `index`.
    private mutating func html(at index: Int, in row: Span<Value>) -> String {
        if !words.isEmpty, let word = words[index][row[index]] { return word }
        let kind = columns[index].kind
        switch row[index] {
        case .missing: return ""
        case .text(let address) where index == posters.column:
            return posters.html(of: address, in: row)
        case .text(let text) where kind == .marker && RankChange.isMarker(text):
            if let html = markers[text] { return html }
            let html = marker(text)
            markers[text] = html
            return html
        case .text(let text): return Markup.escaping(text)
        case .list(let items): return Markup.escaping(items.joined(separator: ", "))
        case let value: return value.readable(as: kind)
        }
    }

    /// Returns a marker in its colour, with words for screen readers.
    private func marker(_ text: String) -> String {
        let colour = MarkerColour(of: text)
        if arrangement == .mail {
            return colour.map { "<span style=\"color:\($0.code)\">\(text)</span>" } ?? text
        }
        if text.isEmpty { return "" }
        let name = colour.map { " class=\"\($0 == .red ? "rise" : "fall")\"" } ?? ""
        let places = String(text.unicodeScalars.dropFirst())
        let words: String? =
            switch text.unicodeScalars.first {
            case "▲": layout.text(of: Message("html-up", "up \(places)"))
            case "▼": layout.text(of: Message("html-down", "down \(places)"))
            case "-": layout.text(of: Message("html-unchanged", "unchanged"))
            default: nil
            }
        let spoken = words.map { " role=\"img\" aria-label=\"\($0)\"" } ?? ""
        return "<span\(name)\(spoken)>\(text)</span>"
    }
}
