import BoxOffice
import Foundation
import HTML
import SVG
import Testing

/// The bytes of pages: tables, cards, mails, headings and foot.
@Suite struct HTMLPageTests {
    private let columns = [
        Column("rank", "순위", .integer), Column("rank_marker", "변동", .marker),
        Column("title", "영화명", .text, short: "영화"), Column("audience_count", "관객수", .integer),
        Column("sales_share", "매출액점유율", .percent, short: "점유율"),
    ]
    private let rows: [[Value]] = [
        [
            .integer(1), .text("▲3"), .text("<b>&\"'"), .integer(1_234_567),
            .decimal(Decimal(519, places: 1)),
        ],
        [.integer(2), .text("신작"), .text("둘"), .missing, .missing],
        [.integer(3), .text("▼12"), .text("셋"), .integer(0), .missing],
        [.integer(4), .text("-"), .missing, .integer(-5), .missing],
    ]

    @Test("A table has a cell for every value, and titles are the headers of their rows")
    func table() throws {
        let page = try WrittenPage(rows, under: columns)
        #expect(
            page.body == """
                <div>
                <table aria-labelledby="title">
                <thead><tr><th scope="col">순위</th><th scope="col">변동</th><th scope="col">영화</th>\
                <th scope="col">관객수</th><th scope="col">점유율</th></tr></thead>
                <tbody>
                <tr><td>1</td><td><span class="rise" role="img" aria-label="3계단 상승">▲3</span></td>\
                <th scope="row">&lt;b&gt;&amp;&quot;&#39;</th><td>1,234,567</td><td>51.9%</td></tr>
                <tr><td>2</td><td><span class="rise">신작</span></td><th scope="row">둘</th><td></td>\
                <td></td></tr>
                <tr><td>3</td><td><span class="fall" role="img" aria-label="12계단 하락">▼12</span></td>\
                <th scope="row">셋</th><td>0</td><td></td></tr>
                <tr><td>4</td><td><span role="img" aria-label="변동 없음">-</span></td>\
                <th scope="row"></th><td>-5</td><td></td></tr>
                </tbody>
                </table>
                </div>

                """)
    }

    @Test("Cards have the figures that are there, with their headers")
    func cards() throws {
        let page = try WrittenPage(
            Array(rows.prefix(2)), under: columns, options: ["layout=cards"], header: .en)
        #expect(
            page.body == """
                <div>
                <ol class="cards" aria-labelledby="title">
                <li><p class="name"><strong>1</strong> <small><span class="rise" role="img" \
                aria-label="up 3">▲3</span></small> <b>&lt;b&gt;&amp;&quot;&#39;</b> </p>\
                <dl><div><dt>audience_<wbr>count</dt><dd>1,234,567</dd></div>\
                <div><dt>sales_<wbr>share</dt><dd>51.9%</dd></div></dl></li>
                <li><p class="name"><strong>2</strong> <small><span class="rise">신작</span></small> \
                <b>둘</b> </p></li>
                </ol>
                </div>

                """)
    }

    @Test("A mail has tables and inline styles, and no other styling")
    func mail() throws {
        let page = try WrittenPage(
            rows, under: columns, options: ["layout=mail"],
            editions: [(ChartEdition(.day(0)), rows)], document: .days(2)
        ).text
        #expect(page.contains("<span style=\"color:#c62828\">▲3</span>"))
        #expect(page.contains("<span style=\"color:#1565c0\">▼12</span>"))
        for word in ["<style", "<svg", "class=", "<script", "<link", " id=", "url("] {
            #expect(!page.contains(word), "\(word)")
        }
    }

    @Test("A week with the default columns is a mail under 100 kB; a longer one gets a remark")
    func lengthOfMail() throws {
        let row: [Value] = [
            .integer(10), .text("▲10"), .text(String(repeating: "긴", count: 40)),
            .integer(12_345_678), .decimal(Decimal(1000, places: 1)),
        ]
        func mail(_ days: Int) throws -> WrittenPage {
            try WrittenPage(
                under: columns, options: ["layout=mail"],
                editions: (0..<days).map {
                    (ChartEdition(.day($0)), Array(repeating: row, count: 10))
                }, document: .days(days))
        }
        let week = try mail(7)
        #expect(week.text.utf8.count < 100_000 && week.remarks.isEmpty)
        let month = try mail(31)
        #expect(
            month.remarks.map { $0.filter { !$0.isNumber } } == [
                "the mail has over  kB, and some mail programs cut mails of more than  kB"
            ])
    }

    @Test("Every edition has its heading, unless the page has only one")
    func headings() throws {
        let editions = [(ChartEdition(.day(0)), rows), (ChartEdition(.day(1)), [])]
        let two = try WrittenPage(under: columns, editions: editions, document: .days(2))
        #expect(
            two.text.contains(
                "<h1 id=\"title\">일별 박스오피스, <span class=\"day\">2022-06-01</span> ~ "
                    + "<span class=\"day\">2022-06-02</span></h1>"))
        #expect(two.body.contains("<h2 id=\"part-1\">2022년 6월 1일 (수) 일별 박스오피스</h2>"))
        #expect(two.body.contains("<table aria-labelledby=\"part-1\">"))
        #expect(
            two.body.hasSuffix(
                """
                <h2 id="part-2">2022년 6월 2일 (목) 일별 박스오피스</h2>
                <p>자료가 없습니다.</p>
                </section>

                """))
        let one = try WrittenPage(
            under: columns, editions: [editions[0]], document: .days(1))
        #expect(one.text.contains("<title>2022년 6월 1일 (수) 일별 박스오피스</title>"))
        #expect(!one.body.contains("<h2"))
        let blank = try WrittenPage(
            under: columns, options: ["title= \u{200B}"], editions: [editions[0]],
            document: .days(1))
        #expect(blank.text.contains("<title>2022년 6월 1일 (수) 일별 박스오피스</title>"))
        let own = try WrittenPage(
            under: columns, options: ["title=<우리> 순위"], editions: [editions[0]],
            document: .days(1))
        #expect(own.text.contains("<title>&lt;우리&gt; 순위</title>"))
        #expect(own.body.contains("<h2 id=\"part-1\">2022년 6월 1일 (수) 일별 박스오피스</h2>"))
    }

    @Test("Missing data is noted at the top and in the foot")
    func missing() throws {
        let page = try WrittenPage(
            under: columns, editions: [(ChartEdition(.day(0)), rows)], document: .days(2),
            missing: [Fault(.notFound, "test", "2022-06-02: <none>")])
        #expect(page.body.contains("<p class=\"lacks\">이 자료에는 빠진 것이 1건 있습니다."))
        #expect(page.text.contains("<dt>빠진 것</dt>\n<dd>2022-06-02: &lt;none&gt;</dd>"))
        let whole = try WrittenPage(rows, under: columns)
        #expect(!whole.text.contains("class=\"lacks\""))
        #expect(whole.text.contains("<dt>빠진 것</dt>\n<dd>없음</dd>"))
    }

    @Test("A page without rows says so")
    func empty() throws {
        let page = try WrittenPage(under: columns, header: .en)
        #expect(page.body == "<div>\n<p>There are no rows.</p>\n</div>\n")
    }

    @Test("No text breaks out of its place, whatever it contains")
    func hostile() throws {
        let texts =
            ExporterContractTests.awkward.filter { (1..<1000).contains($0.count) } + [
                "</style><script>", "--><!--", "\u{FFFE}",
            ]
        for text in texts {
            let columns = [Column("title", text, .text), Column("rank_marker", "a", .marker)]
            let row: [Value] = [.text(text), .list([text, text])]
            let plain: [Value] = [.text("x"), .list(["x", "x"])]
            for options in [["layout=table"], ["layout=cards"], ["layout=mail"]] {
                var document = DocumentDescription.days(2, regions: [Region(code: "1", name: text)])
                document.sources = [text]
                func page(_ row: [Value], _ title: String) throws -> String {
                    try WrittenPage(
                        under: columns, options: options + ["title=\(title)"],
                        editions: [(ChartEdition(.day(0)), [row])], document: document
                    ).text
                }
                let hostile = try page(row, text)
                // The default title has elements around its dates.
                let tame = try page(plain, text.isBlank ? text : "x")
                let isTame = Self.tags(hostile) == Self.tags(tame)
                #expect(isTame, "\(text.prefix(40).debugDescription)")
            }
        }
    }

    /// Returns the names of the tags of a page, in order.
    private static func tags(_ page: String) -> [String] {
        page.split(separator: "<", omittingEmptySubsequences: false).dropFirst().map {
            String($0.prefix { $0.isLetter || $0 == "/" || $0.isNumber })
        }.filter { $0 != "dl" }
    }

    @Test("On a narrow page figures come after their headers, which cannot break the style sheet")
    func listRules() throws {
        let page = try WrittenPage(
            [], under: [Column("rank", "순위", .integer), Column("x", "</style>\"}\\\n값", .text)])
        #expect(
            page.text.contains(
                "tr>:nth-child(2)::before{content:\"\\3c \\2f style\\3e \\22 \\7d \\5c \\a 값 \"}"))
    }

    @Test("Tables wider than any page have a scroll bar that the keyboard reaches")
    func wide() throws {
        let many = (0..<30).map { Column("c\($0)", "칸", .text) }
        let page = try WrittenPage([many.map { _ in .text("x") }], under: many)
        #expect(
            page.body.contains(
                "<div class=\"scroll wide\" role=\"region\" tabindex=\"0\" aria-labelledby=\"title\">"
            ))
        #expect(!(try WrittenPage(rows, under: columns)).body.contains("tabindex"))
    }
}
