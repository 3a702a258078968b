import BoxOffice
@testable import Engine
import BoxOfficeConformance
import SlowLane
import Testing

@testable import BoxOfficeCommand
@testable import HTML
@testable import SVG

/// The runs of films as lines.
@Suite struct RunPlotTests {
    private func layout(
        _ films: Int, days: Int, chart: Chart = .daily, pivot: String? = nil,
        isCounted: Bool = false, isKorean: Bool = true, isTogether: Bool = true,
        title: (Int) -> String = { "영화 \($0)" }
    ) throws -> Layout {
        let first = Period(of: chart, containing: Day(daysSince1970: 19_144))
        let films = (0..<films).map {
            TrendFilm(
                code: "\($0)", title: title($0), openDate: first.from,
                firstDay: first.from.advanced(by: isTogether ? 0 : $0),
                periods: Periods(from: first, to: first.advanced(by: days - 1)))
        }
        let query = try TrendQuery(films: films, chart: chart, pivot: pivot, isCounted: isCounted)
        var document = DocumentDescription(dataset: "trend")
        document.face = query.face
        let columns =
            pivot == nil
            ? [
                isCounted ? query.number : Column("release_day", "개봉일차", .integer),
                Column("movie_code", "영화코드", .text), Column("audience_count", "관객수", .integer),
            ]
            : [Column(chart == .daily ? "release_day" : "release_week", "개봉일차", .integer)]
                + films.map { Column($0.title, $0.title, .integer) }
        var layout = Layout(
            columns: columns, header: isKorean ? .ko : .en,
            options: try PluginOptions(for: HTML().manifest), document: document)
        layout.korean = { .korean }
        return layout
    }

    private func drawing(
        _ values: [[Value]], chart: Chart = .daily, pivot: String? = nil, isKorean: Bool = true,
        width: Double = Drawing.width, title: (Int) -> String = { "영화 \($0)" }
    ) throws -> Drawing? {
        let layout = try layout(
            values.count, days: values.map(\.count).max() ?? 1, chart: chart, pivot: pivot,
            isKorean: isKorean, title: title)
        var plot = try #require(Plot(drawnFor: layout))
        for row in rows(values, isPivot: pivot != nil) { plot.add(row.span) }
        return Drawing(runs: plot, width: width)
    }

    private func rows(_ values: [[Value]], isPivot: Bool) -> [[Value]] {
        var rows: [[Value]] = []
        if isPivot {
            for day in 0..<(values.map(\.count).max() ?? 0) {
                let figures = values.map { $0.indices.contains(day) ? $0[day] : .missing }
                rows.append([.integer(day + 1)] + figures)
            }
        } else {
            for (film, figures) in values.enumerated() {
                for (day, figure) in figures.enumerated() {
                    rows.append([.integer(day + 1), .text("\(film)"), figure])
                }
            }
        }
        return rows
    }

    private func ticks(_ drawing: Drawing) -> [String] {
        drawing.ticks.filter { $0.anchor == .end }.map(\.text)
    }

    @Test("Lines break at missing days, a day between two is a dot, and names stand at the right")
    func pictures() throws {
        let one: [Value] = [
            .integer(125_000), .integer(100_000), .missing, .integer(90_000), .missing,
            .integer(80_000), .integer(70_000),
        ]
        let runs = [one, Array(one.prefix(2)), Array(repeating: .integer(0), count: 7)]
        for (name, isKorean, width) in [
            ("runs", true, Drawing.width), ("runs-narrow", false, 340),
        ] {
            let drawing = try #require(try drawing(runs, isKorean: isKorean, width: width))
            drawing.expectOrder()
            try drawing.expectPicture(name)
        }
        let ranks = try #require(
            try drawing([[.integer(1), .integer(12)], [.integer(2), .integer(1)]], pivot: "rank"))
        ranks.expectOrder()
        try ranks.expectPicture("runs-of-ranks")
        let changes = try #require(
            try drawing(
                [[-711, 0, 4200].map { .decimal(Decimal($0, places: 1)) }],
                pivot: "audience_change_rate"))
        changes.expectOrder()
        try changes.expectPicture("runs-of-changes")
        let nothing = try #require(try drawing([[.integer(0), .integer(0)]]))
        nothing.expectOrder()
        #expect(ticks(nothing) == ["0", "1"])
    }

    @Test(
        "Runs from a chosen day are drawn over days or weeks from that day, not from the release",
        arguments: [(Chart.daily, "일차", "day"), (.weekly, "주차", "week")])
    func counted(chart: Chart, korean: String, english: String) throws {
        let layout = try layout(1, days: 3, chart: chart, isCounted: true)
        for (isKorean, title) in [(true, korean), (false, english)] {
            var plot = try #require(
                Plot(
                    drawnFor: try self.layout(
                        1, days: 3, chart: chart, isCounted: true, isKorean: isKorean)))
            for row in rows([[.integer(5), .missing, .integer(7)]], isPivot: false) {
                plot.add(row.span)
            }
            #expect(
                plot.last == 3 && plot.lines[0].figures == [1: .integer(5), 3: .integer(7)])
            let drawing = try #require(Drawing(runs: plot))
            #expect(drawing.ticks.last?.text == title)
        }
        let without = Layout(
            columns: Array(layout.columns.dropFirst()) + [.init("release_day", "개봉일차", .integer)],
            options: layout.options, document: layout.document)
        #expect(
            Plot(drawnFor: without)?.remarks.first?.message.contains("\(english), movie_code or")
                == true)
    }

    @Test("Labels never overlap: thirty lines that end at one figure, or one after the other")
    func labels() throws {
        let same = (0..<30).map { _ in Array(repeating: Value.integer(7), count: 40) }
        let steps = (0..<30).map { film in
            (0..<40).map { $0 < 40 - film ? Value.integer(film * 1000) : .missing }
        }
        for values in [same, steps] {
            for title in [{ "WWWW \($0) WWWWWWWWWWWWWWWWW" }, { "영화 \($0)" }] as [(Int) -> String] {
                let widths = [288, Drawing.width, 340, 1968]
                for width in widths.prefix(SlowLane.cases(4, quick: 2)) {
                    let drawing = try #require(try drawing(values, width: width, title: title))
                    drawing.expectOrder()
                    #expect(drawing.ends.count == 30)
                    #expect(drawing.lines.count { $0.style != nil } == 10)
                }
            }
        }
    }

    @Test("Extreme figures are drawn, and without figures there is no drawing")
    func extremes() throws {
        for values in [[Int.min, .max], [.max, .max], [-1, -1], [1]] {
            for pivot in [nil, "rank"] {
                try #require(try drawing([values.map { .integer($0) }], pivot: pivot)).expectOrder()
            }
        }
        #expect(try drawing([[.missing, .missing]]) == nil)
    }

    @Test(
        "The axis of long runs that began on one day is in months, others' in steps of thirty days",
        arguments: [
            (
                Chart.daily, 365, 1, true,
                [
                    "6월", "2022", "7월", "8월", "9월", "10월", "11월", "12월", "1월", "2023", "2월", "3월",
                    "4월", "5월",
                ]
            ),
            (
                .weekly, 52, 1, true,
                [
                    "6월", "2022", "7월", "8월", "9월", "10월", "11월", "12월", "1월", "2023", "2월", "3월",
                    "4월", "5월",
                ]
            ),
            (
                .daily, 365, 1, false,
                [
                    "Jun", "2022", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "2023", "Feb",
                    "Mar", "Apr", "May",
                ]
            ),
            (
                .daily, 365, 2, true,
                [
                    "1", "30", "60", "90", "120", "150", "180", "210", "240", "270", "300", "330",
                    "360", "개봉일차",
                ]
            ),
            (
                .daily, 120, 1, true,
                [
                    "1", "10", "20", "30", "40", "50", "60", "70", "80", "90", "100", "110", "120",
                    "개봉일차",
                ]
            ),
        ])
    func months(chart: Chart, length: Int, films: Int, isKorean: Bool, labels: [String]) throws {
        let layout = try layout(
            films, days: length, chart: chart, isKorean: isKorean, isTogether: films == 1)
        var plot = try #require(Plot(drawnFor: layout))
        let figures = Array(repeating: Value.integer(5), count: length)
        for row in rows(Array(repeating: figures, count: films), isPivot: false) {
            var row = row
            // A week is placed at its last day since release.
            if chart == .weekly, case .integer(let week) = row[0] { row[0] = .integer(week * 7) }
            plot.add(row.span)
        }
        let drawing = try #require(plot.drawing(width: Drawing.width))
        drawing.expectOrder()
        #expect(drawing.ticks.filter { $0.anchor == .middle }.map(\.text) == labels)
    }

    @Test("A thinned line keeps its peaks, and breaks at missing days")
    func thinnedGaps() throws {
        let days = 1460
        let series = (1...days).map { day -> Value in
            day == 700 ? .integer(1000) : day % 2 == 1 && day > 730 ? .missing : .integer(1)
        }
        var plot = try #require(Plot(drawnFor: try layout(1, days: days)))
        for row in rows([series], isPivot: false) { plot.add(row.span) }
        #expect(plot.remarks.first?.message.contains("greatest of every 2 figures") == true)
        let drawing = try #require(Drawing(runs: plot))
        let line = try #require(drawing.lines.first)
        #expect(line.parts.first?.count == 365)
        #expect(
            line.parts.dropFirst().count == 365
                && line.parts.dropFirst().allSatisfy { $0.count == 1 }
        )
        let peak = try #require(line.parts.first?.min { $0.y < $1.y })
        #expect(peak.y < (line.parts.last?.first?.y ?? 0) - 100)
    }

    @Test(
        "Thirty films over 3,650 days are thinned, and the remark says so; more films have no chart"
    )
    func bounds() throws {
        func plot(_ films: Int, days: Int) throws -> Plot {
            var plot = try #require(Plot(drawnFor: try layout(films, days: days)))
            for film in 0..<films {
                for day in 1...days {
                    let row: [Value] = [.integer(day), .text("\(film)"), .integer(day % 97)]
                    plot.add(row.span)
                }
            }
            return plot
        }
        func text(_ plot: Plot) -> String {
            var output = ByteBuffer()
            PageDocument.write(plot, into: &output)
            return String(decoding: output.taken(), as: UTF8.self)
        }
        let films = SlowLane.cases(30, quick: 5)
        let most = try plot(films, days: 3650)
        #expect(
            most.remarks.first?.message
                == "the chart of the runs shows the greatest of every 5 figures, or the best rank")
        let written = text(most)
        #expect(written.utf8.count < 800_000)
        #expect(written.split(separator: "L").count < 2 * (films * 730 + 40 * 10))
        #expect(try plot(1, days: 730).remarks.first == nil)
        let long = try plot(1, days: 3651)
        #expect(
            long.remarks.first?.message
                == "there is no chart of the runs: 3651 periods, and a chart shows at most 3650")
        #expect(text(long) == "")
        let many = try plot(31, days: 2)
        #expect(
            many.remarks.first?.message
                == "there is no chart of the runs: 31 films, and a chart shows at most 30")
        #expect(text(many) == "")
        #expect(text(try plot(2, days: 3)) == text(try plot(2, days: 3)))
    }

    @Test(
        "Numbers of an axis are short and exact",
        arguments: [
            (125_000, "12.5만", "125k"), (1e6, "100만", "1M"), (1e8, "1억", "100M"),
            (1.5e8, "1.5억", "150M"), (5000, "5000", "5k"), (-250_000, "-25만", "-250k"),
            (0, "0", "0"), (0.25, "0.25", "0.25"), (1.2e6, "120만", "1.2M"),
            (2e12, "2조", "2T"), (-0.5, "-0.5", "-0.5"), (1, "1", "1"),
            (9e18, "9000000조", "9000000T"),
        ])
    func numbers(figure: Double, korean: String, english: String) {
        #expect(figure.abbreviated(isKorean: true) == korean)
        #expect(figure.abbreviated(isKorean: false) == english)
    }

    @Test(
        "The steps of an axis are 1, 2 or 5 times a power of ten",
        arguments: [(0, 1), (6, 1), (7, 2), (12, 2), (13, 5), (30, 5), (31, 10), (9e18, 2e18)])
    func steps(length: Double, step: Double) {
        #expect(roundStep(dividing: length, by: 6) == step)
    }
}

extension Drawing {
    /// The labels of the lines, and those of the axes.
    fileprivate var ends: [Label] { labels.filter { $0.role != .tick } }
    fileprivate var ticks: [Label] { labels.filter { $0.role == .tick } }
}
