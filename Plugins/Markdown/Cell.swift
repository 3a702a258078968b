internal import BoxOffice

/// What stands in one place of a table: its Markdown, and the room that takes.
struct Cell: Sendable {
    var text: String
    var width: Int
}

/// How values become Markdown.
struct CellWriter: Sendable {
    private let columns: [Column]
    private let marker: Marker
    private let linksTitles: Bool
    private let document: DocumentDescription
    private let width: DisplayWidth
    private let code: Int?
    private let title: Int?
    private let thumbnail: Int?

    init(_ layout: Layout, width: DisplayWidth) {
        columns = layout.columns
        marker = Self.marker(layout)
        linksTitles = layout.options["title-link"] == "true"
        document = layout.document
        self.width = width
        code = layout.index(of: "movie_code")
        title = layout.index(of: "title")
        thumbnail = layout.index(of: "poster_thumbnail_url")
    }

    /// The marker's form: colours of a terminal go nowhere else.
    private static func marker(_ layout: Layout) -> Marker {
        switch (layout.options["marker"], layout.medium) {
        case ("auto", .file): .span
        case ("auto", .terminal(colours: true)), ("ansi", .terminal(colours: true)): .ansi
        case ("auto", _), ("ansi", _): .plain
        case (let name, _): Marker(rawValue: name) ?? .plain
        }
    }

    /// The cell at `place`.
    func cell(at place: Int, in row: Span<Value>) -> Cell {
        if columns[place].kind == .marker, case .text(let text) = row[place],
            RankChange.isMarker(text)
        {
            return Cell(text: marker.form(of: text), width: width(marker.visiblePart(of: text)))
        }
        let text = text(at: place, in: row)
        return Cell(text: text, width: width(text))
    }

    /// The Markdown of the value at `place`.
    func text(at place: Int, in row: Span<Value>) -> String {
        let column = columns[place]
        switch row[place] {
        case .missing: return ""
        case .text(let text) where column.kind == .marker && RankChange.isMarker(text):
            return marker.form(of: text)
        case .text(let text) where column.name == "poster_url": return poster(at: text, in: row)
        case .text(let text) where column.name == "title": return title(text, in: row)
        case .text(let text): return MarkdownText.escaping(text)
        case .list(let items): return MarkdownText.escaping(items.joined(separator: ", "))
        case .integer(let integer):
            return column.kind.isGrouped ? integer.grouped(by: ",") : "\(integer)"
        case .percent(let percent): return "\(percent)%"
        case .fraction(let fraction): return "\(fraction)"
        case .boolean(let boolean): return boolean ? "true" : "false"
        case .date(let day): return "\(day)"
        }
    }

    private func title(_ title: String, in row: Span<Value>) -> String {
        let text = MarkdownText.escaping(title)
        guard linksTitles, let code, case .text(let code) = row[code],
            let page = document.filmPage(of: code)
        else { return text }
        return MarkdownText.link(text, to: page)
    }

    /// The poster's small form, which leads to the poster.
    private func poster(at url: String, in row: Span<Value>) -> String {
        var description = ""
        if let title, case .text(let title) = row[title] {
            description = MarkdownText.escaping(title)
        }
        var picture = url
        if let thumbnail, case .text(let thumbnail) = row[thumbnail] { picture = thumbnail }
        return MarkdownText.link(MarkdownText.image(description, at: picture), to: url)
    }
}
