/// One period in the run of a film.
package struct TrendEntry: Sendable {
    /// The film.
    package let film: TrendFilm
    /// The period.
    package let period: Period
    /// The film's line on the chart of the period; nil if it was not on the chart.
    package let line: ChartEntry?

    /// Makes a line.
    package init(film: TrendFilm, period: Period, line: ChartEntry?) {
        self.film = film
        self.period = period
        self.line = line
    }
}

extension TrendEntry {
    /// The columns of a run.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    package static let table = Table<TrendEntry>(
        named: "trend", key: ["movie_code", "from", "to"],
        [
            Field(.releaseDay) { entry in
                Value(entry.film.openDate.map(entry.period.to.releaseDay(openedOn:)))
            },
            Field("date", "날짜", .date) { .date($0.period.from) },
            Field("year_week", "연도주차", .text) { .text($0.period.week.compact) },
            Field("from", "시작일", .date) { .date($0.period.from) },
            Field("to", "종료일", .date) { .date($0.period.to) },
            Field("movie_code", "영화코드", .text) { .text($0.film.code) },
            Field("title", "영화명", .text, short: "영화") { .text($0.film.title) },
            Field("on_chart", "순위권", .boolean) { .boolean($0.line != nil) },
        ]
            + [
                "rank", "rank_change", "audience_count", "audience_total", "sales_amount",
                "sales_total", "screen_count", "show_count", "rank_marker", "is_new",
                "sales_share", "sales_change", "sales_change_rate", "audience_change",
                "audience_change_rate", "ticket_price", "audience_per_show",
                "audience_per_screen",
            ].compactMap(ofLine)
            + [
                Field("open_date", "개봉일", .date) { Value($0.film.openDate) },
                Field("chart", "구분", .text) { .text($0.period.chart.rawValue) },
            ] + ["source", "fetched_at"].compactMap(ofLine)
            + [
                Field(.dayOfRun) { $0.number(in: .daily) },
                Field(.weekOfRun) { $0.number(in: .weekly) },
            ])

    /// The number of the period in the run, if its chart is `chart`.
    private func number(in chart: Chart) -> Value {
        Value(period.chart == chart ? film.number(of: period) : nil)
    }

    /// The columns that are written by default, in their order.
    ///
    /// - Parameter isCounted: whether days, or weeks, are counted from a day that the user chose.
    package static func defaultColumns(of chart: Chart, isCounted: Bool) -> [String] {
        (isCounted ? [Column.ofRun(chart).name] : []) + ["release_day"]
            + (chart == .daily ? ["date"] : ["year_week", "from", "to"])
            + [
                "movie_code", "title", "on_chart", "rank", "rank_change", "audience_count",
                "audience_total", "sales_amount", "sales_total", "screen_count", "show_count",
            ]
    }

    /// The chart's column `name`, which is missing where the film was not on the chart.
    private static func ofLine(_ name: String) -> Field<TrendEntry>? {
        ChartEntry.table.fields.first { $0.column.name == name }.map { field in
            Field(field.column) { entry in
                if let line = entry.line { field.value(line) } else { .missing }
            }
        }
    }
}
