internal import BoxOffice

/// A sheet of rows.
struct DataSheet {
    private let sheet: Sheet
    /// The name it would have if no other sheet had it.
    let wantedName: String
    /// The number of rows written, without the header.
    private(set) var rows = 0
    private let maxRows: Int
    private let columns: [Column]
    private let headers: [String]
    /// The number of columns to print if there is room.
    private let printed: Int
    private let mayLeaveOut: Bool
    /// The words written in place of texts, one dictionary per column; empty if no column has any.
    private let words: [[Value: String]]
    /// The width of the widest content of each column so far.
    private var widths: [Int]
    /// The range of the figures measured so far, by style and column.
    private var measured: [[Int: ClosedRange<Double>]]
    /// The columns that have texts.
    private var columnsWithTexts: Set<Int> = []
    /// The number of lines that the texts of the row need.
    private var lines = 1
    private var hasPictures = false
    /// The number of cells that link to a web page.
    private var links = 0

    /// Lays out `sheet` for at most `maxRows` rows, including the header, and writes the header.
    init(
        _ sheet: Sheet, wantedName: String, _ layout: Layout, maxRows: Int
    ) throws(Fault) {
        self.sheet = sheet
        self.wantedName = wantedName
        self.maxRows = maxRows
        columns = layout.columns
        headers =
            layout.header == Layout.Header.none
            ? [] : columns.map { layout.header(of: $0) }
        (printed, mayLeaveOut) = (layout.printedColumns, layout.mayLeaveOutColumns)
        widths = columns.map { _ in 0 }
        measured = CellStyle.allCases.map { _ in [:] }
        words = layout.words
        let texts = headers.map { CellText($0) }
        // Headers of several words get two lines instead of wider columns.
        let areBroken = texts.map { $0.width > 8 && $0.text.contains(" ") }
        let hasTwoLines = texts.contains { $0.width > 8 && $0.text.utf8.contains { $0 >= 0xE0 } }
        if !headers.isEmpty { sheet.setHeight(of: 0, hasTwoLines ? 34 : 20) }
        for (index, text) in texts.enumerated() {
            // The filter button needs space too: in a higher row it is below the text.
            let longest = text.text.split(separator: " ").map { CellText(String($0)).width }.max()
            widths[index] =
                areBroken[index] ? 1 + (longest ?? 0) : text.width + (hasTwoLines ? 1 : 3)
            try sheet.write(text.text, at: 0, index, .header)
        }
    }

    /// True if the sheet has as many rows as a sheet can have.
    var isFull: Bool { nextRow >= maxRows }

    private var nextRow: Int { rows + (headers.isEmpty ? 0 : 1) }

    /// Writes a row, and adds the cells whose texts had to be cut to `cuts`.
    mutating func write(
        _ row: Span<Value>, _ posters: inout PosterCells, _ cuts: inout [Message]
    ) throws(Fault) {
        lines = 1
        for index in columns.indices {
            if index == posters.column {
                try writePoster(in: row, &posters, &cuts)
            } else {
                try write(row[index], index, &cuts)
            }
        }
        if lines > 1 {
            // This is the last chance: the library ignores heights of rows that are already
            // written.
            let least = posters.column == nil ? 0 : PosterCells.rowHeight
            sheet.setHeight(of: nextRow, max(least, Double(lines) * 15))
        }
        rows += 1
    }

    private mutating func write(
        _ value: Value, _ column: Int, _ cuts: inout [Message]
    ) throws(Fault) {
        switch value {
        case .missing: return
        case .text(let text):
            let style =
                columns[column].hasBounds ? .marker : CellStyle(of: text, in: columns[column].kind)
            let word = words.isEmpty ? nil : words[column][value]
            try write(word ?? text, column, style, &cuts)
        case .boolean(let boolean):
            widen(column, to: 6)
            try sheet.write(boolean, at: nextRow, column, .boolean)
        case .date(let day) where day >= Self.firstDay:
            widen(column, to: 11)
            // Spreadsheets count days from 1899-12-30.
            try sheet.write(Double(day.daysSince1970 + 25_569), at: nextRow, column, .date)
        case .integer, .decimal, .date, .list:
            // Days before March 1900 are written as text.
            let kind = columns[column].kind
            let style = CellStyle(of: value, in: kind)
            guard let figure = value.cellFigure(in: kind),
                hasRoom(for: figure, of: value, in: column, style)
            else {
                let text = value.readable(as: kind, grouping: "")
                return try write(text, column, .text, &cuts)
            }
            try sheet.write(figure, at: nextRow, column, style)
        }
    }

    /// Returns true if the figure has at most the fifteen digits of a spreadsheet, and then makes
    /// its column wide enough.
    private mutating func hasRoom(
        for figure: Double, of value: Value, in column: Int, _ style: CellStyle
    ) -> Bool {
        // A figure between two measured ones is at most as wide as they are.
        if measured[style.rawValue][column]?.contains(figure) == true { return true }
        let kind = columns[column].kind
        let number = value.readable(as: kind)
        let digits = number.utf8.count { (0x30...0x39).contains($0) }
        guard digits <= 15 else { return false }
        // The group separators, which a decimal has only in its cell.
        let room =
            switch kind {
            case .decimal, .ratio: (digits - 1 - (kind.places ?? 0)) / 3
            case .fraction: 2
            default: 0
            }
        widen(column, to: number.utf8.count + room)
        let known = measured[style.rawValue][column] ?? figure...figure
        measured[style.rawValue][column] =
            min(known.lowerBound, figure)...max(known.upperBound, figure)
        return true
    }

    private mutating func write(
        _ text: String, _ column: Int, _ style: CellStyle, _ cuts: inout [Message]
    ) throws(Fault) {
        let cell = CellText(text)
        if cell.isCut {
            let name = columns[column].name
            cuts.append(Message("cell", "'\(sheet.name)', row \(nextRow + 1), \(name)"))
        }
        widen(column, to: cell.width + 1)
        columnsWithTexts.insert(column)
        let widest = widest(column)
        let isLong = style == .text && cell.room > widest
        guard isLong else { return try sheet.write(cell.text, at: nextRow, column, style) }
        let needed = cell.lines(in: widest)
        lines = max(lines, min(needed, Self.maxLines))
        let isWhole = needed <= Self.maxLines
        try sheet.write(cell.text, at: nextRow, column, isWhole ? .longText : .overlongText)
    }

    private mutating func writePoster(
        in values: Span<Value>, _ posters: inout PosterCells, _ cuts: inout [Message]
    ) throws(Fault) {
        guard let column = posters.column, case .text(let address) = values[column] else { return }
        if posters.embed(at: address, in: values, sheet, row: nextRow) {
            hasPictures = true
            widen(column, to: PosterCells.columnWidth)
        } else if !posters.link(to: address, sheet, row: nextRow, after: links) {
            try write(.text(address), column, &cuts)
        } else {
            links += 1
            widen(column, to: PosterCells.columnWidth)
        }
    }

    /// The width from which on a text is wrapped; titles leave room for the figures on paper.
    private func widest(_ column: Int) -> Int {
        printed < columns.count && columns[column].name == "title" ? 38 : 60
    }

    private mutating func widen(_ column: Int, to width: Int) {
        if width > widths[column] { widths[column] = width }
    }

    /// Lays out the sheet: widths, header, filter and pages.
    ///
    /// Returns the headers of the columns that are not printed.
    func finish() -> [String] {
        var (shown, end) = (0, 0)
        for (index, width) in widths.enumerated() {
            let narrow = min(max(CellText.room(for: width), Self.narrowest), widest(index))
            // Two lines are only for columns that are much narrower.
            let header = CellText.room(for: headers.isEmpty ? 0 : CellText(headers[index]).width)
            let width = (narrow...narrow + 5).contains(header) ? header : narrow
            sheet.setWidth(of: index, width)
            end += width + 1
            if index < printed, end <= Self.widestOnPaper || !mayLeaveOut { shown = index + 1 }
        }
        shown = max(shown, 1)
        if hasPictures { sheet.setRowHeight(PosterCells.rowHeight) }
        if !headers.isEmpty {
            sheet.setHeader(lastRow: rows, lastColumn: columns.count - 1)
        }
        if rows > 0 {
            sheet.setBorders(rows: nextRow - rows...nextRow - 1, lastColumn: columns.count - 1)
        }
        // Some spreadsheets extend the printed area to the full address, though it is cut off at
        // its cell.
        if links > 0 || shown < columns.count {
            sheet.setPrintArea(lastRow: max(0, nextRow - 1), lastColumn: shown - 1)
        }
        sheet.allowDigits(in: columnsWithTexts.sorted(), lastRow: max(0, nextRow - 1))
        return Array(headers.dropFirst(shown))
    }

    /// The maximum number of rows of a sheet, including the header.
    static let maxRows = 1_048_576
    /// The first day that all spreadsheets count the same: some believe that 1900-02-29 existed.
    private static let firstDay = Day(daysSince1970: -25_508)
    /// The characters that A4 in landscape holds side by side with letters of 8 points, also in a
    /// font that stands in for the usual one and is wider.
    private static let widestOnPaper = 158
    private static let narrowest = 6
    /// The maximum number of visible lines of a text: the beginning of a cast is enough.
    private static let maxLines = 4
}

/// The names of sheets, which must be unique.
struct SheetNames {
    /// The names in use in lower case, because spreadsheets ignore case.
    private var used: Set<String> = []

    /// Returns an unused name like `wanted` that a sheet may have: without `[]:*?/\`, at most 31
    /// UTF-16 code units, no apostrophe at either end, not `History`, which Excel reserves, and
    /// nothing that looks like a cell reference.
    mutating func unused(_ wanted: String) -> String {
        let forbidden = "[]:*?/\\\u{7F}\u{FFFE}\u{FFFF}".unicodeScalars
        let scalars = wanted.unicodeScalars
            .map { $0.value < 0x20 || forbidden.contains($0) ? " " : $0 }
            .drop { $0 == "'" || $0 == " " }
        var name = Self.trimmed(String(String.UnicodeScalarView(scalars)), to: Self.longest)
        if name.isEmpty { name = "Sheet1" }
        if name.lowercased() == "history" || Self.isReference(name) { name += " (1)" }
        let candidates = (1...).lazy.map { [name] number in
            let suffix = number == 1 ? "" : " (\(number))"
            return Self.trimmed(name, to: Self.longest - suffix.utf16.count) + suffix
        }
        return candidates.first { used.insert($0.lowercased()).inserted } ?? name
    }

    /// Returns the beginning of `name` with at most `count` UTF-16 code units.
    private static func trimmed(_ name: String, to count: Int) -> String {
        var name = name
        while name.utf16.count > count || name.hasSuffix("'") || name.hasSuffix(" ") {
            name.removeLast()
        }
        return name
    }

    /// Returns true if a formula might read `name` as a cell or a number: `top10`, `R1C1`, `2022`.
    ///
    /// libxlsxwriter writes names of letters and digits into ranges without quotes: `top10!$1:$1`.
    private static func isReference(_ name: String) -> Bool {
        let isWord = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isWord
            && (name.prefix(4).contains(where: \.isNumber)
                || ["r", "c", "rc", "true", "false"].contains(name.lowercased()))
    }

    private static let longest = 31
}
