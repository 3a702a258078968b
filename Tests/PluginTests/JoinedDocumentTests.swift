import BoxOffice
import HTML
import Markdown
import Testing
import XLSX

/// Documents for readers with several sources, or in another currency than won.
@Suite struct JoinedDocumentTests {
    private static let yen = FigureSource(
        "eiga", territory: Territory(country: Country("JP"), currency: .init("JPY") ?? .won))
    private static let secondAmerican = FigureSource(
        "movies", territory: FigureSource.american.territory)

    // MARK: - Headings and tables

    @Test("A page of one period has a heading for each source, and names them once above")
    func page() throws {
        let text = try JoinedDocument(weekends: 1, films: 1).text(by: HTML(), header: .en)
        let (first, last) = ("2024-01-26", "2024-01-28")
        let days = [first, last].map { "<span class=\"day\">\($0)</span>" }
        #expect(
            text.contains(
                """
                <h1 id="title">2024-W04, \(days[0]) (Fri) ~ \(days[1]) (Sun) weekend box office</h1>
                <p>source: KOBIS, cinemart · period: \(days[0]) ~ \(days[1]) · units: admissions</p>

                """))
        #expect(
            text.contains("<title>2024-W04, \(first) (Fri) ~ \(last) (Sun) weekend box office<"))
        #expect(text.contains("weekend box office, kobis-json</h2>"))
        #expect(text.contains("weekend box office, cinemart</h2>"))
        #expect(
            text.contains(
                """
                <dl>
                <dt>source</dt>
                <dd>KOBIS · KR · KRW</dd>
                <dd>cinemart · US · USD</dd>

                """))
        let alone = try JoinedDocument(sources: [.korean], weekends: 1).text(by: HTML())
        #expect(!alone.contains("<h2") && !alone.contains("KRW") && !alone.contains("order:1}"))
        // If rows are shown as paragraphs, a film's rank and title come first.
        #expect(text.contains("tr>:nth-child(1){order:1}\ntr>:nth-child(2)::before"))
    }

    @Test("A title leads to the page of the film at the source of its row")
    func filmPages() throws {
        let text = try JoinedDocument(weekends: 1, films: 1)
            .text(by: Markdown(), options: ["title-link=true"])
        #expect(text.contains("[영화 1](https://korea.example/20240001)"))
        #expect(text.contains("[Film 1](https://america.example/20240001)"))
    }

    @Test("On a narrow terminal, figures that a source does not have are left out first")
    func terminal() throws {
        let text = try JoinedDocument(weekends: 1, films: 1)
            .text(by: Markdown(), medium: .terminal(colours: false, width: 72))
        let heads = text.split(separator: "\n").filter { $0.contains("순위") }
        #expect(
            heads.map { $0.split(separator: "|").map { $0.filter { $0 != " " } } } == [
                ["출처", "통화", "순위", "변동", "영화", "관객수", "누적관객수"],
                ["출처", "통화", "순위", "변동", "영화", "매출액", "점유율"],
            ])
    }

    @Test("Source and currency stay first, and cards with several currencies have sales")
    func columns() throws {
        let usual = ChartEntry.defaultColumns(of: .daily, perRegion: false)
        let cards = ["rank", "rank_marker", "title", "audience_count", "audience_total"]
        for origin in [[], ["source"], ["source", "currency"]] {
            let sales = origin.contains("currency") ? ["sales_amount"] : []
            let joined = UsualColumns(origin + usual)
            #expect(joined.forCards == origin + cards + sales)
            #expect(joined.readable == origin + UsualColumns(usual).readable)
            let options = try PluginOptions(for: XLSX().manifest)
            func byImportance(_ names: [String]) -> [String] {
                Layout(columns: names.map { Column($0, "", .text) }, options: options)
                    .columnsByImportance
            }
            #expect(byImportance(origin + usual) == origin + byImportance(usual))
            #expect(XLSX().defaultColumns(of: joined, options).starts(with: origin))
        }
    }

    // MARK: - Currencies

    @Test(
        "A currency other than the won is named once a document, unless each row names it",
        arguments: [
            ([.korean], 0, 0), ([.american], 1, 0), ([yen], 1, 0),
            ([.american, secondAmerican], 1, 0), ([.korean, .american], 0, 1),
            ([.american, .korean], 0, 1),
            ([.korean, .american, yen], 0, 1),
        ] as [([FigureSource], told: Int, columns: Int)])
    func currency(sources: [FigureSource], told: Int, columns: Int) throws {
        let document = JoinedDocument(sources: sources, films: 1)
        let code = document.description.currencies.first?.code ?? ""
        let line = "통화: \(code)"
        let markdown = try document.text(by: Markdown(), options: ["pad=false"])
        #expect(markdown.split(separator: "\n").count { $0 == line } == told)
        #expect(markdown.contains("\n\n\(line)\n\n| ") == (told == 1))
        let tables = sources.count * document.weekends
        #expect(markdown.split(separator: "| 통화 |").count - 1 == columns * tables)
        for layout in ["table", "cards", "mail"] {
            // Cards have no amounts if there is one currency.
            let isTold = layout == "table" ? told : 0
            let page = try document.text(by: HTML(), options: ["layout=\(layout)"])
            #expect(page.split(separator: " · \(line) · ").count - 1 == isTold)
            #expect(page.split(separator: line).count - 1 == isTold)
        }
        let layout = try document.layout(for: XLSX())
        let fact = DocumentFacts(layout).currency.map { "\($0.label): \($0.text)" }
        #expect(fact == (told == 1 ? line : nil))
    }

    @Test("Without amounts no currency is named")
    func noAmounts() throws {
        let document = JoinedDocument(sources: [.american], columns: ["title"])
        #expect(!(try document.text(by: Markdown()).contains("USD")))
        #expect(!(try document.text(by: HTML()).contains("USD")))
    }

    // MARK: - Notes

    private func facts(
        _ sources: [FigureSource], columns: [String]? = nil, header: Layout.Header = .en,
        rowsOf names: [String], missing: [Fault] = []
    ) throws -> [String] {
        let document = JoinedDocument(sources: sources, columns: columns)
        let layout = try document.layout(for: XLSX(), header: header)
        var facts = DocumentFacts(layout)
        for name in names {
            facts.begin(
                ChartEdition(
                    Period(of: .weekend, containing: Day(daysSince1970: 19_748)), source: name))
            facts.addRow()
        }
        let lines = facts.subject.filter { $0.label == "source" || $0.label == "출처" }
        return (lines + facts.missing(DocumentEnding(missing: missing)) + facts.notes())
            .map { "\($0.label): \($0.text)" }
    }

    @Test("A document names each source's country and currency, and the source of each note")
    func notes() throws {
        #expect(
            try facts([.korean, .american], rowsOf: ["kobis-json", "cinemart"]) == [
                "source: KOBIS · KR · KRW", "source: cinemart · US · USD",
                "missing: nothing",
                "note: kobis-json: charts have 10 films at most, so a sum over them is not the total of all films",
                "note: kobis-json: a share of what Korea sold", "note: cinemart: made up",
            ])
        #expect(
            try facts([.american, Self.secondAmerican], rowsOf: ["movies"])
                == ["source: cinemart · US", "source: movies · US", "missing: nothing"])
        #expect(
            try facts([.korean, .american], columns: ["rank"], header: .ko, rowsOf: ["kobis-json"])
                == [
                    "출처: KOBIS · KR", "출처: cinemart · US", "빠진 것: 없음",
                    "참고: kobis-json: 박스오피스마다 영화가 최대 10편이므로, 행을 더한 값은 전체 영화의 합계가 아닙니다",
                ])
        // The notes of a single source do not name it, and are there even without rows.
        #expect(
            try facts([.american], rowsOf: [])
                == ["source: cinemart", "missing: nothing", "note: made up"])
    }

    // MARK: - Plots

    private func figures(of page: String) -> [Substring] {
        page.split(separator: "<figure").dropFirst().map { $0.prefix { $0 != "\n" } }
    }

    @Test("There is a plot for each source, with only its films, unless it has one period")
    func plots() throws {
        var document = JoinedDocument(weekends: 3)
        var page = try document.text(by: HTML())
        let drawings = page.split(separator: "<figure").dropFirst().map(String.init)
        #expect(
            figures(of: page)
                == ["kobis-json", "cinemart"].map {
                    " class=\"chart\"><figcaption>주말 박스오피스 순위, \($0)</figcaption>"
                })
        #expect(drawings.map { $0.split(separator: "<title>").count - 1 } == [6, 6])
        #expect(drawings.map { $0.contains("Film 1") } == [false, true])
        #expect(drawings.map { $0.contains("영화 1") } == [true, false])
        document.isMissing = { week, source in week > 0 && source.name == "cinemart" }
        page = try document.text(by: HTML(), header: .en)
        #expect(
            figures(of: page)
                == [
                    " class=\"chart\"><figcaption>weekend box office ranks, kobis-json</figcaption>"
                ])
        let alone = try JoinedDocument(sources: [.korean]).text(by: HTML())
        #expect(
            figures(of: alone) == [" class=\"chart\"><figcaption>주말 박스오피스 순위</figcaption>"])
    }

    @Test("The reason for a missing plot is given once if it holds for all sources, else by source")
    func remarks() throws {
        let long = JoinedDocument(weekends: 63, films: 1)
        let none = "there is no chart of the ranks: 63 periods, and a chart shows at most 62"
        #expect(try long.written(by: HTML()).remarks == [none])
        #expect(try JoinedDocument(weekends: 62, films: 1).written(by: HTML()).remarks == [])
        let low = JoinedDocument(films: 21)
        let page = try low.written(by: HTML(), header: .en)
        let told = ["kobis-json", "cinemart"].map {
            "\($0): the chart of the ranks shows only ranks 1 to 20"
        }
        #expect(page.remarks == told)
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(told.allSatisfy { text.contains("<dd>\($0)</dd>") })
    }
}
