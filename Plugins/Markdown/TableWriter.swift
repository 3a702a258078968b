internal import BoxOffice

/// A table that is written row by row.
///
/// If its columns are padded, the first rows are held back until their widths are known. Later rows
/// do not make a column wider.
struct TableWriter {
    private var headers: [Cell]
    private let alignments: [Alignment]
    private let pads: Bool
    private let fit: TerminalFit?
    private let measure: DisplayWidth
    private var held: [[Cell]] = []
    /// The widths of the columns once they are known; nil for a column that is left out.
    private var widths: [Int?]?
    /// The headers of the columns that were left out of a table.
    private(set) var leftOut: [String] = []

    enum Alignment {
        case left, right, centre

        init(of column: Column) {
            self =
                column.kind.isFigure || column.hasBounds
                ? .right : column.kind == .marker ? .centre : .left
        }
    }

    init(_ layout: Layout, _ headers: [String], measure: DisplayWidth) {
        self.headers = headers.map { Cell(text: $0, width: measure($0)) }
        alignments = layout.columns.map(Alignment.init)
        pads = layout.options[Markdown.pad]
        fit = pads ? TerminalFit(layout) : nil
        self.measure = measure
    }

    mutating func write(_ row: [Cell], into output: inout ByteBuffer) {
        if let widths { return write(row, widths, into: &output) }
        held.append(row)
        if !pads || held.count == heldRows { release(into: &output) }
    }

    /// Ends the table; the next row begins a new one.
    mutating func finish(into output: inout ByteBuffer) {
        if widths == nil { release(into: &output) }
        widths = nil
    }

    /// Writes the head and the rows that were held back.
    private mutating func release(into output: inout ByteBuffer) {
        let contents = headers.indices.map { index in
            max(
                held.map { $0[index].width }.filter { $0 <= widestPadded }.max() ?? 0, shortestRule)
        }
        if let fit { headers = fit.fitting(headers, over: contents, by: measure) }
        let wanted = zip(headers, contents).map { header, content in
            pads ? max(content, header.width <= widestPadded ? header.width : 0) : 0
        }
        let empty = headers.indices.filter { index in held.allSatisfy { $0[index].width == 0 } }
        let widths = fit?.widths(wanted, empty: Set(empty)) ?? wanted
        for (header, width) in zip(headers, widths)
        where width == nil && !leftOut.contains(header.text) {
            leftOut.append(header.text)
        }
        let rule = zip(widths, alignments).map { width, alignment in
            let width = max(width ?? 0, shortestRule)
            let before = alignment == .centre ? ":" : "", after = alignment == .left ? "" : ":"
            let hyphens = String(repeating: "-", count: width - before.count - after.count)
            return Cell(text: before + hyphens + after, width: width)
        }
        for row in [headers, rule] + held { write(row, widths, into: &output) }
        held.removeAll(keepingCapacity: true)
        self.widths = widths
    }

    private func write(_ row: [Cell], _ widths: [Int?], into output: inout ByteBuffer) {
        for (index, cell) in row.enumerated() {
            guard let width = widths[index] else { continue }
            let cell = fit?.cut(cell, at: index, to: width, by: measure) ?? cell
            let room = max(0, width - cell.width)
            let before =
                switch alignments[index] {
                case .left: 0
                case .right: room
                case .centre: room / 2
                }
            output.append("| ")
            output.append(String(repeating: " ", count: before))
            output.append(cell.text)
            output.append(String(repeating: " ", count: room - before + 1))
        }
        output.append("|\n")
    }
}

/// The fitting of tables to a terminal: texts are cut, and columns are left out if the user did not
/// choose any.
struct TerminalFit: Sendable {
    /// The number of columns of the terminal.
    let width: Int
    /// True if columns may be left out.
    let mayLeaveOut: Bool
    /// The indices of the table's columns, the most important first.
    private let byImportance: [Int]
    /// True for each column whose cells may be cut: they are texts and not links.
    private let areCut: [Bool]
    /// True if the headers are titles, which may be cut.
    private let hasTitlesAsHeaders: Bool

    /// Creates the fitting for `layout`; nil if the document is not for a terminal with a known
    /// width.
    init?(_ layout: Layout) {
        guard case .terminal(_, let width?) = layout.medium else { return nil }
        self.width = width
        mayLeaveOut = layout.mayLeaveOutColumns
        hasTitlesAsHeaders = layout.document.face?.plot.map { $0.lineColumn == nil } ?? false
        byImportance = layout.columnsByImportance.compactMap(layout.index)
        let linksTitles = layout.options[Markdown.titleLink]
        areCut = layout.columns.map { column in
            // A picture or a link would not work when cut.
            let isLink = column.name == "poster_url" || (column.name == "title" && linksTitles)
            let isText = column.kind == .text && !column.hasBounds
            return !isLink && (isText || column.kind == .list)
        }
    }

    /// Returns the headers, cut to their share of the terminal if they are titles and the table is
    /// too wide, but no narrower than the `contents` of their columns.
    func fitting(_ headers: [Cell], over contents: [Int], by measure: DisplayWidth) -> [Cell] {
        let widths = zip(headers, contents).map { max($0.width, $1) + 3 }
        guard hasTitlesAsHeaders, widths.reduce(1, +) > width else { return headers }
        let narrow = widths.filter { $0 <= (width - 1) / widths.count }
        let share = (width - 1 - narrow.reduce(0, +)) / (widths.count - narrow.count) - 3
        return zip(headers, contents).map { Self.cut($0.text, to: max($1, share), by: measure) }
    }

    /// Returns the widths of the columns, `wanted` if possible; nil for a column that is left out,
    /// `empty` columns before others.
    func widths(_ wanted: [Int], empty: Set<Int>) -> [Int?] {
        var shown =
            byImportance.filter { !empty.contains($0) } + byImportance.filter(empty.contains)
        func least(_ index: Int) -> Int {
            areCut[index] ? min(wanted[index], shortestText) : wanted[index]
        }
        func room() -> Int { width - 1 - shown.reduce(0) { $0 + least($1) + 3 } }
        while mayLeaveOut, shown.count > 1, room() < 0 { shown.removeLast() }
        var widths = [Int?](repeating: nil, count: wanted.count)
        var rest = room()
        for index in shown {
            let more = max(0, min(wanted[index] - least(index), rest))
            rest -= more
            widths[index] = least(index) + more
        }
        return widths
    }

    /// Returns `cell` of the column at `index`, cut to `width` if it is too wide and may be cut.
    func cut(_ cell: Cell, at index: Int, to width: Int, by measure: DisplayWidth) -> Cell {
        areCut[index] && cell.width > width ? Self.cut(cell.text, to: width, by: measure) : cell
    }

    /// Returns `text` cut to `width`, with `…` for the rest.
    static func cut(_ text: String, to width: Int, by measure: DisplayWidth) -> Cell {
        let whole = measure(text)
        guard whole > width else { return Cell(text: text, width: whole) }
        let dots = "…"
        var start = ""
        var taken = measure(dots)
        for character in text {
            let next = measure("\(character)")
            guard taken + next <= width else { break }
            start.append(character)
            taken += next
        }
        // A backslash that escapes nothing would be visible.
        let backslashes = start.reversed().prefix { $0 == "\\" }.count
        if backslashes % 2 == 1 {
            start.removeLast()
            taken -= 1
        }
        return Cell(text: start + dots, width: taken)
    }
}

/// The writer of cards, several to a row: a table whose cells are films.
struct GridWriter {
    let columns: [Column]
    let headers: [String]
    let perRow: Int
    private(set) var cards: [String] = []
    private(set) var isOpen = false

    mutating func write(
        _ row: Span<Value>, by writer: CellWriter, into output: inout ByteBuffer
    ) {
        cards.append(card(of: row, by: writer))
        if cards.count == perRow { flush(into: &output) }
    }

    /// Ends the table of cards; the next card begins a new one.
    mutating func finish(into output: inout ByteBuffer) {
        flush(into: &output)
        isOpen = false
    }

    private mutating func flush(into output: inout ByteBuffer) {
        if !isOpen {
            output.append(String(repeating: "|   ", count: perRow) + "|\n")
            output.append(String(repeating: "|:-:", count: perRow) + "|\n")
            isOpen = true
        }
        guard !cards.isEmpty else { return }
        let row = cards + Array(repeating: "", count: perRow - cards.count)
        output.append("| \(row.joined(separator: " | ")) |\n")
        cards.removeAll(keepingCapacity: true)
    }

    /// Returns a card: the poster, then the rank with its change, the title, and the rest with its
    /// headers, a line each.
    private func card(of row: Span<Value>, by writer: CellWriter) -> String {
        var poster: String?
        var rank: [String] = []
        var lines: [String] = []
        for (index, column) in columns.enumerated() {
            let text = writer.text(at: index, in: row)
            switch column.name {
            case _ where text.isEmpty: continue
            case "poster_url": poster = text
            case "rank": rank.insert("**\(text)**", at: 0)
            case "rank_marker": rank.append(text)
            case "title": lines.insert(text, at: 0)
            default: lines.append(headers[index].isEmpty ? text : "\(headers[index]) \(text)")
            }
        }
        let head = rank.isEmpty ? [] : [rank.joined(separator: " ")]
        return ((poster.map { [$0] } ?? []) + head + lines).joined(separator: "<br>")
    }
}

/// The number of rows that determine the widths of a table's columns.
private let heldRows = 100
/// The width above which a cell does not widen its column.
private let widestPadded = 500
/// The least width of the line below the headers, including colons.
private let shortestRule = 3
/// The width below which a text is not cut while columns can still be left out.
private let shortestText = 16
