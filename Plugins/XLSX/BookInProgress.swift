internal import BoxOffice

/// A workbook whose rows are coming.
struct BookInProgress: ~Copyable {
    private let layout: Layout
    private let mostRows: Int
    private var workbook: Workbook
    private var names = SheetNames()
    /// The sheets with rows, in their order, and among them the one that the next row goes to.
    private var sheets: [DataSheet] = []
    private var current = 0
    /// What the sheets would be called if there was one of each name.
    private var wantedNames: [String] = []
    /// The sheets of periods by the name of the period.
    private var sheetsOfPeriods: [String: Int] = [:]
    private let hasSheetForEachPeriod: Bool
    private var posters: PosterCells
    private var plot: Plot?
    private var notes = CellNotes()

    /// Opens a workbook with that layout, whose sheets have at most `mostRows` rows.
    static func begin(
        _ layout: Layout, mostRows: Int = DataSheet.mostRows
    ) throws(Fault) -> BookInProgress {
        var book = try BookInProgress(layout, mostRows: mostRows)
        guard !book.hasSheetForEachPeriod else { return book }
        let name = Heading(layout).name(ofDocument: layout.document)
        try book.addSheet(name)
        return book
    }

    private init(_ layout: Layout, mostRows: Int) throws(Fault) {
        self.layout = layout
        self.mostRows = mostRows
        let document = layout.document
        workbook = try .begin(
            title: Heading(layout).title(of: document), subject: document.days ?? "",
            comments: document.creditLine)
        hasSheetForEachPeriod =
            layout.options[XLSXOption.sheets] == .period && document.periods != nil
        posters = PosterCells(layout)
        plot = layout.options[XLSXOption.chart] == .auto ? Plot(onSheetOf: layout) : nil
    }

    /// Takes the picture of the poster at `address`.
    mutating func take(_ picture: Picture, at address: String) {
        posters.take(picture, at: address)
    }

    /// Whether more pictures are of use.
    var takesMorePictures: Bool { !posters.isFull }

    /// Turns to the sheet for the rows of `edition`.
    mutating func begin(_ edition: ChartEdition) throws(Fault) {
        posters.forgetPictures()
        plot?.begin(edition.period)
        guard hasSheetForEachPeriod else { return }
        let name =
            edition.period.chart == .daily ? "\(edition.period.from)" : "\(edition.period.week)"
        if let index = sheetsOfPeriods[name] {
            current = index
        } else {
            try addSheet(name)
            sheetsOfPeriods[name] = current
        }
    }

    /// Writes a row into the sheet that it belongs to.
    mutating func write(_ row: Span<Value>) throws(Fault) {
        if sheets.isEmpty { try addSheet("") }
        if sheets[current].isFull {
            let period = sheetsOfPeriods.first { $0.value == current }?.key
            try addSheet(wantedNames[current])
            if let period { sheetsOfPeriods[period] = current }
        }
        plot?.add(row)
        try sheets[current].write(row, &posters, &notes)
    }

    private mutating func addSheet(_ wanted: String) throws(Fault) {
        let name = names.unused(wanted)
        sheets.append(try DataSheet(named: name, layout, mostRows: mostRows, in: &workbook))
        wantedNames.append(wanted)
        current = sheets.count - 1
    }

    /// What was cut, and what was left out.
    private var remarks: [Fault] {
        notes.remarks + posters.remarks + [plot?.remark].compactMap(\.self)
    }

    /// Adds the sheets that come last, passes the bytes of the workbook to `body`, and says what was
    /// cut and left out.
    consuming func finish(
        _ ending: DocumentEnding, _ body: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) -> [Fault] {
        let remarks = remarks
        if sheets.isEmpty {
            try addSheet(Heading(layout).name(ofDocument: layout.document))
        }
        for sheet in sheets { sheet.finish() }
        var all = sheets.map(\.sheet)
        if let plot, !plot.isEmpty {
            all.append(try plot.write(to: names.unused(plot.nameOfSheet), in: &workbook))
        }
        let rows = sheets.reduce(0) { $0 + $1.rows }
        all.append(
            try workbook.addInfo(
                named: names.unused("정보"), of: layout, rows: rows, ending, remarks))
        try workbook.close(all, body)
        return remarks
    }
}
