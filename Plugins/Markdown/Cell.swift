internal import BoxOffice

/// A cell of a table: its Markdown, and how wide that is.
struct Cell: Sendable {
    var text: String
    var width: Int
}

/// How values become Markdown.
struct CellWriter: Sendable {
    private let columns: [Column]
    private let marker: MarkerForm
    private let linksTitles: Bool
    private let document: DocumentDescription
    private let width: DisplayWidth
    private let code: Int?
    private let title: Int?
    private let thumbnail: Int?
    private let file: Int?

    init(_ layout: Layout, width: DisplayWidth) {
        columns = layout.columns
        marker = layout.options[MarkdownOption.marker].form(for: layout.medium)
        linksTitles = layout.options[MarkdownOption.titleLink]
        document = layout.document
        self.width = width
        code = layout.index(of: "movie_code")
        title = layout.index(of: "title")
        thumbnail = layout.index(of: "poster_thumbnail_url")
        file = layout.index(of: "poster_file")
    }

    /// Whether cells of `column` may be cut: what is left of a picture or a link would be none.
    static func isCuttable(_ column: Column, _ options: PluginOptions) -> Bool {
        switch column.name {
        case "poster_url": false
        case "title" where options[MarkdownOption.titleLink]: false
        default: column.kind == .text || column.kind == .list
        }
    }

    /// The cell at `index`.
    func cell(at index: Int, in row: Span<Value>) -> Cell {
        if columns[index].kind == .marker, case .text(let text) = row[index],
            RankChange.isMarker(text)
        {
            return Cell(text: marker(text), width: width(marker.visiblePart(of: text)))
        }
        let text = text(at: index, in: row)
        return Cell(text: text, width: width(text))
    }

    /// The Markdown of the value at `index`.
    func text(at index: Int, in row: Span<Value>) -> String {
        let column = columns[index]
        switch row[index] {
        case .missing where document.trend != nil: return "–"
        case .text(let text) where column.kind == .marker && RankChange.isMarker(text):
            return marker(text)
        case .text(let text) where column.name == "poster_url": return poster(at: text, in: row)
        case .text(let text) where column.name == "title": return title(text, in: row)
        case .text(let text): return MarkdownText.escaping(text)
        case .list(let items): return MarkdownText.escaping(items.joined(separator: ", "))
        case let value: return value.readable(as: column.kind)
        }
    }

    private func title(_ title: String, in row: Span<Value>) -> String {
        let text = MarkdownText.escaping(title)
        guard linksTitles, let code, case .text(let code) = row[code],
            let page = document.filmPage(of: code)
        else { return text }
        return MarkdownText.link(text, to: page)
    }

    /// The poster, which leads to its address: the file that is kept of it or, without one, its small
    /// form on the web.
    private func poster(at url: String, in row: Span<Value>) -> String {
        var description = ""
        if let title, case .text(let title) = row[title] {
            description = MarkdownText.escaping(title)
        }
        if let file, case .text(let file) = row[file], let base = document.linkBase {
            let picture = MarkdownText.image(description, inFile: base.link(to: file))
            return MarkdownText.link(picture, to: url)
        }
        var picture = url
        if let thumbnail, case .text(let thumbnail) = row[thumbnail] { picture = thumbnail }
        return MarkdownText.link(MarkdownText.image(description, at: picture), to: url)
    }
}
