extension ChartEntry {
    /// The columns of a chart row: the only place that defines their names, headers and types.
    ///
    /// Names and order are a promise to spreadsheets and scripts and MUST NOT CHANGE; a new column
    /// goes to the end.
    public static let table = Table<ChartEntry>(
        named: "chart", key: ["chart", "from", "region", "nation", "kind", "movie_code"],
        [
            Field("date", "날짜", .date) { .date($0.edition.period.from) },
            Field("year_week", "연도주차", .text) { .text($0.edition.period.week.compact) },
            Field("from", "시작일", .date) { .date($0.edition.period.from) },
            Field("to", "종료일", .date) { .date($0.edition.period.to) },
            Field("region", "지역", .text) { Value($0.edition.filter.region?.name) },
            Field("rank", "순위", .integer) { .integer($0.rank) },
            Field("rank_change", "순위증감", .integer) {
                if case .places(let places) = $0.rankChange { .integer(places) } else { .missing }
            },
            Field(
                "is_new", "신규진입", .boolean, formerKoreanHeaders: ["신규"]
            ) { .boolean($0.rankChange == .new) },
            Field("movie_code", "영화코드", .text) { .text($0.movieCode) },
            Field("title", "영화명", .text, short: "영화") { .text($0.title) },
            Field("open_date", "개봉일", .date) { Value($0.openDate) },
            Field("sales_amount", "매출액", .won) { Value($0.salesAmount) },
            Field("sales_share", "매출액점유율", .percent, short: "점유율") { Value($0.salesShare) },
            Field("sales_change", "매출액증감", .won) { Value($0.salesChange) },
            Field("sales_change_rate", "매출액증감률", .percent) { Value($0.salesChangeRate) },
            Field("sales_total", "누적매출액", .won) { Value($0.salesTotal) },
            Field("audience_count", "관객수", .integer) { Value($0.audienceCount) },
            Field("audience_change", "관객수증감", .integer) { Value($0.audienceChange) },
            Field("audience_change_rate", "관객수증감률", .percent) { Value($0.audienceChangeRate) },
            Field("audience_total", "누적관객수", .integer) { Value($0.audienceTotal) },
            Field("screen_count", "스크린수", .integer, short: "스크린") { Value($0.screenCount) },
            Field("show_count", "상영횟수", .integer, short: "상영") { Value($0.showCount) },
            DerivedColumn.rankMarker.field,
            Field("chart", "구분", .text) { .text($0.edition.period.chart.rawValue) },
            Field("nation", "국적구분", .text) { Value($0.edition.filter.nation?.rawValue) },
            Field("kind", "영화구분", .text) { Value($0.edition.filter.kind?.rawValue) },
            Field("source", "출처", .text) { .text($0.source) },
            Field("fetched_at", "수집시각", .text) { .text("\($0.fetchedAt)") },
            DerivedColumn.releaseDay.field,
            DerivedColumn.ticketPrice.field,
            DerivedColumn.audiencePerShow.field,
            DerivedColumn.audiencePerScreen.field,
        ])

    /// The columns of `chart` that are written by default, in their order.
    ///
    /// With `perRegion`, the region follows the period, because there is then one edition per
    /// region.
    public static func defaultColumns(of chart: Chart, perRegion: Bool) -> [String] {
        (chart == .daily ? ["date"] : ["year_week", "from", "to"]) + (perRegion ? ["region"] : [])
            + [
                "rank", "rank_change", "is_new", "movie_code", "title", "open_date",
                "sales_amount", "sales_share", "sales_change", "sales_change_rate", "sales_total",
                "audience_count", "audience_change", "audience_change_rate", "audience_total",
                "screen_count", "show_count",
            ]
    }
}
