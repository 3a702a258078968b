internal import BoxOffice

/// The ranks of films over the periods of a chart: a row for each film, a column for each period.
struct RankTable {
    private var series: RankSeries?
    /// Why there is no chart, as far as that is known before the rows.
    private let refusal: Fault?

    /// Prepares for the ranks of a chart; nil if the document has no ranks over several periods.
    init?(_ layout: Layout) {
        guard let count = RankSeries.periodCount(layout) else { return nil }
        refusal =
            layout.document.regions.count > 1
            ? .noRankChart(Message("ranks-of-regions", "the ranks are of several regions"))
            : count > LineSheet.mostLabels
                ? .noRankChart(
                    .tooManyPeriods(count, most: LineSheet.mostLabels))
                : nil
        series = refusal == nil ? RankSeries(layout, ranks: Self.drawnRanks) : nil
    }

    /// Turns to the ranks of `period`.
    mutating func begin(_ period: Period) { series?.begin(period) }

    /// Adds the rank in a row.
    mutating func add(_ values: Span<Value>) { series?.add(values) }

    /// Why there is no chart; nil if there is one, or nothing for one.
    var remark: Fault? {
        if let refusal { return refusal }
        guard let count = series?.films.count, count > LineSheet.mostLines else { return nil }
        return .noRankChart(
            .tooManyFilms(count, most: LineSheet.mostLines))
    }

    /// The sheet with the table, and with a chart if there is one; nil if there is nothing to show.
    func sheet(isKorean: Bool) -> LineSheet? {
        guard let series, let first = series.periods.first, series.begunPeriods.count > 1,
            !series.films.isEmpty
        else { return nil }
        return LineSheet(
            title: Heading(isKorean: isKorean).name(of: first.chart)
                + (isKorean ? " 순위" : " ranks"),
            values: isKorean ? "순위" : "rank", style: .integer(isGrouped: true), areRanks: true,
            labels: series.periods.map { first.chart == .daily ? "\($0.from)" : "\($0.week)" },
            films: zip(series.names, series.films).map { name, film in
                (name, film.ranks.mapValues(Double.init))
            }, hasChart: remark == nil)
    }

    /// Others are no ranks.
    private static let drawnRanks = 1...1_000_000
}
