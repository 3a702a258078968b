public import BoxOffice

/// Markdown tables as GitHub has them (GFM), for readers: a heading and a table for every edition of
/// a chart, with coloured rank-change markers.
///
/// Whatever a text holds, it is read as itself: what Markdown or HTML would take for its own has a
/// backslash before it. Cells are padded by the widths of East Asian characters, so that the table
/// is one before it is rendered, too.
public struct Markdown: Exporter, ~Copyable {
    /// The name `markdown` and the options of the format.
    public static let manifest = Manifest(
        name: "markdown", summary: "Markdown tables (GFM) with coloured rank-change markers",
        options: [
            PluginOption(
                "marker", .choice(["auto", "ansi", "span", "math", "emoji", "plain"]),
                default: "auto",
                help: "how rank changes are coloured: auto is ansi on a terminal and span, which "
                    + "is HTML, elsewhere; GitHub shows math and emoji; ansi needs a terminal or "
                    + "--color always, else it is plain"),
            PluginOption(
                "layout", .choice(["table", "grid"]), default: "table",
                help: "a row for each film, or cards with posters"),
            PluginOption(
                "cards", .integer(1...20), default: "5", help: "how many cards stand in a row"),
            PluginOption(
                "title-link", .boolean, default: "false",
                help: "whether titles lead to the film's page at KOBIS"),
            PluginOption(
                "pad", .boolean, default: "true",
                help: "whether cells are padded to the width of their column"),
            PluginOption(
                "ambiguous-width", .choice(["1", "2"]), default: "1",
                help: "how wide characters such as ▲ and ○ are where it is looked at"),
        ])

    /// Text, a table when the rows of an edition are there.
    public static let traits = FormatTraits(
        mediaType: "text/markdown", fileEndings: ["md", "markdown"])

    private let columns: [Column]
    private let writer: CellWriter
    private let heading: Heading
    private let isKorean: Bool
    private var table: TableWriter
    /// The cards, where they are wanted instead of the table.
    private var grid: GridWriter?
    private var isFirst = true
    /// Whether a heading or a row has come that the table below it still waits for.
    private var isOpen = false
    private var hasRows = false

    /// Prepares a document; its headers are Korean where no language is chosen.
    public init(_ layout: Layout) throws(Fault) {
        let options = layout.options
        let width = DisplayWidth(ofAmbiguous: options["ambiguous-width"] == "2" ? 2 : 1)
        columns = layout.columns
        writer = CellWriter(layout, width: width)
        isKorean = layout.header != .en
        heading = Heading(isKorean: isKorean, escaping: MarkdownText.escaping)
        let headers = columns.map { column in
            let text =
                switch layout.header {
                case .none?: ""
                case .en?: column.name
                case .ko?, nil: column.shortKoreanHeader
                }
            return MarkdownText.escaping(text)
        }
        table = TableWriter(
            headers: headers.map { Cell(text: $0, width: width($0)) },
            alignments: columns.map { TableWriter.Alignment(of: $0.kind) },
            pads: options["pad"] == "true")
        if options["layout"] == "grid" {
            let perRow = Int(options["cards"]) ?? 5
            grid = GridWriter(columns: columns, headers: headers, perRow: perRow)
        }
    }

    /// Of a chart the columns that are read with pleasure; of a poster the picture.
    public static func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String] {
        let posterColumns = Set(Poster.table.dataset.columns.map(\.name)).subtracting(["poster_url"]
        )
        let usual = usual.filter { !posterColumns.contains($0) }
        guard usual.contains("rank"), usual.contains("rank_change") else { return usual }
        let ofChart = Set(ChartEntry.table.dataset.columns.map(\.name))
        let figures =
            options["layout"] == "grid"
            ? ["audience_count", "audience_total"]
            : [
                "open_date", "audience_count", "audience_total", "sales_amount", "sales_share",
                "screen_count", "show_count",
            ]
        return ["rank", "rank_marker", "title"] + figures
            + usual.filter { !ofChart.contains($0) }
    }

    /// The film's code, to which titles may lead, its title, which describes its poster, and the
    /// poster's small form.
    public static func unwrittenColumns(_ options: PluginOptions) -> [String] {
        ["movie_code", "title", "poster_thumbnail_url"]
    }

    /// Writes the heading of `edition`, with an empty line on both sides.
    public mutating func begin(
        _ edition: ChartEdition, into output: inout ByteBuffer
    ) throws(Fault) {
        close(into: &output)
        if !isFirst { output.append("\n") }
        isFirst = false
        output.append("## \(heading.text(of: edition))\n\n")
        isOpen = true
    }

    /// Writes one row, or one card.
    public mutating func write(
        _ row: Span<Value>, into output: inout ByteBuffer
    ) throws(Fault) {
        isFirst = false
        isOpen = true
        hasRows = true
        if grid != nil {
            grid?.write(row, by: writer, into: &output)
        } else {
            table.write(columns.indices.map { writer.cell(at: $0, in: row) }, into: &output)
        }
    }

    /// Ends the table; a document without a row and without a heading is an empty table.
    public consuming func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) {
        close(into: &output)
        if isFirst { finishBody(into: &output) }
    }

    /// Ends the table below the heading before, or says that it has no rows.
    private mutating func close(into output: inout ByteBuffer) {
        guard isOpen else { return }
        isOpen = false
        guard hasRows else {
            output.append(isKorean ? "자료가 없습니다.\n" : "There are no rows.\n")
            return
        }
        hasRows = false
        finishBody(into: &output)
    }

    private mutating func finishBody(into output: inout ByteBuffer) {
        if grid != nil {
            grid?.finish(into: &output)
        } else {
            table.finish(into: &output)
        }
    }
}
