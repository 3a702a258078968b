import BoxOffice
import Engine
import KOBIS
import Testing

@testable import BoxOfficeCommand
@testable import XLSX

/// The last sheet, with the facts about a document.
@Suite struct WorkbookFactsTests {
    private func facts(
        _ header: Layout.Header?, _ change: (inout DocumentDescription) -> Void
    ) throws -> DocumentFacts {
        var document = DocumentDescription(dataset: "movies", sources: ["kobis-json"])
        change(&document)
        return DocumentFacts(
            Layout(
                columns: [Column("title", "영화명", .text)], header: header,
                options: try PluginOptions(for: XLSX().manifest), document: document))
    }

    private func text(_ lines: [DocumentFacts.Line]) -> [String] {
        lines.map { "\($0.label): \($0.text)" }
    }

    @Test("It says what was asked of which source, and down to which rank")
    func terms() throws {
        let korean = try facts(nil) {
            $0.credits = ["영화진흥위원회 KOBIS"]
            $0.nation = .korean
            $0.terms = [.init("title", "극장"), .init("opened", "2000..2020"), .init("top", "3")]
        }
        #expect(
            text([korean.title] + korean.subject) == [
                "제목: 영화", "출처: 영화진흥위원회 KOBIS",
                "조건: 한국영화, 영화명: 극장, 개봉: 2000..2020, 3위까지",
            ])
        let english = try facts(.en) { $0.terms = [.init("title", "극장")] }
        #expect(
            text([english.title] + english.subject) == [
                "title: movies", "source: kobis-json", "filters: title: 극장",
            ])
    }

    @Test(
        "Figures that may still change are listed as provisional, consecutive days as one range"
    )
    func provisional() throws {
        let days = [(6, 3), (6, 4), (5, 30)].compactMap { Day(year: 2022, month: $0, day: $1) }
        var ending = DocumentEnding()
        ending.provisional = ["": Set(days.map { Period(of: .daily, containing: $0) })]
        #expect(
            text(try facts(nil) { _ in }.notes(ending)) == [
                "참고: 2022-05-30, 2022-06-03 ~ 2022-06-04의 수치는 잠정치이며, 나중에 정정될 수 있습니다"
            ])
        #expect(
            text(try facts(.en) { _ in }.notes(ending)).first
                == "note: figures of 2022-05-30, 2022-06-03 ~ 2022-06-04 are provisional and may be corrected"
        )
    }

    @Test("It lists what is missing from searches, posters and charts, without a path")
    func lacks() throws {
        var ending = DocumentEnding(missing: [Fault(.notPublished, "a", "2022-06-02: none")])
        ending.total = 322
        ending.warnings = [
            Fault(.notFound, "z", "posters were not found"),
            Fault(.cannotWrite, "b", "'/home/me/p/manifest.jsonl' cannot be written"),
            Fault(.malformed, "c", "2022-06-01: row 3 of the chart is missing"),
        ]
        var facts = try facts(nil) { $0.figures[0].notes = ChartPolicy(rows: 10).notes }
        for _ in 0..<100 { facts.addRow() }
        #expect(
            text(facts.missing(ending) + facts.notes(ending, [Fault(.malformed, "d", "cut")]))
                == [
                    "빠진 것: 2022-06-02: none", "빠진 것: 전체 322건 가운데 100건만 있음",
                    "빠진 것: 2022-06-01: row 3 of the chart is missing",
                    "빠진 것: posters were not found",
                    "참고: 박스오피스마다 영화가 최대 10편이므로, 행을 더한 값은 전체 영화의 합계가 아닙니다",
                    "참고: cut",
                ])
        ending = DocumentEnding()
        ending.total = 100
        var whole = try self.facts(.en) { _ in }
        for _ in 0..<100 { whole.addRow() }
        #expect(text(whole.missing(ending) + whole.notes()) == ["missing: nothing"])
    }

    private func plan(_ query: Query, of source: any Source = KOBIS(.json)) throws -> Plan {
        try Plan(
            [SourcePlan(Asked(query), to: source)],
            at: Instant(startOf: Day(daysSince1970: 20_000)))
    }

    /// Returns the notes of the last sheet about KOBIS's charts.
    private func notes(
        _ query: Query, _ columns: [String], header: Layout.Header = .en,
        of source: any Source = KOBIS(.json)
    ) throws -> [String] {
        let plan = try plan(query, of: source).choosing(columns)
        var layout = plan.layout(
            header: header, medium: .file, options: try PluginOptions(for: XLSX().manifest))
        layout.korean = { .korean }
        return DocumentFacts(layout).notes().map(\.text)
    }

    @Test("A note says that a share is within the filter, only if the column is written")
    func shares() throws {
        let day = Period(of: .daily, containing: Day(daysSince1970: 19_000))
        let seoul = [try Region(named: "서울")]
        func query(
            regions: [Region] = [], nation: ChartFilter.Nation? = nil,
            kind: ChartFilter.Kind? = nil
        ) -> Query {
            .chart(
                ChartQuery(
                    periods: Periods(from: day, to: day), regions: regions, nation: nation,
                    kind: kind))
        }
        let sum = "charts have 10 films at most, so a sum over them is not the total of all films"
        let columns = ["title", "sales_share"]
        #expect(
            try notes(query(), columns)
                == [sum, "sales_share is the share of the sales of the whole market"])
        #expect(
            try notes(query(nation: .korean), columns)
                == [sum, "sales_share is the share of the sales of Korean films, not of all films"])
        #expect(
            try notes(query(nation: .foreign), columns, header: .ko).last
                == "매출액점유율은 전체 영화가 아니라 외국영화 매출액에서 차지하는 비율입니다")
        #expect(try notes(query(nation: .korean), ["title"]) == [sum])
        let filtered = [
            query(regions: seoul), query(kind: .art), query(regions: seoul, nation: .korean),
        ]
        for query in filtered {
            let english = try notes(query, columns).joined()
            #expect(english.contains("probably a share") && !english.contains("whole market"))
            let korean = try notes(query, columns, header: .ko).joined()
            #expect(korean.contains("비율로 보입니다") && !korean.contains("시장 전체"))
        }
    }

    @Test("A query names its filters")
    func queries() async throws {
        let plan = try plan(.movies(title: "극장", opened: 2019...2020, produced: 2018...2018))
        let layout = plan.layout(
            header: nil, medium: .file, options: try PluginOptions(for: XLSX().manifest))
        #expect(
            layout.document.terms == [
                .init("title", "극장"), .init("opened", "2019..2020"), .init("produced", "2018"),
            ])
        #expect(layout.document.credits == ["영화진흥위원회 KOBIS"])
    }
}
