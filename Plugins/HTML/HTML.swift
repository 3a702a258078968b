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
    /// The layouts of a page.
    enum Arrangement: String, CaseIterable {
        case table, cards, mail
    }

    static let layout = TypedOption.choice(
        "layout", of: Arrangement.self, default: .table,
        help: "a page with tables, a page with a card for each film, or a mail: tables and inline "
            + "styles only")
    static let chart = TypedOption.choice(
        "chart", of: Plot.Choice.self, default: .auto,
        help:
            "auto draws the ranks over up to 62 periods, the runs of up to 30 films, or the market; a mail "
            + "has no chart")
    static let title = TypedOption.text(
        "title", default: "",
        help: "the heading of the page; if empty, it says what the figures are")
    static let posters = TypedOption.choice(
        "posters", of: Picture.Choice.self, default: .embed,
        help: "pictures in the page, links to them, or none; a mail has links or none")

    /// The name `html` and the options of the format.
    public let manifest = Manifest(
        name: "html", summary: "a page with tables, posters and charts, or a mail",
        options: [
            layout.declaration, chart.declaration, title.declaration, posters.declaration,
            PlottedRows.value.declaration,
        ], korean: Self.korean)

    /// Text that is written as rows arrive.
    public let traits = FormatTraits(
        mediaType: "text/html", fileEndings: ["html"], tellsCurrency: true)

    /// Creates the format.
    public init() {}

    /// Returns the most readable columns for charts; of a poster, only the picture.
    public func defaultColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        let columns =
            options[HTML.layout] == .table ? usual.readable : usual.forCards
        let others = columns.filter { $0 != "poster_url" }
        guard columns.contains("poster_url"), HTML.shownPosters(options) != .none else {
            return others
        }
        // A poster comes before the title of its film.
        let index = others.firstIndex(of: "title") ?? others.endIndex
        return others[..<index] + ["poster_url"] + others[index...]
    }

    /// Returns the columns that the plots of ranks need, the title, which describes a poster, and the
    /// columns of other plots that readers do not get or that the user chose.
    public func unwrittenColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        let chosen = options.isGiven(PlottedRows.value.declaration.name)
        return ["movie_code", "rank"] + Plot.columnsOfFilms
            + usual.plotted(options).filter { chosen || !usual.readable.contains($0) }
    }

    /// Returns true if posters are embedded.
    public func showsPictures(_ options: PluginOptions) -> Bool {
        HTML.shownPosters(options) == .embed
    }

    /// Returns how posters are shown with these options; a mail has links, because mail programs do
    /// not show pictures that are embedded in its page.
    static func shownPosters(_ options: PluginOptions) -> Picture.Choice {
        options[layout] == .mail && options[posters] == .embed ? .link : options[posters]
    }

    /// Prepares a page; its headers are Korean if no language is chosen.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        PageDocument(layout)
    }
}
