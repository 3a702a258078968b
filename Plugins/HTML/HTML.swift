public import BoxOffice

/// The HTML format, for people who read reports: one file with tables or cards, posters and plots.
///
/// Nothing is loaded from the network and no script runs. A page is readable on a phone, in print,
/// in dark mode and with a screen reader. With `layout=mail` it uses only what mail programs
/// support.
///
/// Rows are written as they arrive. All that is kept of them are the figures for a plot, which are
/// bounded (``Plot``), and the addresses of at most 1,000 posters.
public struct HTML: Format {
    /// The name `html` and the options of the format.
    public let manifest = Manifest(
        name: "html", summary: "a page with tables, posters and charts, or a mail",
        options: HTMLOption.declarations, korean: Self.korean)

    /// Text that is written as rows arrive.
    public let traits = FormatTraits(
        mediaType: "text/html", fileEndings: ["html"], tellsCurrency: true)

    /// Creates the format.
    public init() {}

    /// Returns the most readable columns for charts; of a poster, only the picture.
    public func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String] {
        let columns =
            options[HTMLOption.layout] == .table
            ? Column.ofReadableTable(usual) : Column.ofCards(usual)
        let others = columns.filter { $0 != "poster_url" }
        guard columns.contains("poster_url"), HTMLOption.shownPosters(options) != .none else {
            return others
        }
        // A poster comes before the title of its film.
        let index = others.firstIndex(of: "title") ?? others.endIndex
        return others[..<index] + ["poster_url"] + others[index...]
    }

    /// Returns the columns that the plots of ranks and of a market need, and the title, which
    /// describes a poster.
    public func unwrittenColumns(_ options: PluginOptions) -> [String] {
        ["movie_code", "title", "rank", "sales_at_least", "sales_at_most"]
    }

    /// Returns true if posters are embedded.
    public func showsPictures(_ options: PluginOptions) -> Bool {
        HTMLOption.shownPosters(options) == .embed
    }

    /// Prepares a page; its headers are Korean if no language is chosen.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        PageDocument(layout)
    }
}
