public import BoxOffice

/// The SVG format: the plot of a page as a picture file, for use in papers and articles.
///
/// Ranks over several periods are a bump chart, a single chart has bars, and rows made from charts have
/// lines or bands. Texts stay texts, nothing is loaded or linked, and each element is styled by attributes,
/// so that browsers, drawing programs and converters show the same picture.
public struct SVG: Format {
    /// The paper that a picture is for.
    enum Theme: String, CaseIterable {
        case light, dark
    }

    static let title = TypedOption.text(
        "title", default: "",
        help: "the heading of the picture; if empty, it says what the figures are")
    static let width = TypedOption.integer(
        "width", in: 320...2000, default: Int(Drawing.width),
        help: "the width in pixels; the height follows from the plot, and letters keep their size")
    static let theme = TypedOption.choice(
        "theme", of: Theme.self, default: .light, help: "for a light or a dark background")

    /// The name `svg` and the options of the format.
    public let manifest = Manifest(
        name: "svg", summary: "the chart alone as a picture, with texts as text",
        options: [
            title.declaration, width.declaration, theme.declaration, PlottedRows.value.declaration,
        ], korean: Self.korean)

    /// A text format without streaming: the picture is written at the end.
    public let traits = FormatTraits(
        mediaType: "image/svg+xml", fileEndings: ["svg"], isStreaming: false, tellsCurrency: true,
        writesColumns: false)

    /// Creates the format.
    public init() {}

    /// Returns the names of the columns that the plots are drawn from.
    public func unwrittenColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        ["rank", "movie_code", "audience_count", "sales_amount"] + Plot.columnsOfFilms
            + usual.plotted(options)
    }

    /// Checks that there is something to plot, and not more periods or films than can be told apart.
    public func check(_ layout: Layout) throws(Fault) {
        for source in layout.document.figures {
            guard let plot = Plot(drawnFor: layout, of: source, showsBars: true) else {
                throw Fault(
                    .usage, "nothing-to-plot",
                    "\(layout.options.manifest.name) can draw only charts, runs (trend) and a market of several rows of one length"
                )
            }
            try plot.requireDrawable()
        }
    }

    /// Prepares a picture; its texts are Korean if no language is chosen.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        document(layout) { picture, output in output.append(picture) }
    }

    /// Prepares a picture that `write` appends in the form of another format.
    package func document(
        _ layout: Layout,
        writing write: @escaping (String, inout ByteBuffer) throws(Fault) -> Void
    ) -> any Document {
        SVGDocument(layout, writing: write)
    }
}
