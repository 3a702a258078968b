internal import BoxOffice

/// A cell of a table: its Markdown and its display width.
struct Cell: Sendable {
    var text: String
    var width: Int
}

/// The writer of values as Markdown.
struct CellWriter: Sendable {
    /// The source of the rows, to whose film pages titles link.
    var source: FigureSource
    private let layout: Layout
    private let marker: Markdown.Marker
    private let linksTitles: Bool
    private let words: [[Value: String]]
    private let width: DisplayWidth

    init(_ layout: Layout, width: DisplayWidth) {
        self.layout = layout
        words = layout.words
        self.width = width
        source = layout.document.source("")
        marker = layout.options[Markdown.marker].form(for: layout.medium)
        linksTitles = layout.options[Markdown.titleLink]
    }

    /// Returns the cell at `index`.
    func cell(at index: Int, in row: Span<Value>) -> Cell {
        let text = text(at: index, in: row)
        // The codes that colour a marker on a terminal have no width.
        guard marker == .ansi, layout.columns[index].kind == .marker,
            case .text(let seen) = row[index], RankChange.isMarker(seen)
        else { return Cell(text: text, width: width(text)) }
        return Cell(text: text, width: width(seen))
    }

    /// Returns the Markdown of the value at `index`.
    func text(at index: Int, in row: Span<Value>) -> String {
        if !words.isEmpty, let word = words[index][row[index]] { return word }
        let column = layout.columns[index]
        switch row[index] {
        case .text(let text) where column.kind == .marker && RankChange.isMarker(text):
            return marker(text)
        case .text(let text) where column.name == "poster_url": return poster(at: text, in: row)
        case .text(let text) where column.name == "title": return title(text, in: row)
        // A `~` by itself strikes nothing through.
        case .text(let text) where column.hasBounds: return text
        case .text(let text): return MarkdownText.escaping(text)
        case .list(let items): return MarkdownText.escaping(items.joined(separator: ", "))
        case let value: return value.readable(as: column.kind)
        }
    }

    private func title(_ title: String, in row: Span<Value>) -> String {
        let text = MarkdownText.escaping(title)
        guard linksTitles, let code = layout.text(of: "movie_code", in: row),
            let page = source.filmPage(of: code)
        else { return text }
        return MarkdownText.link(text, to: page)
    }

    /// Returns the poster as a link to its address, showing the kept file or, without one, the
    /// thumbnail on the web.
    private func poster(at url: String, in row: Span<Value>) -> String {
        let description = MarkdownText.escaping(layout.text(of: "title", in: row) ?? "")
        if let file = layout.text(of: "poster_file", in: row), let base = layout.document.linkBase {
            return MarkdownText.link("![\(description)](\(base.link(to: file)))", to: url)
        }
        let thumbnail = layout.text(of: "poster_thumbnail_url", in: row) ?? url
        let picture = MarkdownText.destination(thumbnail).map { "![\(description)](\($0))" }
        return MarkdownText.link(picture ?? description, to: url)
    }
}

/// The functions for literal text in a table cell or on one line.
enum MarkdownText {
    /// Returns `text` with a backslash before everything that Markdown or HTML would interpret.
    ///
    /// The text is on one line, because a cell has only one (``Swift/String/inOneLine``). Some
    /// renderers turn an address with `@` into a link; nothing in Markdown prevents that.
    static func escaping(_ text: String) -> String {
        var escaped = ""
        for scalar in text.inOneLine.unicodeScalars {
            switch scalar {
            case "\\", "|", "*", "_", "~", "[", "]", "<", "&", "$", "#", "`":
                escaped += "\\\(scalar)"
            case "/" where escaped.hasSuffix(":"):
                // `http://` would become a link.
                escaped.removeLast()
                escaped += "\\:/"
            case "." where escaped.suffix(3).lowercased() == "www":
                escaped += "\\."
            default:
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns a link to `url` that shows `text`, which is Markdown; only the text if `url` is not
    /// a web address.
    static func link(_ text: String, to url: String) -> String {
        destination(url).map { "[\(text)](\($0))" } ?? text
    }

    /// Returns `url` with everything percent-encoded that could end it, or nil if it is not a web
    /// address.
    static func destination(_ url: String) -> String? {
        guard url.hasPrefix("https://") || url.hasPrefix("http://") else { return nil }
        var destination = ""
        for byte in url.utf8 {
            switch byte {
            case UInt8(ascii: "&"): destination += "&amp;"
            case _ where byte <= 0x20 || byte >= 0x7F || "()<>[]\\|`\"$*'{}".utf8.contains(byte):
                destination += byte.percentEncoded
            default: destination.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return destination
    }
}
