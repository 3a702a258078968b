import BoxOffice
import SlowLane
import Testing

@testable import SVG

/// The places of the lines and labels in a bump chart.
@Suite struct RankPlotTests {
    /// The films of each period in the order of their ranks; nil for a period that is missing.
    private typealias Charts = [[Int]?]

    static let columns = [
        Column("movie_code", "영화코드", .text), Column("title", "영화명", .text),
        Column("rank", "순위", .integer),
    ]

    static func row(_ film: Int, _ title: String, rank: Int) -> [Value] {
        [.text("\(film)"), .text(title), .integer(rank)]
    }

    private func drawing(
        _ charts: Charts, isKorean: Bool = true, width: Double = Drawing.width,
        title: (Int) -> String = { "영화 \($0)" }
    ) throws -> Drawing? {
        try drawing(
            charts.map { films in
                films.map { films in
                    films.enumerated().map { Self.row($1, title($1), rank: $0 + 1) }
                }
            }, isKorean: isKorean, width: width)
    }

    private func drawing(
        _ charts: [[[Value]]?], isKorean: Bool = true, width: Double = Drawing.width
    ) throws -> Drawing? {
        let layout = Layout(
            columns: Self.columns, header: isKorean ? .ko : .en,
            options: try PluginOptions(for: SVG().manifest), document: .days(charts.count))
        var plot = try #require(Plot(drawnFor: layout))
        for (index, rows) in charts.enumerated() {
            guard let rows else { continue }
            plot.begin(.day(index))
            for row in rows { plot.add(row.span) }
        }
        return Drawing(ranks: plot, width: width)
    }

    /// Returns charts whose films change ranks and come and go, the same in every run.
    private func motley(_ periods: Int, films: Int, ranks: Int) -> Charts {
        func order(_ film: Int, _ period: Int) -> Int {
            let pace = film % 5 + 1
            return (film * 7919 + period * pace * 131) % 997
        }
        return (0..<periods).map { period in
            let sorted = (0..<films).sorted { order($0, period) < order($1, period) }
            return Array(sorted.prefix(ranks))
        }
    }

    @Test("Lines come and go, break at a missing period and are named at the ends or at the foot")
    func pictures() throws {
        let charts: Charts = [
            [1, 2, 3, 4], [2, 1, 5], nil, [1, 6, 2, 3], [1, 2, 3, 7], [3, 1, 2],
        ]
        let titles = ["", "범죄도시2", "쥬라기 월드: 도미니언", "극장판 포켓몬스터DP: 기라티나와 하늘의 꽃다발"]
        func title(_ film: Int) -> String { film < 4 ? titles[film] : "영화 \(film)" }
        for (name, width) in [("ranks", Drawing.width), ("ranks-narrow", 340)] {
            let drawing = try #require(try drawing(charts, width: width, title: title))
            drawing.expectOrder()
            try drawing.expectPicture(name)
        }
        let many = try #require(try drawing(motley(62, films: 15, ranks: 5), isKorean: false))
        many.expectOrder()
        try many.expectPicture("ranks-dense")
    }

    @Test("Films with the same rank have separate labels")
    func ties() throws {
        let rows = [1, 1, 1, 2, 5].enumerated().map { Self.row($0, "공동 \($0)", rank: $1) }
        let drawing = try #require(try drawing([rows, rows]))
        drawing.expectOrder()
        #expect(drawing.ends.count { $0.text != "" } == 10)
        #expect(drawing.ends.contains { $0.leader != nil })
        // Ranks 3 and 4 have no film: their numbers are shown if there is room.
        #expect(drawing.ends.filter { $0.text == "" }.map(\.rank) == [3, 4, 3, 4])
        let crowd = (0..<200).map { Self.row($0, "공동 \($0)", rank: 1) }
        try #require(try self.drawing([crowd, crowd])).expectOrder()
    }

    @Test("One film in two periods is drawn; no film, or one period, is not")
    func least() throws {
        try #require(try drawing([[1], [1]])).expectOrder()
        #expect(try drawing([[], []] as Charts) == nil)
        #expect(try drawing([[1], nil]) == nil)
    }

    @Test(
        "Nothing overlaps or leaves the drawing, with any number of films and any length of titles",
        arguments: [(7, 14, 10), (62, 200, 20), (2, 40, 20)]
            + (SlowLane.isWanted ? [(31, 25, 10), (62, 40, 20)] : []))
    func crowds(periods: Int, films: Int, ranks: Int) throws {
        let titles: [(String, (Int) -> String)] = [
            ("한국어", { "아주 긴 제목의 영화 \(String(repeating: "속편 ", count: $0 % 7))\($0)" }),
            ("wide", { "WWWWMMMM \(String(repeating: "W", count: $0)) \($0)" }),
            ("narrow", { "i\($0)" }), ("emoji", { String(repeating: "🎬", count: 1 + $0) }),
        ]
        let charts = motley(periods, films: films, ranks: ranks)
        let widths = [288, Drawing.width, 340, 1968]
        for (index, (name, title)) in titles.prefix(SlowLane.cases(4, quick: 2)).enumerated() {
            for width in widths.prefix(SlowLane.cases(4, quick: 2)) {
                let drawing = try #require(
                    try drawing(charts, isKorean: index % 2 == 0, width: width, title: title))
                drawing.expectOrder("\(name) \(width)")
                #expect(drawing.lines.count { $0.style != nil } == 10)
                let points = drawing.lines.reduce(0) { $0 + $1.parts.joined().count }
                #expect(points == periods * ranks)
            }
        }
    }

    @Test("The first ten of the best films have the colours, from the top of the left end down")
    func choice() {
        var ranks = (0..<12).map { film in [1: film + 1, 2: film + 1, 3: film + 1] }
        ranks[11] = [3: 1]
        let styles = Drawing.styles(of: ranks, best: [11] + Array(0..<11))
        #expect(styles.map { $0?.colour } == [0, 1, 2, 3, 4, 5, 6, 7, 8, nil, nil, 9])
        let swapped = Drawing.styles(of: [[1: 2, 2: 1], [1: 1, 2: 2]], best: [0, 1])
        #expect(swapped.map { $0?.colour } == [1, 0])
    }
}

extension Drawing {
    /// The labels beside the plot area.
    fileprivate var ends: [Label] {
        labels.filter { [.film, .line].contains($0.role) && $0.mark == nil }
    }
}
