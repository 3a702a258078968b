import BoxOffice
import Engine
import BoxOfficeConformance
import CSV
import Foundation
import Markdown
import Testing

@testable import HTML
@testable import SVG

/// Documents of a market for readers.
@Suite struct MarketDocumentTests {
    @Test("Markdown has bounds in one cell, words for nations, and a sign for contradictory charts")
    func markdown() throws {
        let query = WrittenMarket.query(2, nations: [.korean])
        let days = query.spans
        let entries = [
            WrittenMarket.entry(days[0], 18_305, 18_325),
            WrittenMarket.entry(days[0], of: .korean, 999, 1001, isConsistent: false),
            WrittenMarket.entry(days[1], 18_305), WrittenMarket.entry(days[1], of: .korean, nil),
        ]
        let columns = ["from", "nation", "sales", "is_consistent"]
        let korean = try WrittenMarket(entries, of: query, as: Markdown(), columns: columns)
        #expect(
            korean.text == """
                ## 시장 규모, 2024-05-01 ~ 2024-05-02, 일별

                참고: 전체 매출액은 하한과 상한 사이에 있습니다. 공개된 매출액과 반올림된 점유율에서 계산한 값이며, 추정치가 아닙니다

                참고: 매출액의 ± 뒤 숫자는 실제 값이 가운데 값과 최대 얼마나 다를 수 있는지를 나타냅니다

                | 시작일     | 국적구분 |           매출액 | 모순없음    |
                | ---------- | -------- | ---------------: | ----------- |
                | 2024-05-01 | 전체     |   1,832 ± 2 억원 | ✓           |
                | 2024-05-01 | 한국영화 | 100.0 ± 0.1 억원 | ⚠ 모순 있음 |
                | 2024-05-02 | 전체     |     ≥ 1,830 억원 | ✓           |
                | 2024-05-02 | 한국영화 |                  | ✓           |

                참고: 모순없음이 거짓(모순 있음)이면 그 기간에 서로 맞지 않는 박스오피스가 있으며, 하한과 상한은 이들을 모두 포함하는 가장 좁은 범위입니다

                """)
        let english = try WrittenMarket(
            Array(entries.prefix(2)), of: query, as: Markdown(), header: .en, columns: columns)
        #expect(
            english.text.hasPrefix("## market, 2024-05-01 ~ 2024-05-02, by day\n\nnote: all sales"))
        #expect(english.text.contains("| korean | 100.0 ± 0.1 억원 | ⚠ contradiction |"))
    }

    @Test(
        "Bounds are one column for readers, and two if the user names them",
        arguments: [Markdown() as any Format, HTML()])
    func columns(format: any Format) throws {
        let query = WrittenMarket.query(2, nations: [.korean, .foreign])
        let layout = try WrittenMarket.layout(query, as: format)
        #expect(
            layout.columns.map(\.name) == [
                "from", "to", "unit", "nation", "sales", "nation_share", "audience_at_least",
                "films_known", "is_consistent",
            ])
        let both = ["sales_at_least", "sales_at_most"]
        let chosen = try WrittenMarket(
            [WrittenMarket.entry(query.spans[0], 10, 20)], of: query, as: format, columns: both)
        #expect(chosen.text.contains("100,000,000") && chosen.text.contains("200,000,000"))
    }

    @Test(
        "A share is one cell, rounded outwards, and its mark has no backslash in Markdown",
        arguments: [
            (4951, 4969, "49.5~49.7%"), (4950, 4970, "49.5~49.7%"), (4999, 5001, "49.9~50.1%"),
            (10_000, 10_000, "100.0%"), (0, 4, "0.0~0.1%"), (4951, nil, "≥ 49.5%"),
            (nil, 4951, "≤ 49.6%"), (nil, nil, ""),
        ] as [(Int?, Int?, String)])
    func shares(least: Int?, most: Int?, text: String) throws {
        let query = WrittenMarket.query(1, nations: [.korean])
        var entry = WrittenMarket.entry(query.spans[0], of: .korean, 999, 1001)
        entry.share = (
            least.map { Decimal($0, places: 2) }, most.map { Decimal($0, places: 2) }
        )
        let table = try WrittenMarket(
            [entry], of: query, as: Markdown(), columns: ["nation_share"], options: ["pad=false"])
        #expect(table.text.hasSuffix("| 점유율 |\n| --: |\n| \(text) |\n"), "\(table.text)")
    }

    @Test(
        "A Korean table for spreadsheets has Korean nations in its own columns, and no other words",
        arguments: [
            (["profile=excel"], nil, "국적구분,집계단위,모순없음\r\n한국영화,day,true"),
            ([], .ko, "국적구분,집계단위,모순없음\nkorean,day,true"),
            ([], nil, "nation,unit,is_consistent\nkorean,day,true"),
            (["profile=excel"], .en, "nation,unit,is_consistent\r\nkorean,day,true"),
        ] as [([String], Layout.Header?, String)])
    func spreadsheets(options: [String], header: Layout.Header?, text: String) throws {
        let query = WrittenMarket.query(1, nations: [.korean])
        let table = try WrittenMarket(
            [WrittenMarket.entry(query.spans[0], of: .korean, 999, 1001)], of: query, as: CSV(),
            header: header, columns: ["nation", "unit", "is_consistent"], options: options)
        #expect(table.text.contains(text), "\(table.text)")
    }

    @Test(
        "More than seven rows say which unit gives one, if one does",
        arguments: [
            (7, .day, nil), (8, .day, "month"), (31, .day, "month"), (32, .day, "year"),
            (56, .week, "year"), (49, .week, "year"), (42, .week, nil), (300, .day, nil),
        ] as [(Int, CalendarUnit, String?)])
    func advice(days: Int, unit: CalendarUnit, larger: String?) {
        let advice = WrittenMarket.query(days, by: unit).face.advice?.text(in: .english)
        let end = larger.map { "; --by \($0) gives one" }
        #expect(
            advice.map { $0.hasSuffix(end ?? "?") } == larger.map { _ in true }, "\(advice ?? "")")
    }

    @Test("A page says what it is about, that nothing is estimated, and what its columns mean")
    func page() throws {
        let query = WrittenMarket.query(8, by: .week, nations: [.korean, .foreign])
        let page = try WrittenMarket(
            [WrittenMarket.entry(query.spans[0], 10, 20, isConsistent: false)], of: query,
            as: HTML())
        for part in [
            "<title>시장 규모, 2024-05-01 ~ 2024-05-08, 주별</title>",
            "<h1 id=\"title\">시장 규모, <span class=\"day\">2024-05-01</span> ~ ",
            "<p>출처: test · 기간: <span class=\"day\">2024-05-01</span> ~ ", "<td>⚠ 모순 있음</td>",
            "<th scope=\"col\">관객하한(명)</th>",
            "<td>1.50 ± 0.50 억원</td>",
            "<dt>집계 단위</dt>\n<dd>주별</dd>\n<dt>국적</dt>\n<dd>전체 영화, 한국영화, 외국영화</dd>",
            "추정치가 아닙니다</dd>\n<dd>매출액의 ± 뒤 숫자는", "관객수하한은 순위에 오른 영화만",
            "집계영화수는 순위에 오른 영화의 수", "국적점유율도 하한과 상한",
        ] { #expect(page.text.contains(part), "\(part)") }
        #expect(!page.text.contains("증감률도") && !page.text.contains("단위: "))
        let few = try WrittenMarket(
            [WrittenMarket.entry(query.spans[0], 10, 20)], of: query, as: HTML(),
            columns: ["from", "sales_at_least"])
        #expect(!few.text.contains("매출액의 ± 뒤") && few.text.contains("추정치가 아닙니다"))
    }

    @Test("Deep charts say what they are joined from, and which of the shown columns lack figures")
    func deep() throws {
        let columns = ["rank", "rank_marker", "title", "sales_share"].compactMap { name in
            Dataset.all[0].columns.first { $0.name == name }
        }
        let row: [Value] = [.integer(1), .text("-"), .text("가"), .decimal(Decimal(5, places: 1))]
        for isDeep in [false, true] {
            var document = DocumentDescription.days(1)
            document.isDeep = isDeep
            let page = try WrittenPage(
                under: columns, editions: [(ChartEdition(.day(0)), [row])], document: document)
            for part in [
                "전체, 한국영화, 외국영화 박스오피스를 합친", "확정할 수 있을 때만", "매출액점유율은 전체 박스오피스의 값",
                "순위 변동과 신규 진입은",
            ] { #expect(page.text.contains(part) == isDeep, "\(part)") }
            #expect(page.text.components(separatedBy: "신규 진입은").count == (isDeep ? 2 : 1))
        }
        var document = DocumentDescription.days(1)
        document.isDeep = true
        let nation = [Column("film_nation", "영화국적", .text)]
        for (header, word) in [(nil, "외국"), (Layout.Header.en, "foreign")] {
            let page = try WrittenPage(
                [[.text("foreign")]], under: nation, header: header, document: document)
            #expect(page.body.contains("<td>\(word)</td>"))
        }
        #expect(
            UsualColumns(["rank", "rank_change", "title", "film_nation", "open_date"]).readable
                .prefix(5) == ["rank", "rank_marker", "title", "film_nation", "open_date"])
    }

    // MARK: - The plot

    private func drawing(
        _ entries: (MarketQuery) -> [MarketEntry], of query: MarketQuery, isKorean: Bool = true
    ) throws -> Drawing? {
        let layout = try WrittenMarket.layout(query, as: HTML(), header: isKorean ? .ko : .en)
        var plot = try #require(Plot(drawnFor: layout))
        for row in try WrittenMarket.rows(entries(query), in: layout) { plot.add(row.span) }
        return plot.drawing(width: Drawing.width)
    }

    private func ticks(_ drawing: Drawing) -> [Label] {
        drawing.labels.filter { $0.role == .tick }
    }

    @Test("A band goes from bound to bound; days without bounds are gaps, a single day is a box")
    func bands() throws {
        let query = WrittenMarket.query(5, nations: [.korean])
        let drawing = try #require(
            try drawing(
                { query in
                    let days = query.spans
                    return [
                        WrittenMarket.entry(days[0], 100, 110),
                        WrittenMarket.entry(days[1], 200, 202),
                        WrittenMarket.entry(days[1], of: .korean, 40, 50),
                        WrittenMarket.entry(days[2], nil), WrittenMarket.entry(days[3], 90, 95),
                        // Without an upper bound there is no band.
                        WrittenMarket.entry(days[4], 80),
                    ]
                }, of: query))
        #expect(drawing.lines.map(\.name) == ["전체 영화", "한국영화"])
        let all = drawing.lines[0]
        #expect(all.parts.map(\.count) == [2, 1] && all.upperParts.map(\.count) == [2, 1])
        for (lower, upper) in zip(all.parts.joined(), all.upperParts.joined()) {
            #expect(lower.x == upper.x && upper.y < lower.y)
        }
        #expect(drawing.lines.allSatisfy { $0.marks.isEmpty })
        let svg = drawing.elements(in: .light)
        #expect(svg.components(separatedBy: " fill-opacity=\".3\"").count == 3)
        #expect(!svg.contains("stroke-dasharray"))
        let texts = ticks(drawing).map(\.text)
        #expect(texts.contains("10억") && texts.contains("매출액"))
        #expect(
            ticks(drawing).filter { $0.anchor == .middle }.map(\.text)
                == ["5/1", "수", "5/2", "목", "5/3", "금", "5/4", "토", "5/5", "일"])
    }

    @Test(
        "Axis labels name the day, month or year with which a row begins",
        arguments: [
            (CalendarUnit.week, 14, ["5/1", "수", "5/6", "월", "5/13", "월"]),
            (.month, 62, ["5월", "2024", "6월", "7월"]), (.year, 400, ["2024", "2025"]),
        ])
    func places(unit: CalendarUnit, days: Int, names: [String]) throws {
        let query = WrittenMarket.query(days, by: unit)
        let drawing = try #require(
            try drawing({ $0.spans.map { WrittenMarket.entry($0, 100, 110) } }, of: query))
        #expect(ticks(drawing).filter { $0.anchor == .middle }.map(\.text) == names)
    }

    @Test("There is no plot of one row, of too many rows, or without its columns")
    func none() throws {
        let one = try WrittenMarket.layout(WrittenMarket.query(1), as: HTML())
        #expect(Plot(drawnFor: one) == nil)
        let many = try WrittenMarket.layout(WrittenMarket.query(731), as: HTML())
        #expect(
            Plot(drawnFor: many)?.remarks.first?.message
                == "there is no chart of the market: 731 periods, and a chart shows at most 730")
        let days = WrittenMarket.query(730)
        #expect(Plot(drawnFor: try WrittenMarket.layout(days, as: HTML()))?.remarks.first == nil)
        let bare = try WrittenMarket.layout(days, as: HTML(), columns: ["from", "sales"])
        #expect(Plot(drawnFor: bare)?.remarks.first?.code == "no-market-chart")
    }

    @Test("A page of a market has its figure, unless the option says none")
    func figure() throws {
        let query = WrittenMarket.query(2)
        let entries = query.spans.map { WrittenMarket.entry($0, 100, 110) }
        let page = try WrittenMarket(entries, of: query, as: HTML()).text
        #expect(page.contains("<figure class=\"chart\">"))
        #expect(page.contains("<figcaption>시장 규모: 매출액의 하한과 상한</figcaption>"))
        let without = try WrittenMarket(entries, of: query, as: HTML(), options: ["chart=none"])
            .text
        #expect(!without.contains("<figure"))
    }
}
