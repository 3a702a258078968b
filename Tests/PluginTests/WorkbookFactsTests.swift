import BoxOffice
import KOBIS
import Testing

@testable import XLSX

/// What the last sheet says of a document.
@Suite struct WorkbookFactsTests {
    private func facts(
        _ header: Layout.Header?, _ change: (inout DocumentDescription) -> Void
    ) throws -> DocumentFacts {
        var document = DocumentDescription(dataset: "movies", sources: ["kobis-json"])
        change(&document)
        return DocumentFacts(
            Layout(
                columns: [Column("title", "영화명", .text)], header: header,
                options: try PluginOptions(for: XLSX.manifest), document: document))
    }

    private func text(_ lines: [DocumentFacts.Line]) -> [String] {
        lines.map { "\($0.label): \($0.text)" }
    }

    @Test("It says what was searched for, of whom, and how far down")
    func terms() throws {
        let korean = try facts(nil) {
            $0.credits = ["KOBIS (kobis-json)"]
            $0.nation = .korean
            $0.terms = [.init("title", "극장"), .init("opened", "2000..2020"), .init("top", "3")]
        }
        #expect(
            text([korean.title] + korean.subject) == [
                "제목: 영화", "출처: KOBIS (kobis-json)", "조건: 한국영화, 영화명: 극장, 개봉: 2000..2020, 3위까지",
            ])
        let english = try facts(.en) { $0.terms = [.init("title", "극장")] }
        #expect(
            text([english.title] + english.subject) == [
                "title: movies", "source: kobis-json", "filters: title: 극장",
            ])
    }

    @Test("What is missing of a search, of posters and inside charts stands there, and no path")
    func lacks() throws {
        var ending = DocumentEnding(missing: [Fault(.notPublished, "a", "2022-06-02: none")])
        ending.total = 322
        ending.warnings = [
            Fault(.notFound, "z", "posters were not found"),
            Fault(.cannotWrite, "b", "'/home/me/p/manifest.jsonl' cannot be written"),
            Fault(.malformed, "c", "2022-06-01: row 3 of the chart is missing"),
        ]
        let facts = try facts(nil) { $0.filmsPerChart = 10 }
        #expect(
            text(facts.missing(ending, rows: 100) + facts.notes([Fault(.malformed, "d", "cut")]))
                == [
                    "빠진 것: 2022-06-02: none", "빠진 것: 전체 322건 가운데 100건만 있음",
                    "빠진 것: 2022-06-01: row 3 of the chart is missing",
                    "빠진 것: posters were not found",
                    "참고: 차트마다 10위까지만 공개되므로, 합계는 시장 전체가 아닙니다. 매출액점유율은 시장 전체에 대한 값입니다.",
                    "참고: cut",
                ])
        ending = DocumentEnding()
        ending.total = 100
        let whole = try self.facts(.en) { _ in }
        #expect(text(whole.missing(ending, rows: 100) + whole.notes([])) == ["missing: nothing"])
    }

    @Test("A query says what its rows are selected by")
    func queries() async throws {
        let search = MovieSearch(title: "극장", opened: 2019...2020, produced: 2018...2018)
        let plan = try Plan(
            .movies(search), from: KOBIS(.json), today: Day(daysSince1970: 20_000))
        let layout = plan.layout(
            header: nil, medium: .file, options: try PluginOptions(for: XLSX.manifest))
        #expect(
            layout.document.terms == [
                .init("title", "극장"), .init("opened", "2019..2020"), .init("produced", "2018"),
            ])
        #expect(layout.document.credits == ["KOBIS (kobis-json)"])
    }
}
