internal import BoxOffice
internal import SVG

/// A page that is being written: its head, the sections with their headings and rows, the plots,
/// and the foot.
final class PageDocument: Document {
    private let layout: Layout
    private var facts: DocumentFacts
    private let heading: Heading
    private let isMail: Bool
    /// The heading of the page, escaped.
    private let title: String
    /// True if the heading of the page is also that of its only edition.
    private let hasOneEdition: Bool
    private var writer: PageRows
    private var plots: Plots
    private var sections = 0
    /// The id of the open section's heading.
    private var section: String?
    private var sectionHasRows = false
    /// The length of the rows so far, in bytes.
    private var length = 0

    /// Prepares a page with that layout.
    init(_ layout: Layout) {
        let options = layout.options
        self.layout = layout
        facts = DocumentFacts(layout)
        heading = Heading(layout, escaping: Markup.escaping)
        isMail = options[HTML.layout] == .mail
        let chosen = options[HTML.title]
        let usual =
            layout.document.face == nil
            ? facts.title.text : Heading(layout).title(of: layout.document)
        title = Markup.escaping(chosen.isBlank ? usual : chosen)
        hasOneEdition =
            layout.document.periods?.count == 1 && layout.document.regions.count < 2
            && !layout.document.hasSeveralFilters && !layout.document.joinsSources
            && chosen.isEmpty
        writer = PageRows(layout)
        let hasPlots = options[HTML.chart] == .auto && !isMail
        plots = Plots(layout) { hasPlots ? Plot(drawnFor: layout, of: $0) : nil }
    }

    /// Writes the head, and the heading with the source, currency and period of the figures.
    func begin(into output: inout ByteBuffer) throws(Fault) {
        let origin = (facts.origin + [facts.units].compactMap(\.self))
            .map { Markup.escaping(text(of: $0)) }.joined(separator: " · ")
        output.append(
            """
            <!DOCTYPE html>
            <html lang="\(layout.header == .en ? "en" : "ko")">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">

            """)
        guard !isMail else {
            output.append(
                """
                <title>\(title)</title>
                </head>
                <body style="margin:0;padding:16px;background:#fff;color:#222;line-height:1.4;\
                font-family:'Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',sans-serif">
                <div role="main">
                <h1 style="font-size:20px;margin:0">\(title)</h1>
                <p style="margin:4px 0 16px;color:#555">\(origin)</p>

                """)
            return
        }
        // Nothing is loaded and nothing runs, whatever a title may contain.
        output.append(
            """
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
            style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
            <title>\(title)</title>
            <style>
            \(PageStyle.rules)\(ColumnStyle(layout).rules)\(PageStyle.figures)</style>
            </head>
            <body>
            <main>
            <header>
            <h1 id="title">\(Self.keepingDates(in: title))</h1>
            <p>\(Self.keepingDates(in: origin))</p>
            </header>

            """)
    }

    /// Begins a section under the heading of `edition`.
    func begin(
        _ edition: ChartEdition, into output: inout ByteBuffer
    ) throws(Fault) {
        endSection(into: &output)
        writer.posters.forgetPictures()
        plots.begin(edition)
        facts.begin(edition)
        beginSection(hasOneEdition ? nil : heading.text(of: edition), into: &output)
    }

    /// Keeps the picture for the row of its film.
    func take(_ picture: Picture, at address: String) throws(Fault) {
        writer.posters.take(picture, at: address)
    }

    /// True if the page can take more pictures.
    var takesMorePictures: Bool { !writer.posters.isFull }

    /// Writes a row or a card.
    func write(
        _ row: Span<Value>, into output: inout ByteBuffer
    ) throws(Fault) {
        let before = output.count
        let section = section ?? beginSection(nil, into: &output)
        if !sectionHasRows { writer.begin(under: section, into: &output) }
        sectionHasRows = true
        facts.addRow()
        plots.add(row)
        writer.write(row, into: &output)
        length += output.count - before
    }

    /// Notes whether the edition lacks rows, which a plot must not show as films that left.
    func end(
        _ edition: ChartEdition, _ state: EditionState, into output: inout ByteBuffer
    ) throws(Fault) {
        plots.end(state)
    }

    /// Writes the plots and the foot, which lists missing data and explains the figures, and
    /// returns remarks on missing plots and on anything else left out of the page.
    func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        let remarks = ([writer.posters.remark] + plots.remarks + [remarkOnLength])
            .compactMap(\.self)
        if sections == 0 { beginSection(nil, into: &output) }
        endSection(into: &output)
        for plot in plots.all { Self.write(plot, into: &output) }
        let lines = facts.subject + facts.missing(ending) + facts.notes(ending, remarks)
        guard !isMail else {
            output.append("<p style=\"margin:24px 0 0;font-size:12px;color:#555\">\n")
            for line in lines { output.append("\(Markup.escaping(text(of: line)))<br>\n") }
            output.append("</p>\n</div>\n</body>\n</html>\n")
            return remarks
        }
        if !ending.missing.isEmpty {
            let warning = layout.text(
                of: Message(
                    "html-missing",
                    "Something is missing here (\(ending.missing.count)); see the list at the foot")
            )
            output.append("<p class=\"lacks\">\(warning).</p>\n")
        }
        output.append("</main>\n<footer>\n<dl>\n")
        var label = ""
        for line in lines {
            if line.label != label { output.append("<dt>\(Markup.escaping(line.label))</dt>\n") }
            label = line.label
            output.append("<dd>\(Markup.escaping(line.text))</dd>\n")
        }
        output.append("</dl>\n</footer>\n</body>\n</html>\n")
        return remarks
    }

    /// Writes the figure of a plot; nothing if there is nothing to draw.
    ///
    /// It is drawn twice, as wide as A4 paper and as a phone, and the style sheet shows the one that
    /// fits: shrinking one drawing would make its letters unreadable.
    static func write(_ plot: Plot, into output: inout ByteBuffer) {
        let drawings = [("wide", 700), ("narrow", 340)]
            .compactMap { name, width in plot.drawing(width: width).map { (name, $0) } }
        guard !drawings.isEmpty else { return }
        output.append(
            "<figure class=\"chart\"><figcaption>\(Markup.escaping(plot.title))</figcaption>\n")
        for (name, drawing) in drawings {
            output.append(
                """
                <svg class="\(name)" viewBox="0 0 \(drawing.size)" fill="none" role="img" \
                aria-label="\(Markup.escaping(plot.description))">
                \(drawing.elements(in: .named))</svg>

                """)
        }
        output.append("</figure>\n")
    }

    /// Returns the escaped text of a heading with its dates in elements that do not break after a
    /// hyphen.
    private static func keepingDates(in text: String) -> String {
        text.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}/) { "<span class=\"day\">\($0.output)</span>" }
    }

    /// Begins the section of an edition, or of all rows if there is no heading, and returns the id
    /// of the heading above the rows.
    @discardableResult
    private func beginSection(_ heading: String?, into output: inout ByteBuffer) -> String {
        sections += 1
        let name = heading == nil ? "title" : "part-\(sections)"
        section = name
        if !isMail { output.append(heading == nil ? "<div>\n" : "<section>\n") }
        let attributes = isMail ? "style=\"font-size:16px;margin:24px 0 8px\"" : "id=\"\(name)\""
        if let heading { output.append("<h2 \(attributes)>\(heading)</h2>\n") }
        return name
    }

    private func endSection(into output: inout ByteBuffer) {
        guard let name = section else { return }
        if sectionHasRows {
            writer.end(into: &output)
        } else {
            output.append("<p>\(layout.text(of: .documentEmpty)).</p>\n")
        }
        if !isMail { output.append(name == "title" ? "</div>\n" : "</section>\n") }
        (section, sectionHasRows) = (nil, false)
    }

    private func text(of line: DocumentFacts.Line) -> String { "\(line.label): \(line.text)" }

    /// The remark on a mail that is too long: Gmail cuts mails at 102 kB.
    private var remarkOnLength: Fault? {
        guard isMail, length > 98_000 else { return nil }
        return Fault(
            .notFound, "long-mail",
            "the mail has over \(length / 1000) kB, and some mail programs cut mails of more than 100 kB"
        )
    }
}
