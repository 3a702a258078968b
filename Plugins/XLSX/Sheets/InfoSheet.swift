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
        for (key, value) in facts + lacks(ending, remarks) {
            try sheet.write(key, at: row, 0, label)
            try sheet.write(CellText(value).text, at: row, 1, text)
            row += 1
        }
        row += 1
        try writeColumns(to: sheet, from: row, try workbook.format(.header), text)
        sheet.setWidth(of: 0, 24)
        sheet.setWidth(of: 1, 60)
        sheet.setWidth(of: 2, 16)
        sheet.setWidePages()
        return sheet
    }

    /// What the document is about.
    private var facts: [(String, String)] {
        let document = layout.document
        let heading = Heading(isKorean: isKorean)
        var facts = [(isKorean ? "제목" : "title", document.title(isKorean: isKorean))]
        if document.periods == nil { facts[0].1 = heading.name(ofDocument: document) }
        facts.append((isKorean ? "출처" : "source", document.sources.joined(separator: ", ")))
        if let chart = document.chart {
            facts.append((isKorean ? "구분" : "chart", heading.name(of: chart)))
        }
        if let days = document.days, let periods = document.periods {
            let count = periods.count
            let unit = document.chart == .daily ? ("일", "day") : ("주", "week")
            let length =
                isKorean ? "\(count)\(unit.0)" : "\(count) \(unit.1)\(count == 1 ? "" : "s")"
            facts.append((isKorean ? "기간" : "period", "\(days) (\(length))"))
        }
        facts.append((isKorean ? "조건" : "filters", filters))
        facts.append((isKorean ? "행" : "rows", "\(rows)"))
        return facts
    }

    /// What the chart is narrowed to.
    private var filters: String {
        let document = layout.document
        let filter = ChartFilter(region: nil, nation: document.nation, kind: document.kind)
        let words =
            document.regions.map(\.name) + Heading(isKorean: isKorean).narrowing(of: filter)
        return words.isEmpty ? (isKorean ? "없음" : "none") : words.joined(separator: ", ")
    }

    /// What is missing, and the remarks.
    private func lacks(_ ending: DocumentEnding, _ remarks: [Fault]) -> [(String, String)] {
        let name = isKorean ? "빠진 것" : "missing"
        var lines = ending.missing.prefix(Self.mostLines).map { (name, $0.message) }
        if ending.missing.count > Self.mostLines {
            lines.append(
                (name, isKorean ? "모두 \(ending.missing.count)건" : "\(ending.missing.count) in all"))
        }
        if lines.isEmpty { lines = [(name, isKorean ? "없음" : "nothing")] }
        return lines + remarks.map { (isKorean ? "참고" : "note", $0.message) }
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

    /// How many missing things are named.
    private static let mostLines = 1000
}
