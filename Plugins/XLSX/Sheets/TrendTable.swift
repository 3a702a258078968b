internal import BoxOffice

/// The figures of films over their runs: a row for each film, a column for each day or week.
struct TrendTable {
    private var series: TrendSeries?
    /// Why there is no chart; nil if there is one.
    private let refusal: Fault?

    /// Prepares for the rows of a document; nil if it shows no runs.
    init?(_ layout: Layout) {
        guard let query = layout.document.trend else { return nil }
        series = TrendSeries(layout)
        let number = query.films.compactMap(\.periods?.count).max() ?? 0
        refusal =
            series == nil
            ? .noTrendChart(TrendSeries.needs(for: query))
            : number > LineSheet.mostLabels
                ? .noTrendChart(
                    .tooManyPeriods(number, most: LineSheet.mostLabels))
                : query.films.count > LineSheet.mostLines
                    ? .noTrendChart(
                        .tooManyFilms(query.films.count, most: LineSheet.mostLines)
                    )
                    : nil
    }

    /// Adds the figures in a row.
    mutating func add(_ values: Span<Value>) {
        if refusal == nil { series?.add(values) }
    }

    /// Why there is no chart; nil if there is one, or nothing for one.
    var remark: Fault? { refusal }

    /// The sheet with the table and the chart; nil if there is nothing to show.
    func sheet(isKorean: Bool) -> LineSheet? {
        guard refusal == nil, let series, series.films.contains(where: { !$0.values.isEmpty })
        else { return nil }
        let header = isKorean ? series.column.koreanHeader : series.column.name
        return LineSheet(
            title: (isKorean ? "흥행 추이: " : "runs: ") + header, values: header,
            style: series.column.kind.style, areRanks: series.column.name == "rank",
            labels: (0..<series.last).map { "\($0 + 1)" },
            films: series.films.map { film in
                let figures = film.values.compactMap { number, value in
                    value.figure.map { (number - 1, $0) }
                }
                return (film.name, Dictionary(figures, uniquingKeysWith: { $1 }))
            }, hasChart: true)
    }
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
