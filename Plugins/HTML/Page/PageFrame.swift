internal import BoxOffice

/// What stands around the rows of a page: its head, headings and foot.
struct PageFrame: Sendable {
    private let layout: Layout
    private let facts: DocumentFacts
    private let isMail: Bool
    /// The heading of the page.
    private let title: String

    /// Describes the page of that layout.
    init(_ layout: Layout) {
        self.layout = layout
        facts = DocumentFacts(layout)
        isMail = layout.options[HTMLOption.layout] == .mail
        let chosen = layout.options[HTMLOption.title]
        let usual =
            layout.document.trend == nil
            ? facts.title.text : Heading(layout).title(of: layout.document)
        let isBlank = chosen.unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.generalCategory == .format
        }
        title = HTMLText.escaping(isBlank ? usual : chosen)
    }

    /// Writes the head, and the heading with the source and the period of the figures.
    func begin(into output: inout ByteBuffer) {
        output.append(
            "<!DOCTYPE html>\n<html lang=\"\(layout.header == .en ? "en" : "ko")\">\n<head>\n")
        output.append("<meta charset=\"utf-8\">\n")
        output.append(
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        if !isMail {
            // Nothing is loaded and nothing runs, whatever a title may contain.
            output.append(
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                    + "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
                    + "form-action 'none'\">\n")
        }
        output.append("<title>\(title)</title>\n")
        if isMail {
            output.append("</head>\n<body style=\"\(Self.styleOfMail)\">\n")
            output.append("<div role=\"main\">\n")
            output.append("<h1 style=\"font-size:20px;margin:0\">\(title)</h1>\n")
            output.append("<p style=\"margin:4px 0 16px;color:#555\">\(origin)</p>\n")
        } else {
            output.append("<style>\n\(PageStyle.rules)\(ColumnStyle(layout).rules)")
            output.append("\(PlotStyle.rules)</style>\n</head>\n<body>\n<main>\n")
            output.append("<header>\n<h1 id=\"\(Self.nameOfTitle)\">\(title)</h1>\n")
            output.append("<p>\(origin)</p>\n</header>\n")
        }
    }

    /// Begins the section of an edition, or of all rows if there is no heading.
    ///
    /// - Parameters:
    ///   - heading: the heading, as a text of the page; nil if that of the page says the same.
    ///   - number: the number of the section in the page, from 1 up.
    ///   - output: where the HTML goes.
    /// - Returns: the id of the heading that the rows stand under.
    func beginSection(
        _ heading: String?, number: Int, into output: inout ByteBuffer
    ) -> String {
        if !isMail { output.append(heading == nil ? "<div>\n" : "<section>\n") }
        guard let heading else { return Self.nameOfTitle }
        let name = "part-\(number)"
        output.append(
            isMail
                ? "<h2 style=\"font-size:16px;margin:24px 0 8px\">\(heading)</h2>\n"
                : "<h2 id=\"\(name)\">\(heading)</h2>\n")
        return name
    }

    /// Ends a section.
    ///
    /// - Parameters:
    ///   - name: the id of the heading that its rows stand under.
    ///   - hasRows: whether there were rows in it.
    ///   - output: where the HTML goes.
    func endSection(_ name: String, hasRows: Bool, into output: inout ByteBuffer) {
        if !hasRows { output.append("<p>\(layout.text(of: .documentEmpty)).</p>\n") }
        if !isMail { output.append(name == Self.nameOfTitle ? "</div>\n" : "</section>\n") }
    }

    /// Writes what is missing, and the foot with what the figures are.
    ///
    /// - Parameters:
    ///   - ending: what the document lacks.
    ///   - rows: how many rows it has.
    ///   - remarks: what else readers should know.
    ///   - output: where the HTML goes.
    func finish(
        _ ending: DocumentEnding, rows: Int, _ remarks: [Fault], into output: inout ByteBuffer
    ) {
        let lines = facts.subject + facts.missing(ending, rows: rows) + facts.notes(remarks)
        if isMail {
            output.append("<p style=\"margin:24px 0 0;font-size:12px;color:#555\">\n")
            for line in lines { output.append("\(HTMLText.escaping(text(of: line)))<br>\n") }
            output.append("</p>\n</div>\n</body>\n</html>\n")
            return
        }
        if !ending.missing.isEmpty {
            output.append("<p class=\"lacks\">\(warning(of: ending.missing))</p>\n")
        }
        output.append("</main>\n<footer>\n<dl>\n")
        for (index, line) in lines.enumerated() {
            if index == 0 || lines[index - 1].label != line.label {
                output.append("<dt>\(HTMLText.escaping(line.label))</dt>\n")
            }
            output.append("<dd>\(HTMLText.escaping(line.text))</dd>\n")
        }
        output.append("</dl>\n</footer>\n</body>\n</html>\n")
    }

    /// Where the figures are from, for which days, and what they are narrowed to.
    private var origin: String {
        facts.origin.map { HTMLText.escaping(text(of: $0)) }.joined(separator: " · ")
    }

    private func text(of line: DocumentFacts.Line) -> String { "\(line.label): \(line.text)" }

    /// The sentence at the top of a page that lacks something.
    private func warning(of missing: [Fault]) -> String {
        layout.text(
            of: Message(
                "html-missing",
                "Something is missing here (\(missing.count)); see the list at the foot")) + "."
    }

    private static let nameOfTitle = "title"
    private static let styleOfMail =
        "margin:0;padding:16px;background:#fff;color:#222;line-height:1.4;"
        + "font-family:'Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',sans-serif"
}
