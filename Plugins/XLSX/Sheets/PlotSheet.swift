internal import BoxOffice

/// A sheet for the plot of a source: a row for each film, a column for each period or day, and above
/// them lines, which are broken where a figure is missing.
extension Plot {
    /// Writes the sheet, without lines if there is no plot.
    func write(to workbook: inout Workbook, _ names: inout SheetNames) throws(Fault) -> Sheet {
        let name = layout.text(
            of: periods.isEmpty ? Message("xlsx-runs", "Runs") : Message("xlsx-ranks", "Ranks"))
        let sheet = try workbook.addSheet(
            names.unused([name, nameOfSource].compactMap(\.self).joined(separator: " ")),
            isSmall: true)
        let hasLines = absence == nil
        // The drawing covers the rows above the table.
        let top = hasLines ? 27 : 0
        try sheet.write(layout.text(of: Message("xlsx-film", "title")), at: top, 0, .header)
        for place in 0..<last {
            try sheet.write(self.name(ofPlace: place + 1), at: top, place + 1, .header)
            sheet.setWidth(of: place + 1, 12)
        }
        let films = lines.map { CellText($0.name) }
        for (row, (line, film)) in zip((top + 1)..., zip(lines, films)) {
            try sheet.write(film.text, at: row, 0, .text)
            for (place, value) in line.figures.sorted(by: { $0.key < $1.key }) {
                guard let figure = value.figure else { continue }
                try sheet.write(figure, at: row, place, CellStyle(of: value, in: column.kind))
            }
        }
        sheet.setWidth(of: 0, min((films.map(\.width).max() ?? 0) + 2, 60))
        sheet.setPages(isOnePage: hasLines)
        guard hasLines else { return sheet }
        let highest = lines.lazy.flatMap(\.figures.values).compactMap(\.figure).max() ?? 0
        try workbook.showLines(
            on: sheet, title: title, values: header,
            ranks: areRanks ? max(Int(highest), 2) : nil, rows: top + 1..<top + 1 + lines.count,
            lastColumn: last)
        return sheet
    }
}
