internal import BoxOffice
internal import CWorkbook

/// A plot of lines on a sheet: the values are in rows, whose first column has the names.
struct LinePlot {
    /// A line: its row and, unless it is grey, its colour, the column at whose value its name is, if
    /// there is room for it, and whether it continues after that.
    typealias Line = (row: Int, look: (colour: UInt32, named: Int?, goesOn: Bool)?)

    /// The titles of the plot and the axes.
    let title, places, values: String
    /// The number of places from one label to the next.
    let step: Int
    /// The format of the values.
    let numberFormat: String?
    /// The last rank, if the values are ranks, which have the first on top.
    let ranks: Int?
    /// The row with the labels of the places.
    let labelRow: Int
    /// The last column that has a place; the last places may be empty, as space for names.
    let lastColumn: Int
    /// The lines; later ones are drawn over earlier ones.
    let lines: [Line]

    /// The size in pixels: rows have 20, and a screen shows some 1,300 by 500 of a workbook.
    static let width = 980.0
    static let height = 500.0
}

extension Workbook {
    /// Draws `plot` in the upper left corner of `sheet`, which must be small.
    func draw(_ plot: LinePlot, on sheet: Sheet) throws(Fault) {
        let chart = unsafe bo_workbook_chart(
            handle, CellText.beginning(of: plot.title), CellText.beginning(of: plot.places),
            CellText.beginning(of: plot.values), plot.numberFormat ?? "General",
            UInt16(clamping: plot.step),
            UInt32(clamping: plot.ranks ?? 0))
        guard let chart = unsafe chart else { throw .workbook(bo_workbook_out_of_resources) }
        for line in plot.lines {
            let row = UInt32(line.row), labels = UInt32(plot.labelRow)
            let last = UInt16(plot.lastColumn)
            func cells(in row: UInt32, _ columns: ClosedRange<UInt16>) -> bo_cells {
                bo_cells(
                    first_row: row, first_column: columns.lowerBound, last_row: row,
                    last_column: columns.upperBound)
            }
            let drawn = bo_line(
                name: cells(in: row, 0...0), labels: cells(in: labels, 1...last),
                values: cells(in: row, 1...last),
                colour: line.look.map { Int32($0.colour) } ?? -1,
                named: line.look?.named.map { UInt16(clamping: $0 - 1) } ?? .max,
                goes_on: line.look?.goesOn ?? false)
            try unsafe bo_chart_add(chart, sheet.name, drawn).check()
        }
        try unsafe bo_sheet_chart(sheet.handle, chart, LinePlot.width, LinePlot.height).check()
    }
}
