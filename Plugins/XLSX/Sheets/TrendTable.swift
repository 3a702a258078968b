internal import BoxOffice

/// The figures of films over their runs: a row for each film, a column for each day or week.
struct TrendTable {
    private var series: TrendSeries
    private let number: Int
    /// Why there is no chart; nil if there is one.
    private let refusal: Fault?

    /// Prepares for the rows of a document; nil if it shows no runs.
    init?(_ layout: Layout) {
        guard let query = layout.document.trend, let series = TrendSeries(layout) else {
            return nil
        }
        self.series = series
        number = query.films.compactMap(\.periods?.count).max() ?? 0
        refusal =
            number > Self.mostPeriods
            ? .noChart("\(number) periods, and a chart shows at most \(Self.mostPeriods)")
            : query.films.count > Self.mostFilms
                ? .noChart(
                    "\(query.films.count) films, and a chart shows at most \(Self.mostFilms)")
                : nil
    }

    /// Adds the figures in a row.
    mutating func add(_ values: Span<Value>) {
        if refusal == nil { series.add(values) }
    }

    /// Whether there is something to show.
    var isShown: Bool {
        refusal == nil && series.last > 0 && series.films.contains { !$0.values.isEmpty }
    }

    /// Why there is no chart; nil if there is one, or nothing for one.
    var remark: Fault? { refusal }

    /// Writes the table to a sheet of its own, with the chart above it.
    func write(
        to name: String, isKorean: Bool, in workbook: inout Workbook
    ) throws(Fault) -> Sheet {
        let sheet = try workbook.addSheet(name, isSmall: true)
        let top = Self.rowsOfChart
        try writeTable(to: sheet, from: top, isKorean: isKorean, in: &workbook)
        let header = isKorean ? series.column.koreanHeader : series.column.name
        let isRank = series.column.name == "rank"
        let lastRank = series.films.flatMap { $0.values.values }.compactMap(\.figure).max() ?? 1
        let lines = try workbook.addLineChart(
            title: (isKorean ? "흥행 추이: " : "runs: ") + header, values: header,
            ranks: isRank ? max(Int(lastRank), 2) : nil)
        for index in series.films.indices {
            try lines.addLine(
                in: sheet, header: top, row: top + 1 + index, lastColumn: series.last)
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
        let figure = try workbook.format(series.column.kind.style)
        try sheet.write(isKorean ? "영화명" : "title", at: top, 0, header)
        for number in 1...max(series.last, 1) {
            try sheet.write("\(number)", at: top, number, header)
            sheet.setWidth(of: number, 12)
        }
        var width = 0
        for (index, film) in series.films.enumerated() {
            let name = CellText(film.name)
            width = max(width, name.width)
            try sheet.write(name.text, at: top + 1 + index, 0, text)
            for (number, value) in film.values.sorted(by: { $0.key < $1.key }) {
                guard let value = value.figure else { continue }
                try sheet.write(value, at: top + 1 + index, number, figure)
            }
        }
        sheet.setWidth(of: 0, min(width + 2, 60))
    }

    /// How many rows the chart covers.
    private static let rowsOfChart = 27
    private static let mostPeriods = 62
    private static let mostFilms = 30
}

extension Column.Kind {
    /// How figures of the kind look.
    fileprivate var style: CellStyle {
        switch self {
        case .percent: .percent
        case .fraction: .fraction
        case .decimal: .decimal
        default: .integer(isGrouped: true)
        }
    }
}

extension Value {
    /// The value as a number in a cell; nil if it is none.
    fileprivate var figure: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .percent(let percent): Double(percent.tenths) / 1000
        case .decimal(let decimal): Double(decimal.tenths) / 10
        case .fraction(let fraction): Double(fraction.hundredths) / 100
        case .missing, .text, .list, .boolean, .date: nil
        }
    }
}

extension Fault {
    fileprivate static func noChart(_ reason: Message) -> Fault {
        Fault(
            .notFound, "no-trend-chart",
            Message("no-trend-chart", "there is no chart of the runs: \(reason)"))
    }
}
