import Foundation
import Loopback
import Testing

/// The runs of films as documents for people.
@Suite(.serialized) struct TrendDocumentCommandTests {
    @Test(
        "A workbook has the rows, and lines with gaps on missing days",
        .enabled(if: ReadWorkbook.canBeRead, "this needs libxlsxwriter4 and openpyxl"),
        arguments: [[], ["--pivot", "audience_count"]])
    func workbook(pivot: [String]) async throws {
        let household = try TrendHousehold()
        try await household.server.run { url in
            let path = household.home.folder.path("runs.xlsx")
            let outcome = try await household.trend(
                ["둘", "하나", "--days", "3", "-o", path] + pivot, at: url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let book = try #require(try await ReadWorkbook.read([path]).first)
            #expect(book.names == ["흥행 추이", "추이", "정보"])
            let rows = try #require(book.sheet("흥행 추이"))
            if pivot.isEmpty {
                #expect(rows.rows.count == 7)
                #expect(rows.cell("날짜", 2)?.value == "2024-03-03")
                #expect(rows.cell("관객수", 2) == nil && rows.cell("관객수", 3)?.value == "2004")
            } else {
                #expect(rows.values(0) == ["개봉일차", "둘", "하나"])
                #expect(rows.values(2) == ["2", "", "1002"])
            }
            let runs = try #require(book.sheet("추이"))
            #expect(runs.charts == 1)
            #expect(runs.rows.compactMap { $0.first ?? nil }.map(\.value) == ["영화명", "둘", "하나"])
            #expect(runs.values(28) == ["둘", "2002", "", "2004"])
            #expect(runs.values(29) == ["하나", "1001", "1002", "1003"])
            #expect(
                book.sheet("정보")?.rows.joined().compactMap { $0?.value }
                    .contains { $0.contains("둘 (20240002): 2024-03-02 ~ 2024-03-04") } == true)
        }
    }
}
