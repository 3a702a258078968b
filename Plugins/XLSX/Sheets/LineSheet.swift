internal import BoxOffice

/// A sheet that shows figures of films over time: a row for each film, a column for each label, and
/// above them a chart of lines, which are broken where a figure is missing.
struct LineSheet {
    /// The title of the chart.
    let title: String
    /// What the figures are.
    let values: String
    /// How they look.
    let style: CellStyle
    /// Whether they are ranks, of which the first is on top.
    let areRanks: Bool
    /// The labels of the columns.
    let labels: [String]
    /// The names of the films and their figures by the index of the label.
    let films: [(name: String, figures: [Int: Double])]
    /// Whether there is a chart above the table.
    let hasChart: Bool

    /// Writes the sheet.
    func write(
        to name: String, isKorean: Bool, in workbook: inout Workbook
    ) throws(Fault) -> Sheet {
        let sheet = try workbook.addSheet(name, isSmall: true)
        let top = hasChart ? Self.rowsOfChart : 0
        try writeTable(to: sheet, from: top, isKorean: isKorean, in: &workbook)
        guard hasChart else {
            sheet.setWidePages()
            return sheet
        }
        let highest = films.lazy.flatMap(\.figures.values).max() ?? 0
        let lines = try workbook.addLineChart(
            title: title, values: values, ranks: areRanks ? max(Int(highest), 2) : nil)
        for index in films.indices {
            try lines.addLine(
                in: sheet, header: top, row: top + 1 + index, lastColumn: labels.count)
        }
        try sheet.show(lines, scale: (x: 2, y: 1.8))
        sheet.setOnePage()
        return sheet
    }

    private func writeTable(
        to sheet: Sheet, from top: Int, isKorean: Bool, in workbook: inout Workbook
    ) throws(Fault) {
        let header = try workbook.format(.header)
        let text = try workbook.format(.text)
        let number = try workbook.format(style)
        try sheet.write(isKorean ? "영화명" : "title", at: top, 0, header)
        for (index, label) in labels.enumerated() {
            try sheet.write(label, at: top, index + 1, header)
            sheet.setWidth(of: index + 1, 12)
        }
        var width = 0
        for (index, film) in films.enumerated() {
            let name = CellText(film.name)
            width = max(width, name.width)
            try sheet.write(name.text, at: top + 1 + index, 0, text)
            for (column, figure) in film.figures.sorted(by: { $0.key < $1.key }) {
                try sheet.write(figure, at: top + 1 + index, column + 1, number)
            }
        }
        sheet.setWidth(of: 0, min(width + 2, 60))
    }

    /// How many labels and lines a chart has at most, because more cannot be told apart.
    static let mostLabels = 62
    static let mostLines = 30
    /// How many rows the chart covers.
    private static let rowsOfChart = 27
}
