import BoxOffice
import Foundation
import Loopback
import Testing
import XLSX

/// Sheets of periods, and the sheet with the ranks over the periods, as openpyxl reads them.
@Suite(.enabled(if: ReadWorkbook.canBeRead, "this needs libxlsxwriter4 and python3-openpyxl"))
struct WorkbookRankTests {
    private let columns = [
        Column("movie_code", "영화코드", .text), Column("title", "영화명", .text),
        Column("rank", "순위", .integer),
    ]

    private func rows(_ films: some Sequence<Int>) -> [[Value]] {
        films.map { [.text("\($0)"), .text("영화 \($0)"), .integer($0)] }
    }

    private func workbook(_ written: WrittenWorkbook) async throws -> ReadWorkbook {
        try #require(try await ReadWorkbook.read([written.bytes]).first)
    }

    @Test("Films are rows, periods are columns; a film off the chart is a gap; a chart shows them")
    func table() async throws {
        let written = try WrittenWorkbook(
            under: columns,
            editions: [
                (ChartEdition(.day(0)), rows(1...3)), (ChartEdition(.day(1)), []),
                (ChartEdition(.day(2)), rows([2, 4])),
            ], document: .days(3))
        let workbook = try await workbook(written)
        #expect(workbook.names == ["일별 박스오피스", "순위", "정보"] && written.remarks == [])
        let sheet = workbook.sheets[1]
        #expect(sheet.charts == 1)
        #expect(
            (27...31).map(sheet.values) == [
                ["영화명", "6/1", "6/2", "6/3"], ["영화 1", "1", "", ""], ["영화 2", "2", "", "2"],
                ["영화 3", "3", "", ""], ["영화 4", "", "", "4"],
            ])
        #expect(workbook.sheets[0].rows.count == 6)
    }

    @Test("A chart has only as much as can be read on it, and a remark says why there is none")
    func bounds() async throws {
        let cases: [(Int, Int, (english: String, korean: String)?, charts: Int?)] = [
            (1, 10, nil, nil), (62, 1, nil, 1), (2, 30, nil, 1),
            (
                63, 1,
                (
                    "there is no chart of the ranks: 63 periods, and a chart shows at most 62",
                    "순위 그래프가 없습니다: 기간이 63개입니다. 그래프에는 62개까지만 표시합니다"
                ), nil
            ),
            (
                2, 31,
                (
                    "the chart shows the 30 best placed of 31 films",
                    "그래프에는 영화 31편 가운데 순위가 높은 30편만 표시합니다"
                ), 1
            ),
        ]
        let all = try cases.map { periods, films, _, _ in
            try WrittenWorkbook(
                under: columns,
                editions: (0..<periods).map { (ChartEdition(.day($0)), rows(1...films)) },
                document: .days(periods))
        }
        let workbooks = try await ReadWorkbook.read(all.map(\.bytes))
        for ((written, workbook), (_, films, reason, charts)) in zip(zip(all, workbooks), cases) {
            let ranks = workbook.sheet("순위")
            #expect(ranks?.charts == charts)
            #expect(written.remarks == [reason?.english].compactMap(\.self))
            // The sheet is in the language of the headers.
            let notes = workbook.sheets.last?.rows.filter { $0[0]?.value == "참고" }
            #expect(notes?.map { $0[1]?.value } == [reason?.korean].compactMap(\.self))
            // A note below the drawing says what is left out, and the table has all films.
            #expect(ranks.map { $0.values(25)[0] == reason?.korean ?? "" } ?? true)
            #expect(ranks.map { $0.rows.count == 28 + films } ?? true)
        }
    }

    @Test("Ranks of several regions have no chart, and a remark says so")
    func regions() async throws {
        let regions = ["1", "2"].map { Region(code: $0, name: $0) }
        let written = try WrittenWorkbook(
            under: columns,
            editions: regions.flatMap { region in
                [0, 1].map {
                    (ChartEdition(.day($0), filter: ChartFilter(region: region)), rows(1...2))
                }
            }, document: .days(2, regions: regions))
        #expect(try await workbook(written).names == ["일별 박스오피스", "정보"])
        #expect(
            written.remarks == ["there is no chart of the ranks: the ranks are of several regions"])
    }

    @Test("Each period has its sheet, also for several regions, and chart=none adds no other")
    func periods() async throws {
        let regions = ["1", "2"].map { Region(code: $0, name: $0) }
        let written = try WrittenWorkbook(
            under: columns, options: ["sheets=period", "chart=none"],
            editions: [0, 1, 0, 1].map { (ChartEdition(.day($0)), rows(1...2)) },
            document: .days(2, regions: regions))
        let workbook = try await workbook(written)
        #expect(workbook.names == ["2022-06-01", "2022-06-02", "정보"] && written.remarks == [])
        #expect(workbook.sheets.prefix(2).map(\.rows.count) == [5, 5])
        #expect(workbook.sheets.prefix(2).allSatisfy { $0.freeze == "A2" && $0.filter == "A1:C5" })
        #expect(workbook.sheets[2].rows.contains { $0[0]?.value == "행" && $0[1]?.value == "8" })
    }

    @Test(
        "Each source has its sheets and its plot, and the last sheet has each source's currency")
    func sources() async throws {
        let long = FigureSource(
            "a-source-with-a-very-long-name-2", territory: FigureSource.american.territory)
        let longer = FigureSource("a-source-with-a-very-long-name-3", territory: long.territory)
        let documents = [
            JoinedDocument(), JoinedDocument(sources: [.korean, long, longer], weekends: 1),
            JoinedDocument(sources: [.american]),
        ]
        let read = try await ReadWorkbook.read(
            zip(documents, [[], ["sheets=period"], []]).map { document, options in
                try document.written(by: XLSX(), options: options).bytes
            })
        #expect(read[0].names == ["주말 박스오피스", "순위 kobis-json", "순위 cinemart", "정보"])
        #expect(read[0].sheets.map(\.charts) == [0, 1, 1, 0])
        #expect(read[0].sheets[2].values(28) == ["Film 1", "1", "2"])
        #expect(
            read[1].names == [
                "2024-W04 kobis-json", "2024-W04 a-source-with-a-very-l",
                "2024-W04 a-source-with-a-ve (2)", "정보",
            ])
        #expect(read[2].names == ["주말 박스오피스", "순위", "정보"])
        let facts = read.map {
            $0.sheets.last?.rows.compactMap { $0.map { $0?.value ?? "" } } ?? []
        }
        func texts(_ label: String, in facts: [[String]]) -> [String] {
            facts.filter { $0[0] == label }.map { $0.dropFirst().joined(separator: " ") }
        }
        #expect(texts("출처", in: facts[0]).map { $0.prefix { $0 != " " } }.first == "KOBIS")
        #expect(texts("매출액", in: facts[0]) == ["sales_amount KRW, USD"])
        #expect(texts("매출액", in: facts[2]) == ["sales_amount USD"])
        #expect(facts.map { texts("통화", in: $0).first?.prefix(3) } == ["cur", "cur", "USD"])
    }

    @Test("More than 200 periods have no separate sheets, and a remark says so")
    func tooMany() throws {
        #expect(throws: Never.self) {
            try WrittenWorkbook(under: columns, options: ["sheets=period"], document: .days(200))
        }
        let fault = #expect(throws: Fault.self) {
            try WrittenWorkbook(under: columns, options: ["sheets=period"], document: .days(201))
        }
        #expect(fault?.kind == .usage && fault?.code == "too-many-sheets")
        let options = ["sheets=period"]
        try XLSX().check(JoinedDocument(weekends: 100).layout(for: XLSX(), options: options))
        let joined = #expect(throws: Fault.self) {
            try XLSX().check(JoinedDocument(weekends: 101).layout(for: XLSX(), options: options))
        }
        #expect(
            joined?.message
                == "a workbook has a sheet for each of at most 100 periods, not 101")
    }

    @Test("A rank far down the chart makes an axis that can still be drawn")
    func farRanks() async throws {
        let workbooks = try [10, 1000, Int.max, Int.min, 0].map { rank in
            let row: [Value] = [.text("1"), .text("a"), .integer(rank)]
            return try WrittenWorkbook(
                under: columns,
                editions: [0, 1].map { (ChartEdition(.day($0)), [row]) }, document: .days(2)
            ).bytes
        }
        let read = try await ReadWorkbook.read(workbooks)
        #expect(read[0].sheet("순위")?.majorUnit == 1 && read[1].sheet("순위")?.charts == 1)
        #expect(read[1].sheet("순위")?.majorUnit == nil)
        // Numbers that cannot be ranks are left out, so that nothing remains to be drawn.
        #expect(read.dropFirst(2).allSatisfy { $0.names == ["일별 박스오피스", "정보"] })
    }
}
