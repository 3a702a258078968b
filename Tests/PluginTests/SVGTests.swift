import BoxOffice
@testable import Engine
import BoxOfficeConformance
import Foundation
import Testing
import Wire

@testable import BoxOfficeCommand
@testable import SVG

/// Pictures of plots: their content, and the documents without one.
@Suite struct SVGTests {
    /// Returns the texts of the elements called `name`, in their order.
    private func texts(_ picture: String, _ name: String = "text") -> [String] {
        picture.components(separatedBy: "<\(name)").dropFirst().compactMap { element in
            element.components(separatedBy: "</\(name)>").first?.split(
                separator: ">", omittingEmptySubsequences: false
            )
            .dropFirst()
            .first.map { String($0) }
        }
    }

    /// Expects a picture that any program shows: XML that is styled by attributes and needs no other
    /// file.
    private func expectPicture(_ picture: String) {
        #expect(picture.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""))
        #expect(picture.hasSuffix("</svg>\n"))
        #expect(throws: Never.self) { try Tree(.xml, Array(picture.utf8), within: .seconds(5)) }
        for word in [
            "href", "url(", "<style", "class=", "style=", "<script", "<image", "var(", "on",
        ] {
            let markup = picture.split(separator: "<").map { $0.prefix { $0 != ">" } }
            #expect(!markup.contains { $0.contains(word == "on" ? " on" : word) }, "\(word)")
        }
    }

    @Test("Several periods are a bump chart between its title and the origin of the figures")
    func ranks() throws {
        let document = JoinedDocument(sources: [.korean])
        let picture = try document.text(by: SVG())
        expectPicture(picture)
        let texts = texts(picture)
        #expect(texts.prefix(2) == ["주말 박스오피스, 2024-01-26 ~ 2024-02-04", "순위"])
        #expect(texts.last == "출처: KOBIS · 기간: 2024-01-26 ~ 2024-02-04 (2주)")
        #expect(texts.filter { $0 == "영화 2" }.count == 2 && texts.contains("2/2~4"))
        #expect(
            picture.contains(
                "<desc>2주 동안 영화 3편의 순위를 이은 선그래프. 2024-W04 1위는 영화 1. 2024-W05 1위는 영화 2.</desc>"))
        let english = try document.text(by: SVG(), header: .en)
        #expect(self.texts(english).dropFirst().first == "ranks")
        #expect(english.contains("xml:lang=\"en\"") && picture.contains("xml:lang=\"ko\""))
        #expect(try document.text(by: SVG()) == picture)
    }

    @Test("One chart is a bar for each film with its admissions, or its sales if it has none")
    func bars() throws {
        let korean = try JoinedDocument(sources: [.korean], weekends: 1).text(by: SVG())
        expectPicture(korean)
        #expect(
            texts(korean) == [
                "2024년 1월 26일(금)~28일(일) 주말 박스오피스", "관객수",
                "1", "영화 1", "123,456", "2", "영화 2", "61,728", "3", "영화 3", "41,152",
                "출처: KOBIS · 기간: 2024-01-26 ~ 2024-01-28",
            ])
        #expect(
            texts(korean, "title").dropFirst() == ["영화 1: 123,456", "영화 2: 61,728", "영화 3: 41,152"])
        let american = try JoinedDocument(sources: [.american], weekends: 1, films: 2).text(
            by: SVG())
        #expect(
            texts(american).dropFirst(1).prefix(7) == [
                "매출액 (USD)", "1", "Film 1", "1,234,567.50", "2", "Film 2", "617,284.00",
            ])
        // Half of the admissions make half a bar.
        let widths = korean.matches(of: /d="M([0-9.]+) [0-9.]+L([0-9.]+) [0-9.]+L[0-9.]+ [0-9.]+L/)
            .compactMap { match in
                Double(match.output.2).flatMap { end in Double(match.output.1).map { end - $0 } }
            }
        try #require(widths.count == 3)
        #expect(abs(widths[0] - 2 * widths[1]) < 0.3 && abs(widths[0] - 3 * widths[2]) < 0.4)
    }

    @Test(
        "Nothing overlaps or leaves the picture, however narrow it is and however large figures are"
    )
    func narrowBars() throws {
        let layout = Layout(
            columns: RankPlotTests.columns + [Column("audience_count", "관객수", .integer)],
            options: try PluginOptions(for: SVG().manifest), document: .days(1))
        for figures in [[Int.max, 1, 0], [5, -3, 0], [-5, -7, .min], [0, 0, 0]] {
            var plot = try #require(Plot(drawnFor: layout, showsBars: true))
            for (index, figure) in figures.enumerated() {
                let title = String(repeating: "긴 제목 ", count: index * 20 + 1)
                plot.add(
                    (RankPlotTests.row(index, title, rank: index + 1) + [.integer(figure)]).span)
            }
            for width in [Drawing.width, 288] {
                let drawing = try #require(plot.drawing(width: width))
                drawing.expectOrder()
            }
        }
    }

    @Test("Only the first twenty of many films are drawn, and a remark says so")
    func manyFilms() throws {
        let many = try JoinedDocument(sources: [.korean], weekends: 1, films: 21).written(by: SVG())
        #expect(many.remarks == ["the chart shows only the first 20 films"])
        #expect(!String(decoding: many.bytes, as: UTF8.self).contains("영화 21"))
        let deep = try JoinedDocument(sources: [.korean], weekends: 1, films: 20).written(by: SVG())
        #expect(deep.remarks.isEmpty)
    }

    @Test("Each source has its panel, except those without figures")
    func panels() throws {
        for (weekends, captions) in [
            (2, ["순위, kobis-json", "순위, cinemart"]),
            (1, ["관객수, kobis-json", "매출액 (USD), cinemart"]),
        ] {
            var document = JoinedDocument(weekends: weekends)
            let picture = try document.text(by: SVG())
            expectPicture(picture)
            #expect(texts(picture).filter(captions.contains) == captions)
            document.isMissing = { _, source in source.name == "cinemart" }
            let half = try document.text(by: SVG())
            #expect(half.components(separatedBy: "<g transform=").count == 2)
        }
    }

    @Test("A market is drawn as bands")
    func market() throws {
        let query = WrittenMarket.query(3, nations: [.korean])
        let picture = try WrittenMarket(
            query.spans.map { WrittenMarket.entry($0, 100, 110) }, of: query, as: SVG()
        ).text
        expectPicture(picture)
        #expect(picture.contains(" fill-opacity=\".3\""))
        #expect(texts(picture).contains("매출액의 하한과 상한"))
    }

    @Test("A film is named once: in the title, or at its line if there are several")
    func runs() throws {
        func picture(_ films: Int, isCounted: Bool = true, _ options: String...) throws -> String {
            var document = DocumentDescription(dataset: "trend")
            let first = Period.day(0)
            let query = try TrendQuery(
                films: (0..<films).map {
                    TrendFilm(
                        code: "\($0)", title: "영화 \($0)", openDate: first.from,
                        firstDay: first.from,
                        periods: Periods(from: first, to: first.advanced(by: 6)))
                }, chart: .daily, isCounted: isCounted)
            document.face = query.face
            let columns = [
                query.number, Column("movie_code", "영화코드", .text),
                Column("audience_count", "관객수", .integer),
            ]
            var layout = Layout(
                columns: columns, options: try PluginOptions(options, for: SVG().manifest),
                document: document)
            layout.korean = { .korean }
            let rows = (0..<films).flatMap { film in
                (1...7).map { day -> [Value] in
                    [.integer(day), .text("\(film)"), .integer(1000 * (film + 1) * day)]
                }
            }
            return try SVG().written(layout, rows).bytes.text
        }
        let days = "2022-06-01 ~ 2022-06-07 (7일)"
        let one = try picture(1)
        expectPicture(one)
        #expect(texts(one).prefix(2) == ["흥행 추이: 영화 0", days])
        #expect(texts(one).filter { $0.contains("영화 0") }.count == 1)
        let several = texts(try picture(3))
        #expect(several.prefix(2) == ["흥행 추이: 관객수", days])
        for film in 0..<3 { #expect(several.filter { $0.contains("영화 \(film)") }.count == 1) }
        #expect(!texts(try picture(3, isCounted: false)).contains { $0.hasPrefix("2022") })
        let own = texts(try picture(1, "title=우리"))
        #expect(own.prefix(2) == ["우리", "흥행 추이: 영화 0, \(days)"])
    }

    @Test("The title, the width and the theme are as chosen")
    func options() throws {
        let document = JoinedDocument(sources: [.korean])
        func picture(_ options: String...) throws -> String {
            try document.text(by: SVG(), options: options)
        }
        let own = try picture("title=우리 <순위>", "width=400", "theme=dark")
        expectPicture(own)
        #expect(own.contains("<title>우리 &lt;순위&gt;</title>") && own.contains("width=\"400\""))
        #expect(own.contains("fill=\"#0d1117\"") && !own.contains("#ffffff"))
        let light = try picture("title= ")
        #expect(light.contains("fill=\"#ffffff\"") && !light.contains("#0d1117"))
        #expect(texts(light).first == "주말 박스오피스, 2024-01-26 ~ 2024-02-04")
        // A long title continues on the next line.
        let long = try picture("title=" + String(repeating: "가나다라 ", count: 20), "width=320")
        #expect(texts(long).filter { $0.hasPrefix("가나다라") }.count > 3)
        #expect(throws: Fault.self) { try picture("width=300") }
        #expect(throws: Fault.self) { try picture("theme=sepia") }
    }

    @Test("No title breaks out of its place, whatever it contains")
    func hostile() throws {
        let texts =
            ExporterContractTests.awkward.filter { $0.count < 1000 } + [
                "</svg><script>", "]]><!--", "\u{FFFE}",
            ]
        for text in texts {
            for periods in [1, 2] {
                let layout = Layout(
                    columns: RankPlotTests.columns + [Column("audience_count", "관객수", .integer)],
                    options: try PluginOptions(["title=\(text)"], for: SVG().manifest),
                    document: .days(periods))
                let row = RankPlotTests.row(1, text, rank: 1) + [.integer(5)]
                let editions = (0..<periods).map { (ChartEdition(.day($0)), [row]) }
                expectPicture(try SVG().written(layout, of: editions).bytes.text)
            }
        }
    }

    @Test("A document with nothing to plot, or too much, is refused before any request")
    func refusals() throws {
        func refusal(_ layout: Layout) -> Fault? {
            do throws(Fault) {
                try SVG().check(layout)
                return nil
            } catch {
                return error
            }
        }
        func market(_ days: Int) throws -> Layout {
            try WrittenMarket.layout(WrittenMarket.query(days), as: SVG())
        }
        func chart(_ document: DocumentDescription, _ columns: [Column] = RankPlotTests.columns)
            throws -> Layout
        {
            Layout(
                columns: columns, options: try PluginOptions(for: SVG().manifest),
                document: document)
        }
        let regions = ["0105001", "0105002"].map { Region(code: $0, name: $0) }
        let figure = [Column("audience_count", "관객수", .integer)]
        let nothing =
            "svg can draw only charts, runs (trend) and a market of several rows of one length"
        for (layout, message) in [
            (try chart(.days(62)), nil), (try market(2), nil), (try market(730), nil),
            (try chart(.days(1), RankPlotTests.columns + figure), nil),
            (
                try chart(.days(63)),
                "there is no chart of the ranks: 63 periods, and a chart shows at most 62"
            ),
            (
                try chart(.days(1), RankPlotTests.columns + figure).of(regions),
                "there is no chart of the ranks: the figures are of several regions"
            ),
            (
                try chart(.days(1)),
                "there is no chart of the ranks: title, or audience_count and sales_amount, are not among the columns"
            ),
            (
                try market(731),
                "there is no chart of the market: 731 periods, and a chart shows at most 730"
            ),
            (try market(1), nothing),
            (try chart(DocumentDescription(dataset: "movies")), nothing),
        ] as [(Layout, String?)] {
            let fault = refusal(layout)
            #expect(fault?.message == message)
            #expect(fault.map { $0.kind == .usage } ?? true)
        }
        #expect(refusal(try chart(.days(63)))?.hint?.contains("{year}-{month}.svg") == true)
    }

    @Test("A document that came without figures is refused at its end")
    func empty() throws {
        for document in [
            JoinedDocument(sources: [.korean], weekends: 1, films: 0),
            JoinedDocument(sources: [.korean], isMissing: { week, _ in week > 0 }),
        ] {
            let fault = #expect(throws: Fault.self) { try document.text(by: SVG()) }
            #expect(fault?.code == "no-figures-to-plot" && fault?.kind == .usage)
        }
    }
}

extension Layout {
    /// Returns the layout of a document of `regions`.
    fileprivate func of(_ regions: [Region]) -> Layout {
        var layout = self
        layout.document.regions = regions
        return layout
    }
}
