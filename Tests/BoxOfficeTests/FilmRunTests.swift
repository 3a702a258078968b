@testable import BoxOffice
@testable import Engine
import Testing

/// The runs of films as one row each, from the charts of their days.
@Suite struct FilmRunTests {
    /// The film's figures on the chart of a day of its release.
    struct Shown {
        /// The rank on the chart of all films; nil if the film is only on the chart of its nation.
        var rank: Int?
        var admissions: Int?
        var total: Int?
    }

    /// The requested days, and the film's figures on their charts.
    struct Run {
        var opening = "2024-05-01"
        var count = 30
        var shown: [Int: Shown]
        /// The days that were not available.
        var missing: Set<Int> = []
        /// The days whose chart lacks rows.
        var short: Set<Int> = []
        var isDeep = false

        /// A run of 20 days with 100,000 admissions each, the first five at rank 1.
        static let usual = Run(
            shown: Dictionary(
                uniqueKeysWithValues: (1...20).map {
                    ($0, Shown(rank: $0 > 5 ? 2 : 1, admissions: 100_000, total: $0 * 100_000))
                }))

        func with(_ change: (inout Run) -> Void) -> Run {
            var run = self
            change(&run)
            return run
        }

        static func totals(_ totals: [Int?]) -> Run {
            Run(
                shown: Dictionary(
                    uniqueKeysWithValues: totals.enumerated().compactMap { index, total in
                        total.map { (index + 1, Shown(rank: 1, admissions: 1, total: $0)) }
                    }))
        }
    }

    /// Returns the row of a run, by default the columns from `first_day` on, as in CSV.
    private func row(_ run: Run, columns: String = "first_day...days_to_10m") throws -> String {
        let opening = try #require(Day(run.opening))
        let first = Period(of: .daily, containing: opening)
        let periods =
            run.count > 0 ? Periods(from: first, to: first.advanced(by: run.count - 1)) : nil
        let film = TrendFilm(
            code: "1", title: "하나", openDate: opening, firstDay: opening, periods: periods)
        var query = try TrendQuery(films: [film], chart: .daily, isByFilm: true)
        if run.isDeep { query.nations = ChartFilter.Nation.allCases }
        var figures = TrendFigures(of: query, from: "s")
        let all: [Period] = periods.map { Array($0) } ?? []
        for number in 1..<(all.count + 1) where !run.missing.contains(number) {
            let period = all[number - 1]
            var entries = [entry(of: "2", Shown(rank: 9, admissions: 1, total: 1), in: period)]
            if let shown = run.shown[number] { entries.append(entry(of: "1", shown, in: period)) }
            var page = Page(entries, of: ChartEntry.table)
            page.lacksRows = run.short.contains(number)
            page.state.isShort = page.lacksRows
            page.fetchedAt = Instant(startOf: opening.advanced(by: 101 - number))
            _ = figures.add(try RunChart(page, of: query), of: period)
        }
        let names = FilmRun.table.dataset.columns.map(\.name)
        let ends = columns.split(separator: "...").compactMap { name in
            names.firstIndex { $0 == name }
        }
        let range = try #require(ends.first)...(try #require(ends.last))
        let rows = try #require(figures.finish().rows.first?.page).rows(Array(range))
        return try #require(rows.first).map { $0.readable(as: .text) }.joined(separator: ",")
    }

    private func entry(of code: String, _ shown: Shown, in period: Period) -> ChartEntry {
        var entry = ChartEntry(
            code, in: ChartEdition(period), rank: shown.rank, shown.rank.map { _ in .places(0) })
        entry.fill()
        (entry.audienceCount, entry.audienceTotal) = (shown.admissions, shown.total)
        entry.salesTotal = shown.total.map { $0 * 10 }
        return entry
    }

    @Test(
        "A figure is given only if all days that it needs are known, and is never too small",
        arguments: [
            (
                [
                    "a whole run": Run.usual, "seven days off": Run.usual.with { $0.count = 27 },
                    "a chart that lacks rows, and not the film": Run.usual.with { $0.short = [8] },
                ], "100000,300000,700000,1400000,2000000,20000000,2024-05-20,20,1,5,6.67,10,,,"
            ),
            (
                [
                    "one of the last seven days missing": Run.usual.with { $0.missing = [24] },
                    "the last day missing": Run.usual.with { $0.missing = [30] },
                    "the day after the last on the chart missing": Run.usual.with {
                        ($0.count, $0.missing) = (35, [21])
                    },
                    "a chart that lacks rows, and the film": Run.usual.with { $0.short = [22] },
                    "one of the last seven, too": Run.usual.with { $0.short = [28] },
                ], "100000,300000,700000,1400000,2000000,20000000,2024-05-20,,,,,10,,,"
            ),
            (
                ["off the chart on the first day": Run.usual.with { $0.shown[1] = nil }],
                ",300000,,,2000000,20000000,2024-05-20,19,1,4,6.67,10,,,"
            ),
            (
                ["off the chart on the first Saturday": Run.usual.with { $0.shown[4] = nil }],
                "100000,,,,2000000,20000000,2024-05-20,19,1,4,,10,,,"
            ),
            (
                ["off the chart on the seventh day": Run.usual.with { $0.shown[7] = nil }],
                "100000,300000,,,2000000,20000000,2024-05-20,19,1,5,6.67,10,,,"
            ),
            (
                ["off the chart on the fourteenth day": Run.usual.with { $0.shown[14] = nil }],
                "100000,300000,700000,,2000000,20000000,2024-05-20,19,1,5,6.67,10,,,"
            ),
            (
                ["on the chart without a figure": Run.usual.with { $0.shown[4]?.admissions = nil }],
                "100000,,,,2000000,20000000,2024-05-20,20,1,5,,10,,,"
            ),
            (
                ["two weeks not asked for": Run.usual.with { $0.count = 13 }],
                "100000,300000,700000,,1300000,13000000,2024-05-13,13,1,5,,10,,,"
            ),
            (
                ["two days": Run.usual.with { $0.count = 2 }],
                "100000,,,,200000,2000000,2024-05-02,2,1,2,,,,,"
            ),
            (
                ["six days off": Run.usual.with { $0.count = 26 }],
                "100000,300000,700000,1400000,2000000,20000000,2024-05-20,20,1,5,,10,,,"
            ),
            (
                [
                    "back on the last day but six": Run.usual.with {
                        $0.shown[24] = Shown(rank: 3, admissions: 1, total: 2_500_000)
                    }
                ],
                "100000,300000,700000,1400000,2500000,25000000,2024-05-24,21,1,5,,10,,,"
            ),
            (
                [
                    "back on the day before those": Run.usual.with {
                        $0.shown[23] = Shown(rank: 3, admissions: 1, total: 2_500_000)
                    }
                ],
                "100000,300000,700000,1400000,2500000,25000000,2024-05-23,21,1,5,8.33,10,,,"
            ),
            (
                ["a day that could not be had": Run.usual.with { $0.missing = [8] }],
                "100000,300000,700000,,2000000,20000000,2024-05-20,,,,6.67,10,,,"
            ),
            (["on no chart": Run(shown: [:])], ",,,,,,,0,,0,,,,,"),
            (["no day is over": Run.usual.with { $0.count = 0 }], ",,,,,,,,,,,,,,"),
            (
                [
                    "more than there are numbers": Run.usual.with { $0.shown[4]?.admissions = .max }
                ],
                "100000,,,,2000000,20000000,2024-05-20,20,1,5,,10,,,"
            ),
        ] as [([String: Run], String)])
    func figures(runs: [String: Run], figures: String) throws {
        for (name, run) in runs { #expect(try row(run) == figures, "\(name)") }
    }

    @Test(
        "The first weekend is Friday to Sunday of the opening week, if the film opened by then",
        arguments: [
            ("2024-04-29", "224"), ("2024-04-30", "112"), ("2024-05-01", "56"),
            ("2024-05-02", "28"), ("2024-05-03", "14"), ("2024-05-04", ""), ("2024-05-05", ""),
        ])
    func weekend(opening: String, admissions: String) throws {
        // Each day has its own bit, so that a sum shows its days.
        let shown = (1...7).map { ($0, Shown(rank: 1, admissions: 1 << $0, total: 500)) }
        let run = Run(opening: opening, shown: Dictionary(uniqueKeysWithValues: shown))
        #expect(try row(run, columns: "first_weekend") == admissions)
        let multiple = ["224": "2.23", "112": "4.46", "56": "8.93", "28": "17.86", "14": "35.71"]
        #expect(try row(run, columns: "multiple") == multiple[admissions, default: ""])
    }

    @Test(
        "A million counts as reached on a day only if it is known not to have been reached before",
        arguments: [
            ([999_999, 1_000_000, 2_999_999, 3_000_001], "2,4,,"),
            // Previews count on the first day.
            ([5_000_000, 6_000_000, 9_999_999, 12_000_000], "1,1,1,4"),
            // Off the chart the day before.
            ([900_000, nil, 1_100_000, 3_100_000], ",4,,"),
            // Corrected downwards, and reached again: the first day counts.
            ([900_000, 1_000_000, 990_000, 1_010_000], "2,,,"),
            // The first day is unknown, and the million is reached again.
            ([900_000, nil, 1_100_000, 990_000, 1_010_000], ",,,"),
            ([nil, 1_000_000, 3_000_000], ",3,,"),
            ([999_999, 999_999], ",,,"),
        ] as [([Int?], String)])
    func millions(totals: [Int?], days: String) throws {
        #expect(try row(.totals(totals), columns: "days_to_1m...days_to_10m") == days)
        // A day that was not available does not show that the film was below it.
        let run = Run.totals(totals)
        let off = totals.indices.filter { totals[$0] == nil }.map { $0 + 1 }
        #expect(
            try row(run.with { $0.missing = Set(off) }, columns: "days_to_1m...days_to_10m")
                == days)
    }

    @Test("After a correction, the last total is the smaller one")
    func correction() throws {
        let run = Run.totals([900_000, 1_000_000, 990_000])
        #expect(try row(run, columns: "audience_total...last_seen") == "990000,9900000,2024-05-03")
    }

    @Test("All days on deep charts count, but only the ranks of the national chart")
    func deep() throws {
        var run = Run.usual.with { $0.isDeep = true }
        for day in 6...20 { run.shown[day]?.rank = nil }
        let columns = "days_on_chart...days_at_1"
        #expect(try row(run, columns: columns) == "20,1,5")
        for day in 1...5 { run.shown[day]?.rank = nil }
        #expect(try row(run, columns: columns) == "20,,0")
        // A national chart that lacks rows may lack the film.
        #expect(try row(run.with { $0.short = [3] }, columns: columns) == "20,,")
        #expect(try row(run.with { $0.short = [23] }, columns: columns) == ",,")
    }

    @Test("A row gives its source, and the time of the oldest of its answers")
    func origin() throws {
        // Answers for later days are older in this test.
        let columns = "source...fetched_at"
        #expect(
            try row(.usual, columns: columns) == "s,2024-07-11T00:00:00+09:00")
        #expect(
            try row(Run.usual.with { $0.missing = [30] }, columns: columns)
                == "s,2024-07-12T00:00:00+09:00")
        #expect(try row(Run.usual.with { $0.count = 0 }, columns: columns) == "s,")
    }

    @Test("Runs by film have columns of their own, and no plot")
    func columns() throws {
        let film = TrendFilm(
            code: "1", title: "하나", openDate: nil, firstDay: Day(daysSince1970: 0), periods: nil)
        let query = try TrendQuery(films: [film], chart: .daily, isByFilm: true)
        #expect(query.dataset.name == "runs" && query.dataset.key == ["movie_code"])
        #expect(
            query.defaultColumns == [
                "movie_code", "title", "open_date", "first_day", "first_weekend", "first_week",
                "first_two_weeks", "audience_total", "sales_total", "last_seen", "days_on_chart",
                "best_rank", "days_at_1", "multiple", "days_to_1m", "days_to_3m", "days_to_5m",
                "days_to_10m",
            ])
        #expect(
            query.dataset.columns.map(\.koreanHeader) == [
                "영화코드", "영화명", "개봉일", "첫날관객수", "첫주말관객수", "첫주관객수", "2주관객수", "누적관객수", "누적매출액",
                "마지막집계일", "순위권일수", "최고순위", "1위일수", "배수", "100만돌파일차", "300만돌파일차", "500만돌파일차",
                "1000만돌파일차", "출처", "수집시각",
            ])
        var document = DocumentDescription(dataset: "runs")
        document.face = query.face
        let layout = Layout(
            columns: query.dataset.columns,
            options: try PluginOptions([], for: Manifest(name: "x", summary: "")),
            document: document)
        #expect(Plot(layout, maxPeriods: 62, maxFilms: 30) == nil)
    }
}
