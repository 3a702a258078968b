import Foundation
import Loopback
import Testing

/// The runs of films as documents for people.
@Suite(.serialized) struct TrendDocumentCommandTests {
    @Test("In Markdown there is one table, and missing days have a dash")
    func markdown() async throws {
        let household = try TrendHousehold()
        try await household.server.run { url in
            let outcome = try await household.trend(
                ["둘", "하나", "--days", "2", "--format", "markdown"], at: url)
            #expect(
                outcome.output == """
                    | 영화 | 개봉일차 | 날짜       | 순위 | 관객수 | 누적관객수 |     매출액 | 스크린 | 상영 |
                    | ---- | -------: | ---------- | ---: | -----: | ---------: | ---------: | -----: | ---: |
                    | 둘   |        1 | 2024-03-02 |    1 |  2,002 |     20,020 | 20,020,000 |    100 |  500 |
                    | 둘   |        2 | 2024-03-03 |    – |      – |          – |          – |      – |    – |
                    | 하나 |        1 | 2024-03-01 |    1 |  1,001 |     10,010 | 10,010,000 |    100 |  500 |
                    | 하나 |        2 | 2024-03-02 |    2 |  1,002 |     10,020 | 10,020,000 |    100 |  500 |

                    """)
            let pivot = try await household.trend(
                ["둘", "하나", "--days", "2", "--pivot", "rank", "--format", "markdown"], at: url)
            #expect(
                pivot.output == """
                    | 개봉일차 |  둘 | 하나 |
                    | -------: | --: | ---: |
                    |        1 |   1 |    1 |
                    |        2 |   – |    2 |

                    """)
        }
    }

    @Test("On a terminal each film has a line of blocks, with gaps on missing days, if it fits")
    func blocks() async throws {
        let household = try TrendHousehold()
        try await household.server.run { url in
            for (width, lines) in [
                (80, "관객수: ▇ = 3,005\n둘       ▅ ▅▅\n셋 영화  ▇▇\n"), (11, ""),
            ] {
                let outcome = try await household.home.shell(
                    """
                    script -qc "stty cols \(width); \\"$0\\" trend 둘 2024C003 --days 4 --pivot 관객수" /dev/null
                    """, at: url)
                let text = outcome.output.replacing("\r\n", with: "\n")
                #expect(text.contains("▇") == !lines.isEmpty)
                #expect(text.hasSuffix(lines), "\(text)")
            }
        }
    }

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

    @Test(
        "A run of more than 62 days has no chart, and a remark says so",
        .enabled(if: ReadWorkbook.canBeRead, "this needs libxlsxwriter4 and openpyxl"))
    func longRun() async throws {
        let household = try TrendHousehold()
        try await household.server.run { url in
            let path = household.home.folder.path("runs.xlsx")
            let outcome = try await household.trend(["둘", "--days", "63", "-o", path], at: url)
            #expect(outcome.status == 0)
            #expect(outcome.errors.contains("no chart of the runs: 63 periods"))
        }
    }
}
