internal import BoxOffice

/// A workbook that is being written.
final class WorkbookDocument: LongDocument {
    private let layout: Layout
    private let maxRows: Int
    private let hasSheetForEachPeriod: Bool
    private var workbook: Workbook
    private var names = SheetNames()
    /// The sheets with rows, in their order, and the index of the one for the next row.
    private var sheets: [DataSheet] = []
    private var current = 0
    private var posters: PosterCells
    private var plots: Plots
    private var facts: DocumentFacts
    /// The cells whose texts had to be cut.
    private var cuts: [Message] = []

    /// Opens a workbook with that layout, whose sheets have at most `maxRows` rows.
    init(_ layout: Layout, maxRows: Int = DataSheet.maxRows) throws(Fault) {
        self.layout = layout
        self.maxRows = maxRows
        let document = layout.document
        workbook = try .begin(
            title: Heading(layout).title(of: document), subject: document.days ?? "",
            comments: document.creditLine)
        hasSheetForEachPeriod =
            layout.options[XLSX.sheets] == .period && document.periods != nil
        posters = PosterCells(layout)
        facts = DocumentFacts(layout)
        // No native chart can show bounds without a point between them.
        let hasBands = document.face?.plot?.upperColumn != nil
        let hasPlots = layout.options[XLSX.chart] == .auto && !hasBands
        plots = Plots(layout) { source in
            // More lines or more places could not be told apart.
            hasPlots
                ? Plot(layout, of: source, maxPeriods: 62, maxFilms: 30, isTabled: true) : nil
        }
    }

    /// Refuses a layout that parts of the document may have but not the whole.
    func begin(into output: inout ByteBuffer) throws(Fault) { try XLSX().check(layout) }

    func take(_ picture: Picture, at address: String) { posters.take(picture, at: address) }

    var takesMorePictures: Bool { !posters.isFull }

    /// Switches to the sheet of the edition's period and source, if each has one.
    func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault) {
        posters.forgetPictures()
        plots.begin(edition)
        facts.begin(edition)
        guard hasSheetForEachPeriod else { return }
        let period =
            edition.period.chart == .daily ? "\(edition.period.from)" : "\(edition.period.week)"
        let name = layout.document.joinsSources ? "\(period) \(edition.source)" : period
        // The last one, because earlier ones are full.
        if let index = sheets.lastIndex(where: { $0.wantedName == name }) {
            current = index
        } else {
            try addSheet(name)
        }
    }

    /// Writes a row to its sheet.
    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        try addFirstSheet()
        if sheets[current].isFull { try addSheet(sheets[current].wantedName) }
        plots.add(row)
        facts.addRow()
        try sheets[current].write(row, &posters, &cuts)
    }

    private func addFirstSheet() throws(Fault) {
        if sheets.isEmpty { try addSheet(Heading(layout).name(ofDocument: layout.document)) }
    }

    private func addSheet(_ wanted: String) throws(Fault) {
        let sheet = try workbook.addSheet(names.unused(wanted))
        sheets.append(try DataSheet(sheet, wantedName: wanted, layout, maxRows: maxRows))
        current = sheets.count - 1
    }

    /// Adds the last sheets, writes the whole workbook, and returns remarks on everything that was
    /// cut or left out.
    func finish(
        _ ending: DocumentEnding, passingOn passOn: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) -> [Fault] {
        let cutTexts = cuts.first.map { Fault.textsCut($0.andMore(cuts.count - 1)) }
        let remarks = [cutTexts].compactMap(\.self) + posters.remarks + plots.remarks
        try addFirstSheet()
        let unprinted = sheets.flatMap { $0.finish() }.eachOnce
        for plot in plots.all where !plot.isEmpty { try plot.write(to: &workbook, &names) }
        try workbook.addInfo(
            named: names.unused("정보"), of: layout, facts, ending,
            remarks + (unprinted.isEmpty ? [] : [.notPrinted(unprinted)]))
        try workbook.close(passOn)
        return remarks
    }
}

extension Fault {
    /// The note about columns that are not printed, so that letters can be read.
    fileprivate static func notPrinted(_ headers: [String]) -> Fault {
        Fault(
            .notFound, "not-printed",
            "printed are the columns that a page has room for; the others are in the file alone: \(headers.joined(separator: ", "))"
        )
    }

    fileprivate static func textsCut(_ cells: Message) -> Fault {
        Fault(
            .malformed, "texts-cut",
            "a text was cut to \(CellText.maxCharacters) characters, as many as a cell holds: \(cells)"
        )
    }
}
