package import BoxOffice

/// A query for the ranking of films by their admissions over some days.
package struct RankingQuery: Hashable, Sendable {
    /// The days, as periods of the daily chart.
    package let days: Periods
    /// The period, which may still be running.
    package let period: RowPeriod
    /// The origin of the films, or nil for all films.
    package let nation: ChartFilter.Nation?
    /// The kind of release, or nil for all films.
    package let kind: ChartFilter.Kind?
    /// The nations whose charts are joined with that of all films; empty if only one chart a day is
    /// read.
    package let nations: [ChartFilter.Nation]
    /// True if charts of nations could be joined, which would narrow the bounds.
    package let couldBeDeep: Bool
    /// The charts that it is computed from: those of its days and, if available, of the day before
    /// and the day after, whose totals to date bound the figures of days off the chart.
    package let charts: ChartQuery

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - days: the days, all of which the source has.
    ///   - period: the period; nil for a range of exactly these days.
    ///   - nation: the origin of the films, or nil for all films.
    ///   - kind: the kind of release, or nil for all films.
    ///   - nations: the nations whose charts are joined with that of all films.
    ///   - couldBeDeep: true if there are charts of nations that could be joined.
    ///   - held: the days that the source has and that are over.
    package init(
        days: Periods, period: RowPeriod? = nil, nation: ChartFilter.Nation? = nil,
        kind: ChartFilter.Kind? = nil,
        nations: [ChartFilter.Nation] = [], couldBeDeep: Bool = false,
        held: ClosedRange<Day>
    ) {
        self.days = days
        self.period = period ?? RowPeriod(days.first.from...days.last.to, as: nil)
        self.nation = nation
        self.kind = kind
        self.nations = nations
        self.couldBeDeep = couldBeDeep && nations.isEmpty && nation == nil && kind == nil
        func neighbour(_ period: Period, _ step: Int) -> Period {
            let next = period.advanced(by: step)
            return held.contains(next.from) ? next : period
        }
        var charts = ChartQuery(
            periods: Periods(from: neighbour(days.first, -1), to: neighbour(days.last, 1)),
            nation: nation, kind: kind)
        charts.nations = nations
        self.charts = charts
    }
}

/// An entry of a ranking: a film with its admissions over the days.
package struct RankingEntry: Sendable {
    /// The query that it answers, with the days that are counted.
    let query: RankingQuery
    /// The film's code; empty if a table has none.
    package let movieCode: String
    /// The title in the newest of the charts.
    package var title = ""
    /// The day the film opened, or nil if unknown.
    package var openDate: Day?
    /// The name of the source.
    package var source = ""
    /// The territory that the source's charts are from.
    package var territory = Territory()
    /// The time of the oldest of the answers; nil if there is none.
    package var fetchedAt: Instant?
    /// The rank by ``audience``, 1 for the most admissions.
    package var rank = 0
    /// The bounds of the admissions in the period; nil if they are out of range.
    package var audience: Bounds?
    /// The bounds of the sales in the period, in the smallest unit of the currency; nil if the charts lack
    /// sales, or if they are out of range.
    package var sales: Bounds?
    /// The admissions since the first showing, up to the last day of the period on a chart; nil if
    /// a table has none.
    package var audienceTotal: Int?
    /// The number of days of the period on a chart that was read; nil if tables cover more than a
    /// day.
    package var daysOnChart: Int?
    /// The best rank in the period; nil if the film was only on the chart of its nation.
    package var bestRank: Int?
    /// True if the bounds prove the rank: no other film, on a chart or not, could move it.
    package var isRankSure = false

    /// The columns of a ranking.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    package static let table = Table<RankingEntry>(
        named: "ranking", key: ["source", "period", "nation", "kind", "movie_code"],
        [
            Field("rank", "순위", .integer) { .integer($0.rank) },
            Field("movie_code", "영화코드", .text) {
                $0.movieCode.isEmpty ? .missing : .text($0.movieCode)
            },
            Field("title", "영화명", .text, short: "영화") { .text($0.title) },
            Field("open_date", "개봉일", .date) { Value($0.openDate) },
            Field("audience_at_least", "관객수하한", .integer, short: "관객하한") {
                Value($0.audience?.least)
            },
            Field("audience_at_most", "관객수상한", .integer, short: "관객상한") {
                Value($0.audience?.most)
            },
            Field("sales_at_least", "매출액하한", .amount) { $0.territory.amount($0.sales?.least) },
            Field("sales_at_most", "매출액상한", .amount) { $0.territory.amount($0.sales?.most) },
            Field("audience_total", "누적관객수", .integer) { Value($0.audienceTotal) },
            Field("days_on_chart", "순위권일수", .integer) { Value($0.daysOnChart) },
            Field("best_rank", "최고순위", .integer) { Value($0.bestRank) },
            Field("is_rank_sure", "순위확정", .boolean) { .boolean($0.isRankSure) },
            Field(Column("audience", "관객수", .text).bounds(as: .integer)) {
                Value($0.audience?.text(places: 0))
            },
            Field(Column("sales", "매출액", .text).bounds(as: .amount)) { entry in
                Value(entry.sales?.text(places: entry.territory.currency.places))
            },
            Field("from", "시작일", .date) { .date($0.query.days.first.from) },
            Field("to", "종료일", .date) { .date($0.query.days.last.to) },
            Field("nation", "국적구분", .text) { .text($0.query.nation?.rawValue ?? "all") },
            Field("kind", "영화구분", .text) { .text($0.query.kind?.rawValue ?? "all") },
            Field("source", "출처", .text) { .text($0.source) },
            Field("country", "국가", .text) { Value($0.territory.country?.code) },
            Field("currency", "통화", .text) { .text($0.territory.currency.code) },
            Field("fetched_at", "수집시각", .text) { Value($0.fetchedAt?.description) },
            Field("unit", "집계단위", .text) { .text($0.query.period.word) },
            Field("period", "기간", .text) { .text($0.query.period.name) },
        ])

    /// The columns that are written by default.
    package static let usualColumns = [
        "rank", "movie_code", "title", "open_date", "audience_at_least", "audience_at_most",
        "sales_at_least", "sales_at_most", "audience_total", "days_on_chart", "best_rank",
        "is_rank_sure",
    ]
}

extension Bounds {
    /// Returns the bounds as people read numbers: `12,274,846–12,279,037`, one number if both are
    /// the same, and `≥ 5,392,269` without an upper one.
    ///
    /// - Parameter places: the decimal places of their unit.
    func text(places: Int) -> String? {
        func text(_ number: Int) -> String { Decimal(number, places: places).text(grouping: ",") }
        guard let least else { return nil }
        guard let most else { return "≥ \(text(least))" }
        return most == least ? text(least) : "\(text(least))–\(text(most))"
    }
}
