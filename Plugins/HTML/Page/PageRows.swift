internal import BoxOffice

/// The rows between two headings of a page: a table, which the style sheet makes a list of where the
/// page is narrow, a list of cards, or a table with inline styles, which is all that mail programs
/// understand.
struct PageRows: Sendable {
    private let arrangement: HTMLOption.Arrangement
    private let columns: [Column]
    /// The headers, which are texts of the page already; empty if there are none.
    private let headers: [String]
    /// What a poster is called, as a text of the page.
    private let poster: String
    /// The texts around the title of the film that a poster is of, and around the places that a film
    /// went up or down; worded once, because there is one in many rows.
    private let posterOf, up, down: (before: String, after: String)
    private let unchanged: String
    private let isOfRuns: Bool
    /// Whether the table may be wider than any page.
    private let scrolls: Bool
    /// The index of the title, written or not.
    private let title: Int?
    /// What stands around the header and around the cells of each column.
    private let tags: [(header: String, start: String, end: String)]

    /// Lays out the rows of a document.
    init(_ layout: Layout) {
        let arrangement = layout.options[HTMLOption.layout]
        (self.arrangement, columns) = (arrangement, layout.columns)
        poster = layout.text(of: Message("html-poster", "poster"))
        posterOf = layout.texts { Message("html-poster-of", "poster of \($0)") }
        up = layout.texts { Message("html-up", "up \($0)") }
        down = layout.texts { Message("html-down", "down \($0)") }
        unchanged = layout.text(of: Message("html-unchanged", "unchanged"))
        isOfRuns = layout.document.trend != nil
        scrolls = arrangement == .table && ColumnStyle(layout).scrolls
        title = layout.index(of: "title")
        headers = layout.columns.map { column in
            let header = HTMLText.escaping(column.readableHeader(layout.header))
            guard layout.header == .en, arrangement != .mail else { return header }
            // A long name may go on in the next line after an underscore.
            return header.split(separator: "_", omittingEmptySubsequences: false)
                .joined(separator: "_<wbr>")
        }
        tags = layout.columns.map { column in
            let isMail = arrangement == .mail
            let style =
                "padding:4px 6px;border-bottom:1px solid #ddd;text-align:"
                + (column.isRightAligned ? "right" : "left")
            // A long word breaks instead of widening the table, but only in texts.
            let breaks = column.kind == .text || column.kind == .list
            let end = breaks ? ";min-width:6em;overflow-wrap:anywhere" : ""
            let (name, scope) = column.name == "title" ? ("th", " scope=\"row\"") : ("td", "")
            let header = ";color:#555;font-weight:normal;white-space:nowrap"
            return (
                "<th scope=\"col\"\(isMail ? " style=\"\(style)\(header)\"" : "")>",
                "<\(name)\(scope)\(isMail ? " style=\"\(style)\(end)\"" : "")>", "</\(name)>"
            )
        }
    }

    /// Writes what comes before the first row.
    ///
    /// - Parameters:
    ///   - name: the id of the heading above them.
    ///   - output: where the HTML goes.
    func begin(under name: String, into output: inout ByteBuffer) {
        switch arrangement {
        case .cards:
            output.append("<ol class=\"cards\" aria-labelledby=\"\(name)\">\n")
            return
        case .table:
            if scrolls {
                output.append(
                    "<div class=\"scroll wide\" role=\"region\" tabindex=\"0\" "
                        + "aria-labelledby=\"\(name)\">\n")
            }
            output.append("<table aria-labelledby=\"\(name)\">\n")
        case .mail:
            output.append(
                "<table style=\"border-collapse:collapse;width:100%;max-width:600px;font-size:14px\">\n"
            )
        }
        if headers.contains(where: { !$0.isEmpty }) {
            output.append("<thead><tr>")
            for (tag, header) in zip(tags, headers) { output.append("\(tag.header)\(header)</th>") }
            output.append("</tr></thead>\n")
        }
        output.append("<tbody>\n")
    }

    /// Writes one row, or one card.
    func write(
        _ row: Span<Value>, _ posters: inout PosterImages, into output: inout ByteBuffer
    ) {
        guard arrangement != .cards else {
            return writeCard(row, &posters, into: &output)
        }
        output.append("<tr>")
        for (index, tag) in tags.enumerated() {
            output.append(tag.start)
            write(index, of: row, &posters, into: &output)
            output.append(tag.end)
        }
        output.append("</tr>\n")
    }

    /// Writes what comes after the last row.
    func end(into output: inout ByteBuffer) {
        output.append(arrangement == .cards ? "</ol>\n" : "</tbody>\n</table>\n")
        if scrolls { output.append("</div>\n") }
    }

    /// Writes a poster, the rank with its change, the title and the other figures.
    private func writeCard(
        _ row: Span<Value>, _ posters: inout PosterImages, into output: inout ByteBuffer
    ) {
        output.append("<li>")
        if let column = posters.column {
            output.append("<div class=\"picture\">")
            write(column, of: row, &posters, into: &output)
            output.append("</div>")
        }
        output.append("<p class=\"name\">")
        let heads = [("rank", "strong"), ("rank_marker", "small"), ("title", "b")]
        for (name, element) in heads {
            guard let index = columns.firstIndex(where: { $0.name == name }) else { continue }
            let html = html(at: index, in: row)
            if !html.isEmpty { output.append("<\(element)>\(html)</\(element)> ") }
        }
        output.append("</p>")
        var isOpen = false
        for (index, column) in columns.enumerated()
        where column.name != "poster_url" && !heads.contains(where: { $0.0 == column.name }) {
            let html = html(at: index, in: row)
            guard !html.isEmpty else { continue }
            guard !headers[index].isEmpty else {
                output.append("<p class=\"figures\">\(html)</p>")
                continue
            }
            output.append(isOpen ? "" : "<dl>")
            isOpen = true
            output.append("<div><dt>\(headers[index])</dt><dd>\(html)</dd></div>")
        }
        output.append(isOpen ? "</dl></li>\n" : "</li>\n")
    }

    /// Writes the value at `index`.
    private func write(
        _ index: Int, of row: Span<Value>, _ posters: inout PosterImages,
        into output: inout ByteBuffer
    ) {
        guard index == posters.column, case .text(let address) = row[index] else {
            output.append(html(at: index, in: row))
            return
        }
        var description = poster
        if let title, case .text(let title) = row[title], !title.isEmpty {
            let name = HTMLText.escaping(String(title.prefix(200)))
            description = posterOf.before + name + posterOf.after
        }
        posters.write(address, description: description, word: poster, into: &output)
    }

    /// The HTML of the value at `index`, other than a poster.
    private func html(at index: Int, in row: Span<Value>) -> String {
        let column = columns[index]
        switch row[index] {
        case .missing: return isOfRuns ? "–" : ""
        case .text(let text) where column.kind == .marker && RankChange.isMarker(text):
            return marker(text)
        case .text(let text): return HTMLText.escaping(text)
        case .list(let items): return HTMLText.escaping(items.joined(separator: ", "))
        case let value: return value.readable(as: column.kind)
        }
    }

    /// A marker in its colour, with words for those who hear it.
    private func marker(_ text: String) -> String {
        let colour = MarkerColour(of: text)
        if arrangement == .mail {
            return colour.map { "<span style=\"color:\($0.code)\">\(text)</span>" } ?? text
        }
        guard !text.isEmpty else { return "" }
        let name = colour.map { " class=\"\($0 == .red ? "rise" : "fall")\"" } ?? ""
        return text == "신작" || text == "진입"
            ? "<span\(name)>\(text)</span>"
            : "<span\(name) role=\"img\" aria-label=\"\(spoken(text))\">\(text)</span>"
    }

    /// `▲3` in words.
    private func spoken(_ marker: String) -> String {
        let places = String(marker.unicodeScalars.dropFirst())
        return switch marker.unicodeScalars.first {
        case "▲": up.before + places + up.after
        case "▼": down.before + places + down.after
        default: unchanged
        }
    }
}

extension Layout {
    /// The texts before and after the argument of a message.
    fileprivate func texts(around message: (String) -> Message) -> (before: String, after: String) {
        let mark: Character = "\u{0}"
        let text = text(of: message("\(mark)"))
        let end = text.firstIndex(of: mark) ?? text.endIndex
        return (String(text[..<end]), String(text[end...].dropFirst()))
    }
}
