internal import BoxOffice

/// The last sheet: notes on the figures, their origin and the data that is missing.
///
/// It contains no time and no path, so that the same rows give the same workbook.
extension Workbook {
    /// Adds the sheet for a document with that end, and with other `remarks` for readers.
    mutating func addInfo(
        named name: String, of layout: Layout, _ facts: DocumentFacts, _ ending: DocumentEnding,
        _ remarks: [Fault]
    ) throws(Fault) {
        let sheet = try addSheet(name, isSmall: true)
        let widths = [18, 80, 16]
        var row = 0
        func write(_ lines: [DocumentFacts.Line]) throws(Fault) {
            var label = ""
            for line in lines {
                if line.label != label { try sheet.write(line.label, at: row, 0, .label) }
                label = line.label
                let text = CellText(line.text)
                try sheet.write(text.text, at: row, 1, .paragraph)
                // Not every spreadsheet adjusts the height of rows.
                let lines = min(text.lines(in: widths[1]), 25)
                if lines > 1 { sheet.setHeight(of: row, Double(lines) * 15) }
                row += 1
            }
        }
        try write([facts.title] + facts.subject + [facts.currency].compactMap(\.self))
        try sheet.write(layout.text(of: Message("xlsx-rows", "rows")), at: row, 0, .label)
        try sheet.write(Double(facts.rows), at: row, 1, .count)
        row += 1
        try write(facts.missing(ending) + facts.notes(ending, remarks))
        row += 1
        let titles = [
            Message("xlsx-column", "column"), Message("xlsx-name", "name"),
            Message("xlsx-type", "type"),
        ].map(layout.text)
        let columns = layout.columns.map { column in
            let content = column.kind.content(in: layout.document.currencies)
            return [
                layout.header(of: column), column.name,
                layout.text(of: content),
            ]
        }
        for (line, cells) in ([titles] + columns).enumerated() {
            for (index, cell) in cells.enumerated() {
                let style: CellStyle = line == 0 ? .header : .paragraph
                try sheet.write(CellText(cell).text, at: row + line, index, style)
            }
        }
        for (index, width) in widths.enumerated() { sheet.setWidth(of: index, width) }
    }
}

extension Column.Kind {
    /// Returns the description of the cells of such a column, with the unit.
    fileprivate func content(in currencies: [Currency]) -> Message {
        switch self {
        case .text: Message("xlsx-text", "text")
        case .marker: Message("xlsx-marker", "rank change")
        case .integer: Message("xlsx-integer", "number")
        case .amount where currencies == [.won]: Message("xlsx-won", "won")
        case .amount where currencies.contains { $0.knownCode != nil }:
            Message(currencies.map { $0.knownCode ?? "?" }.joined(separator: ", "))
        case .amount: Message("xlsx-amount", "amount")
        case .percent, .share: "%"
        case .fraction: Message("xlsx-fraction", "0 to 1")
        case .decimal: Message("xlsx-decimal", "number, one decimal")
        case .ratio: Message("xlsx-ratio", "number, two decimals")
        case .boolean: Message("xlsx-boolean", "true or false")
        case .year: Message("xlsx-year", "year")
        case .date: Message("xlsx-date", "date")
        case .list: Message("xlsx-list", "list")
        }
    }
}
