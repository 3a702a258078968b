package import BoxOffice

/// A query for the runs of films, to compare them.
package struct TrendQuery: Hashable, Sendable {
    /// The films, in the order in which they are written; stand-ins until they are looked up.
    package internal(set) var films: [TrendFilm]
    /// The chart the figures are from: the daily or the weekly one.
    package let chart: Chart
    /// The column whose values are written, one column per film; nil for one row per film and
    /// period.
    package let pivot: Column?
    /// True if days or weeks are counted from a day that the user chose for all films, and not from
    /// the opening of each.
    package let isCounted: Bool
    /// True if there is one row per film, which sums up its run, and not one per period.
    package let isByFilm: Bool
    /// The nations whose charts are joined with that of all films; empty if only that is read.
    package var nations: [ChartFilter.Nation] = []
    /// The films as the user named them.
    package var choices: [FilmChoice] = [] {
        didSet { films = choices.map { $0.placeholder() } }
    }
    /// The part of each run to show.
    package var span = TrendSpan()

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - films: the films, in the order in which they are written.
    ///   - chart: the chart the figures are from.
    ///   - pivot: the name of the column whose values are written, or nil.
    ///   - isCounted: true if the user chose day 1 of all films.
    ///   - isByFilm: true if there is one row per film; runs then begin with the opening.
    /// - Throws: a ``Fault`` of kind `usage` if `pivot` is not a column of numbers.
    package init(
        films: [TrendFilm], chart: Chart, pivot: String? = nil, isCounted: Bool = false,
        isByFilm: Bool = false
    ) throws(Fault) {
        self.films = films
        self.chart = chart
        self.isCounted = isCounted
        self.isByFilm = isByFilm
        guard let pivot else {
            self.pivot = nil
            return
        }
        let dataset = TrendEntry.table.dataset
        let index = try dataset.indices(of: [pivot]).first
        guard let column = index.map({ dataset.columns[$0] }), column.isPivotable else {
            let isEnglish = pivot.utf8.allSatisfy { $0 < 0x80 }
            throw .pivotOfText(
                pivot, known: Self.figures.map(isEnglish ? \.name : \.koreanHeader))
        }
        self.pivot = column
    }

    /// The columns whose values may be written with one column per film.
    package static var figures: [Column] {
        TrendEntry.table.dataset.columns.filter(\.isPivotable)
    }

    /// The column with the number of the day or week by which runs are compared: that of release,
    /// unless the user chose a first day.
    ///
    /// Only documents with one column per film have a column of weeks of release; elsewhere they
    /// follow from the day of release.
    package var number: Column {
        if isCounted { return .periodOfRun(chart) }
        return chart == .daily || pivot == nil
            ? .releaseDay : Column("release_week", "개봉주차", .integer)
    }

    /// The charts that hold the figures, each once; none if no period of any run is over, or the films
    /// are not known yet.
    ///
    /// Periods between two runs are skipped.
    package var charts: ChartQuery {
        let none = Period(of: chart, containing: Day(daysSince1970: 0))
        var query =
            ChartQuery(ofEach: films.compactMap(\.periods).joined())
            ?? ChartQuery(periods: Periods(from: none, to: none)).askingForNothing
        query.nations = nations
        return query
    }

    /// The columns of a document with one row per film and period.
    package var table: Table<TrendEntry> {
        nations.isEmpty ? TrendEntry.table : TrendEntry.deepTable
    }

    /// The dataset of the rows.
    package var dataset: Dataset {
        if isByFilm { return FilmRun.table.dataset }
        return pivot == nil ? table.dataset : pivotTable.dataset
    }

    /// The columns that are written by default.
    package var defaultColumns: [String] {
        if isByFilm { return FilmRun.defaultColumns }
        guard pivot == nil else { return pivotTable.dataset.columns.map(\.name) }
        let columns = TrendEntry.defaultColumns(of: chart, isCounted: isCounted)
        return columns.inserting(
            nations.isEmpty ? [] : [Column.onDeepChart.name], after: "on_chart")
    }

    /// The columns of a document with one column per film, whose rows are values: the number of the
    /// day or week of the run, and one value for each film.
    package var pivotTable: Table<[Value]> {
        let columns = headers.map { Column($0, $0, pivot?.kind ?? .integer) }
        return Table(of: [number] + columns, named: "trend", key: [number.name])
    }

    /// The titles of the films, with the year they opened where the title alone would not be unique,
    /// or with the code where that is equal, too.
    private var headers: [String] {
        let names = films.map { film in
            (film, [film.title] + (film.openDate.map { ["\(film.title) (\($0.year))"] } ?? []))
        }
        let own = [number.name, number.koreanHeader]
        let counts = Dictionary(names.flatMap(\.1).map { ($0, 1) }, uniquingKeysWith: +)
        return names.map { film, names in
            names.first { counts[$0] == 1 && !own.contains($0) } ?? "\(film.title) (\(film.code))"
        }
    }
}

extension Column {
    /// 확장순위권: true if a film is on the deep chart.
    static let onDeepChart = Column("on_deep_chart", "확장순위권", .boolean)

    /// True if the values can be shown with one column per film: numbers other than that of the day
    /// itself.
    fileprivate var isPivotable: Bool {
        kind.isFigure && ![.releaseDay, .dayOfRun, .weekOfRun].contains(self)
    }
}

extension Fault {
    fileprivate static func pivotOfText(_ name: String, known: [String]) -> Fault {
        Fault(
            .usage, "pivot-of-text",
            "--pivot takes a column of figures, not '\(name)'; known are \(known.joined(separator: ", "))"
        )
    }
}

/// A film whose run is shown, and the periods of it that are shown.
package struct TrendFilm: Hashable, Sendable {
    /// The film's code.
    package let code: String
    /// The title in the register.
    package let title: String
    /// The day the film opened, or nil if it is unknown.
    package let openDate: Day?
    /// Day 1 of the run: the opening day, unless the user chose another.
    package let firstDay: Day
    /// The periods of the run that are over, without first ones that the source did not record; nil if
    /// there are none yet.
    package let periods: Periods?

    /// Returns the number of `period` in the run, 1 for that of ``firstDay``: its day of release, or
    /// its week; nil if it is not in the run.
    package func number(of period: Period) -> Int? {
        periods?.covers(period) == true
            ? Period(of: period.chart, containing: firstDay).distance(to: period) + 1 : nil
    }

    /// Returns the period of the run with that number; nil if there is none.
    package func period(numbered number: Int) -> Period? {
        guard let periods else { return nil }
        let first = Period(of: periods.first.chart, containing: firstDay)
        let period = first.advanced(by: number - 1)
        return periods.covers(period) ? period : nil
    }
}

extension TrendFilm: CustomStringConvertible {
    /// `범죄도시2 (20204548): 2022-05-18 ~ 2022-06-16`.
    package var description: String {
        let days = periods.map { ": \($0.first.from) ~ \($0.last.to)" } ?? ""
        return "\(title) (\(code))\(days)"
    }
}

/// An entry of a run: the film in one period.
package struct TrendEntry: Sendable {
    /// The film.
    package let film: TrendFilm
    /// The period.
    package let period: Period
    /// The film's row on the chart of the period; nil if it was not on the chart.
    package let line: ChartEntry?
    /// True if the chart of all films has all its rows.
    package let isWhole: Bool
    /// True if those of the nations have, too, if they are read.
    package let areWhole: Bool

    /// True if the film was on the chart of all films; nil if its row may be missing there.
    var isOnChart: Bool? { line?.isOnWholeChart == true ? true : isWhole ? false : nil }

    /// True if the film was on any chart that was read; nil if its row may be missing there.
    var isOnDeepChart: Bool? { line != nil ? true : areWhole ? false : nil }

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
            Field("on_chart", "순위권", .boolean) { $0.isOnChart.map(Value.boolean) ?? .missing },
        ]
            + [
                "rank", "rank_change", "audience_count", "audience_total", "sales_amount",
                "sales_total", "screen_count", "show_count", "rank_marker", "is_new",
                "sales_share", "sales_change", "sales_change_rate", "audience_change",
                "audience_change_rate", "ticket_price", "audience_per_show",
                "audience_per_screen",
            ].compactMap(lineField)
            + [
                Field("open_date", "개봉일", .date) { Value($0.film.openDate) },
                Field("chart", "구분", .text) { .text($0.period.chart.rawValue) },
            ] + ["source", "fetched_at"].compactMap(lineField)
            + [
                Field(.dayOfRun) { $0.number(in: .daily) },
                Field(.weekOfRun) { $0.number(in: .weekly) },
            ])

    /// The columns of a run in deep charts.
    static let deepTable = Table<TrendEntry>(
        named: table.dataset.name, key: table.dataset.key,
        table.fields + [Field(.onDeepChart) { $0.isOnDeepChart.map(Value.boolean) ?? .missing }])

    /// Returns the number of the period in the run, if its chart is `chart`.
    private func number(in chart: Chart) -> Value {
        Value(period.chart == chart ? film.number(of: period) : nil)
    }

    /// Returns the columns that are written by default, in their order.
    ///
    /// - Parameter isCounted: true if days or weeks are counted from a day that the user chose.
    package static func defaultColumns(of chart: Chart, isCounted: Bool) -> [String] {
        (isCounted ? [Column.periodOfRun(chart).name] : []) + ["release_day"]
            + (chart == .daily ? ["date"] : ["year_week", "from", "to"])
            + [
                "movie_code", "title", "on_chart", "rank", "rank_change", "audience_count",
                "audience_total", "sales_amount", "sales_total", "screen_count", "show_count",
            ]
    }

    /// Returns the chart's column `name`, which is missing where the film was not on the chart.
    private static func lineField(_ name: String) -> Field<TrendEntry>? {
        ChartEntry.table.fields.first { $0.column.name == name }.map { field in
            Field(field.column) { entry in
                if let line = entry.line { field.value(line) } else { .missing }
            }
        }
    }
}
