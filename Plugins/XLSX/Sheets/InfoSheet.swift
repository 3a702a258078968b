internal import BoxOffice

/// The last sheet: what the figures are, where they are from, and what is missing.
///
/// It has no time and no path, so that the same rows give the same workbook.
struct InfoSheet {
    private let layout: Layout
    private let rows: Int
    private let isKorean: Bool

    /// Describes a document of `rows` rows.
    init(_ layout: Layout, rows: Int) {
        self.layout = layout
        self.rows = rows
        isKorean = layout.header != .en
    }

    /// Writes the sheet.
    ///
    /// - Parameters:
    ///   - name: the name of the sheet.
    ///   - ending: what the document lacks.
    ///   - remarks: what else readers should know.
    ///   - workbook: the workbook.
    func write(
        to name: String, _ ending: DocumentEnding, _ remarks: [Fault],
        in workbook: inout Workbook
    ) throws(Fault) -> Sheet {
        let sheet = try workbook.addSheet(name, isSmall: true)
        let label = try workbook.format(.label)
        let text = try workbook.format(.paragraph)
        var row = 0
        let facts = DocumentFacts(layout)
        func write(_ line: DocumentFacts.Line) throws(Fault) {
            try sheet.write(line.label, at: row, 0, label)
            try sheet.write(CellText(line.text).text, at: row, 1, text)
            row += 1
        }
        try write(facts.title)
        for line in facts.subject { try write(line) }
        try sheet.write(isKorean ? "행" : "rows", at: row, 0, label)
        try sheet.write(Double(rows), at: row, 1, try workbook.format(.count))
        row += 1
        for line in facts.missing(ending, rows: rows) + facts.notes(remarks) { try write(line) }
        row += 1
        try writeColumns(to: sheet, from: row, try workbook.format(.header), text)
        sheet.setWidth(of: 0, 24)
        sheet.setWidth(of: 1, 60)
        sheet.setWidth(of: 2, 16)
        sheet.setWidePages()
        return sheet
    }

    private func writeColumns(
        to sheet: Sheet, from start: Int, _ header: CellFormat, _ text: CellFormat
    ) throws(Fault) {
        let titles = isKorean ? ["열", "영문 이름", "종류"] : ["column", "name", "type"]
        for (index, title) in titles.enumerated() {
            try sheet.write(title, at: start, index, header)
        }
        for (index, column) in layout.columns.enumerated() {
            let shown = layout.header == .en ? column.name : column.koreanHeader
            let cells = [shown, column.name, kind(of: column)]
            for (cell, value) in cells.enumerated() {
                try sheet.write(CellText(value).text, at: start + 1 + index, cell, text)
            }
        }
    }

    /// What the cells of a column hold, with the unit.
    private func kind(of column: Column) -> String {
        switch column.kind {
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
