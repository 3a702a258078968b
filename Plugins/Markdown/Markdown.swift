public import BoxOffice

/// The Markdown format, for readers: a heading and a table (GFM) for every edition of a chart, with
/// coloured rank-change markers.
///
/// Every text is shown literally: a backslash comes before anything that Markdown or HTML would
/// interpret. Cells are padded by the widths of East Asian characters, so that the table is also
/// readable before it is rendered.
public struct Markdown: Format {
    /// The layouts of a chart's films.
    enum Arrangement: String, CaseIterable {
        case table, grid
    }

    /// The widths of characters whose width is ambiguous.
    enum AmbiguousWidth: String, CaseIterable {
        case narrow = "1"
        case wide = "2"
    }

    /// The forms of a rank-change marker.
    ///
    /// All are legible without colour, because the sign shows the direction.
    enum Marker: String, CaseIterable {
        /// The form that suits the medium.
        case auto
        /// Terminal colours.
        case ansi
        /// Colours of a web page; the renderer of the Markdown must allow HTML.
        case span
        /// A formula, which GitHub shows in colour.
        case math
        /// Coloured circles before the marker: in Unicode, all triangles that point down are red.
        case emoji
        /// No colours.
        case plain

        /// Returns the form for `medium`: terminal colours are written to terminals only.
        func form(for medium: Layout.Medium) -> Marker {
            switch self {
            case .auto where medium == .file: .span
            case .auto, .ansi: medium.hasColours ? .ansi : .plain
            case .span, .math, .emoji, .plain: self
            }
        }

        /// Returns `marker` (`▲3`, `▼2`, `-`, `신작`), for which `RankChange.isMarker` is true, in
        /// this form.
        func callAsFunction(_ marker: String) -> String {
            guard let colour = MarkerColour(of: marker) else { return marker }
            let isRed = colour == .red
            return switch self {
            case .ansi: "\u{1B}[\(isRed ? 31 : 34)m\(marker)\u{1B}[0m"
            case .span: "<span style=\"color:\(colour)\">\(marker)</span>"
            case .math: "$\\color{\(colour)}{\\text{\(marker)}}$"
            case .emoji: "\(isRed ? "🔴" : "🔵")\(marker)"
            case .auto, .plain: marker
            }
        }
    }

    static let marker = TypedOption.choice(
        "marker", of: Marker.self, default: .auto,
        help: "how rank changes are coloured: auto is ansi on a terminal and span, which "
            + "is HTML, elsewhere; GitHub shows math and emoji; ansi needs a terminal or "
            + "--color always, else it is plain")
    static let layout = TypedOption.choice(
        "layout", of: Arrangement.self, default: .table,
        help: "a row for each film, or cards with posters")
    static let cards = TypedOption.integer(
        "cards", in: 1...20, default: 5, help: "how many cards stand in a row")
    static let titleLink = TypedOption.boolean(
        "title-link", default: false, help: "whether titles lead to the film's page at KOBIS")
    static let pad = TypedOption.boolean(
        "pad", default: true, help: "whether cells are padded to the width of their column")
    static let ambiguousWidth = TypedOption.choice(
        "ambiguous-width", of: AmbiguousWidth.self, default: .narrow,
        help: "the display width of characters such as ▲ and ○")

    /// The summary of the format, the options and the texts in Korean.
    static let korean = [
        "summary": "마크다운 표 (GFM), 순위 변동에 색 사용",
        "option.marker":
            "순위 변동의 색: auto는 터미널에서 ansi, 그 밖에는 HTML인 span입니다. GitHub에서는 math와 emoji의 색이 보입니다. ansi는 터미널이나 --color always에서만 쓰이고, 그 밖에는 plain이 됩니다",
        "option.layout": "영화마다 한 행(table) 또는 포스터 카드(grid)",
        "option.cards": "한 줄에 놓을 카드 수",
        "option.title-link": "제목에 KOBIS 영화 페이지 링크를 걸지 여부",
        "option.pad": "칸을 공백으로 채워 열의 너비를 맞출지 여부",
        "option.ambiguous-width": "▲, ○ 같은 문자가 화면에서 차지하는 너비",
        "markdown-left-out": "화면이 좁아 생략한 열: {1}", "markdown-each": ", {1}씩",
    ]

    /// The name `markdown` and the options of the format.
    public let manifest = Manifest(
        name: "markdown", summary: "Markdown tables (GFM) with coloured rank-change markers",
        options: [
            marker.declaration, layout.declaration, cards.declaration, titleLink.declaration,
            pad.declaration, ambiguousWidth.declaration,
        ], korean: Self.korean)

    /// Text, written one edition's table at a time.
    public let traits = FormatTraits(
        mediaType: "text/markdown", fileEndings: ["md", "markdown"], tellsCurrency: true)

    /// Creates the format.
    public init() {}

    /// Returns the most readable columns for charts; of a poster, only the picture.
    public func defaultColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        switch options[Markdown.layout] {
        case .table: usual.readable
        case .grid: usual.forCards
        }
    }

    /// Returns the film's code, for links from titles, its title, which describes its poster, and
    /// the poster's thumbnail and file.
    public func unwrittenColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        ["movie_code", "title", "poster_thumbnail_url", "poster_file"]
    }

    /// Prepares a document; its headers are Korean if no language is chosen.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        try MarkdownDocument(layout)
    }
}

/// A document of headings and tables.
private struct MarkdownDocument: Document {
    /// The part that was written last.
    private enum Part {
        case none, heading, row, table
    }

    private var writer: CellWriter
    private let heading: Heading
    private let layout: Layout
    private let measure: DisplayWidth
    /// The number of columns of the terminal; nil if unknown, or if the document is not for one.
    private let terminalWidth: Int?
    private var table: TableWriter
    /// The cards, if they replace the table.
    private var grid: GridWriter?
    private var last = Part.none
    /// The line with the currency of the amounts, until it is written.
    private var currency: DocumentFacts.Line?
    /// The lines of blocks below the table; nil if there are none.
    private var blocks: BlockLines?

    init(_ layout: Layout) throws(Fault) {
        let options = layout.options
        measure = DisplayWidth(ofAmbiguous: options[Markdown.ambiguousWidth] == .narrow ? 1 : 2)
        terminalWidth = if case .terminal(_, let columns) = layout.medium { columns } else { nil }
        writer = CellWriter(layout, width: measure)
        self.layout = layout
        heading = Heading(layout, escaping: MarkdownText.escaping)
        let headers = layout.columns.map { MarkdownText.escaping(layout.readableHeader(of: $0)) }
        table = TableWriter(layout, headers, measure: measure)
        currency = DocumentFacts(layout).currency
        blocks = terminalWidth.flatMap { BlockLines(layout, width: $0, measure: measure) }
        if options[Markdown.layout] == .grid {
            grid = GridWriter(
                columns: layout.columns, headers: headers, perRow: options[Markdown.cards])
        }
    }

    /// Writes the main notes on rows that are made of several charts and, if all are about the same
    /// days, their title.
    mutating func begin(into output: inout ByteBuffer) throws(Fault) {
        let hasDays = layout.document.face?.days != nil
        if hasDays { output.append("## \(heading.title(of: layout.document))\n\n") }
        for note in DocumentFacts(layout).notes().prefix(layout.document.mainNotes) {
            output.append("\(folded(note))\n\n")
        }
        guard hasDays else { return }
        tellCurrency(into: &output)
        last = .heading
    }

    /// Writes the heading of `edition`, with an empty line on both sides, and the currency below
    /// the first heading.
    mutating func begin(
        _ edition: ChartEdition, into output: inout ByteBuffer
    ) throws(Fault) {
        close(into: &output)
        if last != .none { output.append("\n") }
        var text = heading.text(of: edition)
        if let terminalWidth, measure("## \(text)") > terminalWidth {
            text = heading.shortText(of: edition)
        }
        output.append("## \(text)\n\n")
        tellCurrency(into: &output)
        writer.source = layout.document.source(edition.source)
        last = .heading
    }

    private mutating func tellCurrency(into output: inout ByteBuffer) {
        if let line = currency.take() { output.append("\(line.label): \(line.text)\n\n") }
    }

    /// Writes a row or a card.
    mutating func write(
        _ row: Span<Value>, into output: inout ByteBuffer
    ) throws(Fault) {
        if last == .none { tellCurrency(into: &output) }
        last = .row
        blocks?.add(row)
        if grid?.write(row, by: writer, into: &output) == nil {
            table.write(layout.columns.indices.map { writer.cell(at: $0, in: row) }, into: &output)
        }
    }

    /// Ends the table; a document without rows and headings is an empty table.
    mutating func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        close(into: &output)
        if last == .none { finishBody(into: &output) }
        if let terminalWidth, !table.leftOut.isEmpty {
            let names = table.leftOut.joined(separator: ", ")
            let text = layout.text(of: Message("markdown-left-out", "Too narrow for: \(names)"))
            output.append("\n\(TerminalFit.cut(text, to: terminalWidth, by: measure).text)\n")
        }
        blocks?.write(into: &output)
        let notes = DocumentFacts(layout).notes().dropFirst(layout.document.mainNotes)
        for note in notes where layout.document.face?.hasNotesBelow == true {
            output.append("\n\(folded(note))\n")
        }
        return []
    }

    /// Returns a note, wrapped at word boundaries for a terminal.
    private func folded(_ note: DocumentFacts.Line) -> String {
        let text = "\(note.label): \(note.text)"
        guard let terminalWidth else { return text }
        return text.split(separator: " ").inLines { measure($0) <= terminalWidth }
            .joined(separator: "\n")
    }

    /// Ends the table below the last heading, or writes that it has no rows.
    private mutating func close(into output: inout ByteBuffer) {
        switch last {
        case .none, .table: return
        case .heading: output.append("\(layout.text(of: .documentEmpty)).\n")
        case .row: finishBody(into: &output)
        }
        last = .table
    }

    private mutating func finishBody(into output: inout ByteBuffer) {
        if grid?.finish(into: &output) == nil { table.finish(into: &output) }
    }
}
