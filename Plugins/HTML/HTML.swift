public import BoxOffice

/// Pages in HTML, for people who open a report: one file with tables or cards, posters and plots.
///
/// Nothing is loaded from anywhere and no script runs. A page is readable on a phone, in print, in
/// the dark and by a screen reader. With `layout=mail` it is what mail programs understand.
///
/// Rows are written as they come. What is kept of them are the figures that a plot is drawn of,
/// which are bounded (``Plot``), and the addresses of at most 1,000 posters.
public struct HTML: ChoosesColumns, ShowsPictures {
    /// The name `html` and the options of the format.
    public let manifest = Manifest(
        name: "html", summary: "a page with tables, posters and charts, or a mail",
        options: HTMLOption.declarations, korean: Self.korean)

    /// Text that is written with the rows.
    public let traits = FormatTraits(
        mediaType: "text/html", fileEndings: ["html"], tellsCurrency: true)

    /// Makes the format.
    public init() {}

    /// For charts, the most readable columns; of a poster, only the picture.
    public func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String] {
        let columns =
            options[HTMLOption.layout] == .table
            ? Column.ofReadableTable(usual) : Column.ofCards(usual)
        let others = columns.filter { $0 != "poster_url" }
        guard columns.contains("poster_url"), HTMLOption.shownPosters(options) != .none else {
            return others
        }
        // A poster stands before the title that it belongs to.
        let index = others.firstIndex(of: "title") ?? others.endIndex
        return others[..<index] + ["poster_url"] + others[index...]
    }

    /// What the plots of ranks and of a market are made of, and the title, which describes a poster.
    public func unwrittenColumns(_ options: PluginOptions) -> [String] {
        ["movie_code", "title", "rank", "sales_at_least", "sales_at_most"]
    }

    /// Whether posters are embedded.
    public func showsPictures(_ options: PluginOptions) -> Bool {
        HTMLOption.shownPosters(options) == .embed
    }

    /// Prepares a page; its headers are Korean if no language is chosen.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        PageDocument(layout)
    }
}
