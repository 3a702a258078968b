import BoxOffice
import BoxOfficeConformance
import Testing

@testable import HTML
@testable import SVG

/// A bump chart in a page, and the remarks about it.
@Suite struct RankPlotTextTests {
    private func plot(
        _ charts: [[[Value]]], regions: [Region] = [], header: Layout.Header = .ko
    ) throws -> Plot {
        let layout = Layout(
            columns: RankPlotTests.columns, header: header,
            options: try PluginOptions(for: HTML().manifest),
            document: .days(charts.count, regions: regions))
        var plot = try #require(Plot(drawnFor: layout))
        for (index, rows) in charts.enumerated() {
            plot.begin(.day(index))
            for row in rows { plot.add(row.span) }
        }
        return plot
    }

    private func text(_ plot: Plot) -> String {
        var output = ByteBuffer()
        PageDocument.write(plot, into: &output)
        return String(decoding: output.taken(), as: UTF8.self)
    }

    private func row(_ film: Int, _ title: String? = nil, rank: Int) -> [Value] {
        RankPlotTests.row(film, title ?? "영화 \(film)", rank: rank)
    }

    @Test("A figure has a caption, one image with a sentence, and the title of each film")
    func figure() throws {
        let charts = [[row(1, rank: 1), row(2, rank: 2)], [row(2, rank: 1)]]
        let plot = try plot(charts)
        #expect(plot.remarks == [])
        let korean = text(plot)
        #expect(korean.hasPrefix("<figure class=\"chart\"><figcaption>일별 박스오피스 순위</figcaption>"))
        #expect(korean.hasSuffix("</svg>\n</figure>\n"))
        #expect(
            korean.split(separator: "<svg class=\"").map { $0.prefix { $0 != "\"" } }.dropFirst()
                == ["wide", "narrow"])
        #expect(
            korean.contains(
                "role=\"img\" aria-label=\"2일 동안 영화 2편의 순위를 이은 선그래프. 2022-06-01 1위는 영화 1. 2022-06-02 1위는 영화 2.\""
            ))
        #expect(korean.contains("<title>영화 1</title>") && korean.contains("순위권 이탈"))
        let english = text(try self.plot(charts, header: .en))
        #expect(english.contains("<figcaption>daily box office ranks</figcaption>"))
        #expect(english.contains("Rank 1 on 2022-06-02: 영화 2.\""))
        #expect(text(plot) == korean)
    }

    @Test("Hostile titles are shown as text")
    func hostileTitles() throws {
        let titles = [
            "<script>alert(1)</script>", "</svg></figure><b>", "\" onload=\"alert(1)", "a & b < c",
            "]]><!--", "\u{0}\u{1B}[31m\u{202E}abc", String(repeating: "e\u{301}", count: 500),
            "z" + String(repeating: "\u{301}", count: 5000), "",
        ]
        let rows = titles.enumerated().map { row($0, $1, rank: $0 + 1) }
        let text = text(try plot([rows, rows]))
        for tag in ["<script", "<b>", "<!--", "\u{0}", "\u{1B}", "\u{202E}"] {
            #expect(!text.contains(tag), "\(tag)")
        }
        #expect(!text.contains("\" onload"))
        #expect(text.split(separator: "<title>").count == 2 * titles.count + 1)
        #expect(text.split(separator: "</svg>").count == 3)
    }

    @Test("Too many periods or several regions have no chart, and the remark says why")
    func bounds() throws {
        let rows = [row(1, rank: 1)]
        let none = "there is no chart of the ranks: "
        let regions = ["0105001", "0105002"].map { Region(code: $0, name: $0) }
        for (plot, remark) in [
            (try plot(Array(repeating: rows, count: 62)), nil),
            (
                try plot(Array(repeating: rows, count: 63)),
                none + "63 periods, and a chart shows at most 62"
            ),
            (
                try plot([rows, rows], regions: regions),
                none + "the ranks are of several regions"
            ),
        ] as [(Plot, String?)] {
            #expect(plot.remarks.map(\.message) == [remark].compactMap(\.self))
            #expect(text(plot).isEmpty == (remark != nil))
        }
        #expect(try plot([rows, []]).remarks == [])
        #expect(text(try plot([[], []])) == "")
    }

    @Test("Films without codes that a chart has twice are left out, and the remark names them")
    func alike() throws {
        let charts = ["가나나", "나가", "나라"].map { titles in
            titles.enumerated().map { rank, title -> [Value] in
                [.missing, .text("\(title)"), .integer(rank + 1)]
            }
        }
        let plot = try plot(charts)
        #expect(plot.lines.map(\.name) == ["가", "라"])
        #expect(
            plot.remarks.map(\.message)
                == ["the chart leaves out films that cannot be told apart: 나"])
        #expect(try self.plot(Array(charts.dropFirst())).remarks == [])
    }

    @Test("Lower ranks are left out, and over 2,000 films have no chart; the remark says so")
    func leftOut() throws {
        let low = try plot([[row(1, rank: 1), row(2, rank: 21)], [row(1, rank: 1)]])
        #expect(low.remarks.first?.message == "the chart of the ranks shows only ranks 1 to 20")
        #expect(!text(low).contains("영화 2"))
        let many = try plot(
            (0..<21).map { period in
                (1...100).map { row(period * 100 + $0, rank: ($0 - 1) % 20 + 1) }
            })
        #expect(many.remarks.first?.message == "there is no chart of the ranks: over 2000 films")
        #expect(text(many) == "")
        // Ten ranks on each of 62 days, every film on one day only.
        let brief = try plot(
            (0..<62).map { period in
                (1...10).map { row(period * 10 + $0, rank: $0) }
            })
        #expect(brief.remarks.first == nil)
        #expect(text(brief).split(separator: "<title>").count == 1241)
    }

    @Test(
        "Days have their weekday in a short chart, and are thinned in a long one; weeks are numbered"
    )
    func periodLabels() throws {
        func labels(
            _ chart: Chart, _ count: Int, width: Double, isKorean: Bool
        ) throws -> [String] {
            let first = Period(of: chart, containing: .init(daysSince1970: 19_144))
            var document = DocumentDescription(dataset: "chart")
            document.periods = Periods(from: first, to: first.advanced(by: count - 1))
            let layout = Layout(
                columns: RankPlotTests.columns, header: isKorean ? .ko : .en,
                options: try PluginOptions(for: HTML().manifest), document: document)
            let area = Box(left: 0, top: 0, right: width, bottom: 0)
            let labels = Drawing.ticks(
                of: try #require(Plot(drawnFor: layout)), PeriodColumns(count: count, in: area))
            return Dictionary(grouping: labels, by: \.x).sorted { $0.key < $1.key }
                .map { $0.value.map(\.text).joined(separator: " ") }
        }
        #expect(
            try labels(.daily, 3, width: 196, isKorean: true) == ["6/1 수", "6/2 목", "6/3 금"])
        #expect(
            try labels(.daily, 31, width: 434, isKorean: false)
                == ["06-01 2022", "06-08", "06-15", "06-22", "06-29"])
        #expect(try labels(.weekend, 2, width: 116, isKorean: true) == ["6/3~5 2022", "6/10~12"])
        #expect(try labels(.weekly, 2, width: 116, isKorean: true) == ["22주 2022", "23주"])
        #expect(
            try labels(.weekly, 62, width: 437, isKorean: false).prefix(6) == [
                "Jul 2022", "Sep", "Nov", "Jan 2023", "Mar", "May",
            ])
    }
}
