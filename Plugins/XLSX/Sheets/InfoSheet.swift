internal import BoxOffice

/// The last sheet: what the figures are, where they are from, and what is missing.
///
/// It has no time and no path, so that the same rows give the same workbook.
extension Workbook {
    /// Adds the sheet.
    ///
    /// - Parameters:
    ///   - name: the name of the sheet.
    ///   - layout: the layout of the document.
    ///   - rows: how many rows it has.
    ///   - ending: what it lacks.
    ///   - remarks: what else readers should know.
    mutating func addInfo(
        named name: String, of layout: Layout, rows: Int, _ ending: DocumentEnding,
        _ remarks: [Fault]
    ) throws(Fault) -> Sheet {
        let sheet = try addSheet(name, isSmall: true)
        let isKorean = layout.header != .en
        let facts = DocumentFacts(layout)
        var row = 0
        func write(_ lines: [DocumentFacts.Line]) throws(Fault) {
            for line in lines {
                try sheet.write(line.label, at: row, 0, .label)
                try sheet.write(CellText(line.text).text, at: row, 1, .paragraph)
                row += 1
            }
        }
        try write([facts.title] + facts.subject)
        try sheet.write(isKorean ? "행" : "rows", at: row, 0, .label)
        try sheet.write(Double(rows), at: row, 1, .count)
        row += 1
        try write(facts.missing(ending, rows: rows) + facts.notes(remarks))
        row += 1
        let titles = isKorean ? ["열", "영문 이름", "종류"] : ["column", "name", "type"]
        for (index, title) in titles.enumerated() {
            try sheet.write(title, at: row, index, .header)
        }
        for column in layout.columns {
            row += 1
            let shown = layout.header == .en ? column.name : column.koreanHeader
            let cells = [shown, column.name, column.kind.words(isKorean: isKorean)]
            for (index, cell) in cells.enumerated() {
                try sheet.write(CellText(cell).text, at: row, index, .paragraph)
            }
        }
        for (index, width) in [24, 60, 16].enumerated() { sheet.setWidth(of: index, width) }
        sheet.setPages()
        return sheet
    }
}

extension Column.Kind {
    /// What the cells of a column hold, with the unit.
    fileprivate func words(isKorean: Bool) -> String {
        switch self {
        case .text: isKorean ? "문자" : "text"
        case .marker: isKorean ? "순위 변동" : "rank change"
        case .integer: isKorean ? "수" : "number"
        case .won: isKorean ? "원" : "won"
        case .percent: "%"
        case .fraction: isKorean ? "0~1" : "0 to 1"
        case .decimal: isKorean ? "수, 소수 한 자리" : "number, one decimal"
        case .boolean: isKorean ? "참/거짓" : "true or false"
        case .year: isKorean ? "연도" : "year"
        case .date: isKorean ? "날짜" : "date"
        case .list: isKorean ? "목록" : "list"
        }
    }
}
