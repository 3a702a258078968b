internal import BoxOffice

/// A picture that collects its rows and is drawn at the end.
final class SVGDocument: Document {
    private let layout: Layout
    private let facts: DocumentFacts
    private var plots: Plots
    /// The function that appends the picture to the output.
    private let appendPicture: (String, inout ByteBuffer) throws(Fault) -> Void

    /// Creates the picture of a layout.
    init(
        _ layout: Layout,
        writing write: @escaping (String, inout ByteBuffer) throws(Fault) -> Void
    ) {
        self.layout = layout
        appendPicture = write
        facts = DocumentFacts(layout)
        plots = Plots(layout) { Plot(drawnFor: layout, of: $0, showsBars: true) }
    }

    /// Selects the plot of the edition's source.
    func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault) {
        plots.begin(edition)
    }

    /// Keeps the figures of a row.
    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) { plots.add(row) }

    /// Notes whether the edition lacks rows, which a plot must not show as films that left.
    func end(
        _ edition: ChartEdition, _ state: EditionState, into output: inout ByteBuffer
    ) throws(Fault) {
        plots.end(state)
    }

    /// Draws a panel for each source that has figures.
    func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        for plot in plots.all { try plot.requireDrawable() }
        let width = Double(layout.options[SVG.width])
        let panels = plots.all.compactMap { plot in
            plot.drawing(width: width - 2 * Self.margin).map { (plot, $0) }
        }
        guard !panels.isEmpty else {
            throw Fault(
                .usage, "no-figures-to-plot", "the rows have no figures that make a plot")
        }
        let (title, captions) = headings(of: panels.map(\.0))
        let palette = layout.options[SVG.theme] == .dark ? Palette.dark : .light
        var y = Self.margin
        var content = ""
        func add(_ text: String, _ role: Label.Role) {
            for line in text.wrapped(to: width - 2 * Self.margin, as: role) {
                content += palette.text(
                    Label(text: line, x: Self.margin, y: y + role.height / 2, role: role))
                y += role.height
            }
        }
        add(title, .title)
        for ((_, drawing), caption) in zip(panels, captions) {
            y += 10
            add(caption, .caption)
            if !caption.isEmpty { y += 6 }
            let place = "translate(\(PathData.number(Self.margin)) \(PathData.number(y)))"
            content +=
                "<g transform=\"\(place)\">\n\(drawing.elements(in: palette))</g>\n"
            y += drawing.height
        }
        y += 10
        func text(_ line: DocumentFacts.Line) -> String { "\(line.label): \(line.text)" }
        add(facts.origin.map(text).joined(separator: " · "), .tick)
        for line in facts.provisional(ending) + facts.lines(of: plots.remarks.map(\.wording)) {
            add(text(line), .tick)
        }
        let size = [width, y + Self.margin].map(PathData.number)
        let description = panels.map(\.0.description).joined(separator: " ")
        try appendPicture(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(size[0])" height="\(size[1])" \
            viewBox="0 0 \(size[0]) \(size[1])" xml:lang="\(layout.header == .en ? "en" : "ko")" \
            role="img" fill="none" font-family="\(Self.fonts)">
            <title>\(Markup.escaping(title))</title>
            <desc>\(Markup.escaping(description))</desc>
            <rect width="\(size[0])" height="\(size[1])" fill="\(palette.paper)"/>
            \(content)</svg>

            """, &output)
        return plots.remarks
    }

    /// Returns the title of the picture, which the user may have set, and a caption for each of
    /// `plots`.
    private func headings(of plots: [Plot]) -> (title: String, captions: [String]) {
        let chosen = layout.options[SVG.title]
        var title = Heading(layout).title(of: layout.document)
        var captions = plots.map(\.title)
        if let plot = plots.first, let caption = plot.rows?.caption, plots.count == 1 {
            // Several lines are named beside them instead of in the title.
            if plot.rows?.isNamedInTitle == false { title = plot.title }
            let parts = [chosen.isBlank ? "" : title, layout.text(of: caption)]
            captions = [parts.filter { !$0.isEmpty }.joined(separator: ", ")]
        }
        if !chosen.isBlank { title = chosen }
        return (title, captions.map { Self.caption($0, under: title) })
    }

    /// Returns a caption without the first words that the title has, too: `순위` for
    /// `일별 박스오피스 순위`.
    private static func caption(_ caption: String, under title: String) -> String {
        let words = caption.split(separator: " ")
        let repeated = (0...words.count).last { count in
            let part = words.prefix(count).joined(separator: " ")
            return title.contains(part.hasSuffix(":") ? String(part.dropLast()) : part)
        }
        return words.dropFirst(repeated ?? 0).joined(separator: " ")
    }

    private static let margin = 16.0
    /// The fonts with Hangul on macOS, Windows and Linux.
    private static let fonts =
        "Apple SD Gothic Neo, Malgun Gothic, Noto Sans KR, Noto Sans CJK KR, NanumGothic, sans-serif"
}
