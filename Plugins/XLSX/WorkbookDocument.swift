internal import BoxOffice

/// A workbook whose rows are coming.
final class WorkbookDocument: PictureDocument, LongDocument {
    private let layout: Layout
    private let mostRows: Int
    private let hasSheetForEachPeriod: Bool
    private var workbook: Workbook
    private var names = SheetNames()
    /// The sheets with rows, in their order, and among them the one that the next row goes to.
    private var sheets: [DataSheet] = []
    private var current = 0
    private var posters: PosterCells
    private var plot: Plot?
    private var notes = CellNotes()

    /// Opens a workbook with that layout, whose sheets have at most `mostRows` rows.
    init(_ layout: Layout, mostRows: Int = DataSheet.mostRows) throws(Fault) {
        self.layout = layout
        self.mostRows = mostRows
        let document = layout.document
        workbook = try .begin(
            title: Heading(layout).title(of: document), subject: document.days ?? "",
            comments: document.creditLine)
        hasSheetForEachPeriod =
            layout.options[XLSXOption.sheets] == .period && document.periods != nil
        posters = PosterCells(layout)
        if layout.options[XLSXOption.chart] == .auto {
            // More lines, or more places, cannot be told apart.
            plot = Plot(layout, mostPeriods: 62, mostFilms: 30, isTabled: true)
        }
    }

    /// Refuses what the whole document cannot be, unlike its parts.
    func begin(into output: inout ByteBuffer) throws(Fault) { try XLSX().check(layout) }

    func take(_ picture: Picture, at address: String) { posters.take(picture, at: address) }

    var takesMorePictures: Bool { !posters.isFull }

    /// Turns to the sheet of the edition's period, if there is one for each period.
    func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault) {
        posters.forgetPictures()
        plot?.begin(edition.period)
        guard hasSheetForEachPeriod else { return }
        let name =
            edition.period.chart == .daily ? "\(edition.period.from)" : "\(edition.period.week)"
        // The last one, because those before are full.
        if let index = sheets.lastIndex(where: { $0.wantedName == name }) {
            current = index
        } else {
            try addSheet(name)
        }
    }

    /// Writes a row into the sheet that it belongs to.
    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        try addFirstSheet()
        if sheets[current].isFull { try addSheet(sheets[current].wantedName) }
        plot?.add(row)
        try sheets[current].write(row, &posters, &notes)
    }

    private func addFirstSheet() throws(Fault) {
        if sheets.isEmpty { try addSheet(Heading(layout).name(ofDocument: layout.document)) }
    }

    private func addSheet(_ wanted: String) throws(Fault) {
        let sheet = try workbook.addSheet(names.unused(wanted))
        sheets.append(try DataSheet(sheet, wantedName: wanted, layout, mostRows: mostRows))
        current = sheets.count - 1
    }

    /// Adds the sheets that come last, writes the whole workbook, and says what was cut and left out.
    func finish(
        _ ending: DocumentEnding, passingOn passOn: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) -> [Fault] {
        let remarks = notes.remarks + posters.remarks + [plot?.remark].compactMap(\.self)
        try addFirstSheet()
        for sheet in sheets { sheet.finish() }
        var all = sheets.map(\.sheet)
        if let plot, !plot.isEmpty {
            all.append(try plot.write(to: &workbook, &names))
        }
        let rows = sheets.reduce(0) { $0 + $1.rows }
        all.append(
            try workbook.addInfo(
                named: names.unused("정보"), of: layout, rows: rows, ending, remarks))
        try workbook.close(all, passOn)
        return remarks
    }
}
