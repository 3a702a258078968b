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

    /// Expects that no label covers another or a mark, and that nothing is outside.
    private func expectOrder(_ drawing: Drawing, _ comment: Comment? = nil) {
        let page = Box(left: 0, top: 0, right: drawing.width, bottom: drawing.height)
        let labels = drawing.labels
        let boxes = labels.map(\.box)
        for (index, label) in labels.enumerated() {
            #expect(page.contains(boxes[index]), "\(label) \(comment ?? "")")
            for other in labels.indices.dropFirst(index + 1)
            where boxes[index].overlaps(boxes[other]) {
                Issue.record("\(label.text) and \(labels[other].text) overlap \(comment ?? "")")
            }
        }
        let radius = drawing.columns?.radius ?? 0
        let inner = drawing.inner.map(\.box)
        for line in drawing.lines {
            #expect(!inner.contains(where: line.crosses), comment)
            let points = line.parts.joined().map { Box.square(around: $0, radius: radius) }
            #expect(points.allSatisfy(drawing.area.contains), comment)
            let marks = line.marks.map { Box.square(around: $0, radius: radius) }
            #expect(!marks.contains { mark in inner.contains(where: mark.overlaps) }, comment)
        }
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

    @Test("Every rank is a point in its row, and a line goes through all ranks of its film")
    func points() throws {
        let drawing = try #require(try drawing([[1, 2, 3], [2, 1, 3], [3, 2, 1]]))
        expectOrder(drawing)
        #expect(drawing.rows.count == 3 && drawing.lines.count == 3)
        let rows = drawing.lines.map { line in
            line.parts.map { $0.map { drawing.rows.firstIndex(of: $0.y) } }
        }
        #expect(rows == [[[0, 1, 2]], [[1, 0, 1]], [[2, 2, 0]]])
        #expect(drawing.lines.allSatisfy { $0.entries.isEmpty && $0.exits.isEmpty })
        #expect(drawing.ends.map(\.text) == [1, 2, 3, 3, 2, 1].map { "영화 \($0)" })
        #expect(drawing.ends.map(\.rank) == [1, 2, 3, 1, 2, 3])
    }

    @Test("A line breaks where its film is off the chart, and is marked where it entered and left")
    func gaps() throws {
        let drawing = try #require(
            try drawing([[1, 2], [1], [1, 2], [1, 3], [1, 3], [1]]))
        expectOrder(drawing)
        let two = drawing.lines[1]
        #expect(two.parts.map(\.count) == [1, 1])
        #expect(two.entries.count == 1 && two.exits.count == 2)
        let three = drawing.lines[2]
        #expect(three.parts.map(\.count) == [2])
        #expect(three.entries.count == 1 && three.exits.count == 1)
        // Film 3 is at neither end, film 2 at the left one.
        #expect(drawing.inner.map(\.text) == ["영화 3"])
    }

    @Test(
        "A missing period breaks all lines, and its neighbours have no marks for entering or leaving"
    )
    func missingPeriod() throws {
        let drawing = try #require(try drawing([[1, 2], nil, [1, 3], [1, 3]]))
        expectOrder(drawing)
        #expect(drawing.gaps.count == 1)
        #expect(drawing.lines.map { $0.parts.map(\.count) } == [[1, 2], [1], [2]])
        #expect(drawing.lines.allSatisfy { $0.entries.isEmpty && $0.exits.isEmpty })
        let start = try #require(try self.drawing([nil, [1], [1, 2], nil]))
        expectOrder(start)
        #expect(start.gaps.count == 2 && start.lines[1].entries.count == 1)
    }

    @Test("Films with the same rank have separate labels")
    func ties() throws {
        let rows = [1, 1, 1, 2, 5].enumerated().map { Self.row($0, "공동 \($0)", rank: $1) }
        let drawing = try #require(try drawing([rows, rows]))
        expectOrder(drawing)
        #expect(drawing.ends.count { $0.text != "" } == 10)
        #expect(drawing.ends.contains { $0.leader != nil })
        // Ranks 3 and 4 have no film: their numbers are shown if there is room.
        #expect(drawing.ends.filter { $0.text == "" }.map(\.rank) == [3, 4, 3, 4])
        let crowd = (0..<200).map { Self.row($0, "공동 \($0)", rank: 1) }
        expectOrder(try #require(try self.drawing([crowd, crowd])))
    }

    @Test("One film, two periods, no film and one period")
    func least() throws {
        let one = try #require(try drawing([[1], [1]]))
        expectOrder(one)
        #expect(one.lines.map { $0.parts.map(\.count) } == [[2]])
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
        let widths = [288, Drawing.width, Drawing.narrowWidth, 1968]
        for (index, (name, title)) in titles.prefix(SlowLane.cases(4, quick: 2)).enumerated() {
            for width in widths.prefix(SlowLane.cases(4, quick: 2)) {
                let drawing = try #require(
                    try drawing(charts, isKorean: index % 2 == 0, width: width, title: title))
                expectOrder(drawing, "\(name) \(width)")
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
    /// The labels beside the plot area, and those among its lines.
    fileprivate var ends: [Label] { labels.filter { $0.role == .film } }
    fileprivate var inner: [Label] {
        labels.filter { $0.role == .inner && area.contains($0.box) }
    }
}
