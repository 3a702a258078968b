import BoxOffice
import Engine
import Foundation
import Loopback
import SlowLane
import Testing

/// Every dataset as a workbook, compared cell by cell with the same run as JSON Lines.
@Suite(.enabled(if: ReadWorkbook.canBeRead, "this needs libxlsxwriter4 and python3-openpyxl"))
struct WorkbookDatasetCommandTests {
    /// Commands, and the dataset that each gives.
    private static let runs: [(words: [String], dataset: String)] = [
        (["daily", "--from", "2022-05-30", "--to", "2022-06-02"], "chart"),
        (["weekly", "--date", "2019-W27"], "chart"),
        (["weekend", "--date", "2011-12-28"], "chart"),
        (["weekdays", "--date", "2022-W22", "--region", "서울,경기"], "chart"),
        (["daily", "--date", "2022-06-01", "--with", "details"], "chart"),
        (
            ["daily", "--date", "2022-06-01", "--columns", derived], "chart"
        ),
        (["movies", "--limit", "30"], "movies"), (["movie", "20190217", "20135304"], "movie"),
        (["people"], "people"), (["person", "10000001"], "person"), (["companies"], "companies"),
        (["company", "20100001"], "company"), (["codes", "regions"], "codes"),
    ]

    private static let derived =
        "rank_marker,release_day,ticket_price,audience_per_show,chart,from,to,year_week,region,"
        + "nation,kind,source,title"

    private func expected(_ value: Any?, _ kind: Column.Kind) -> (kind: String, value: String)? {
        switch (value, kind) {
        case (let text as String, .date): ("date", text)
        case (let text as String, _): text.isEmpty ? nil : ("text", text)
        case (let list as [String], _): list.isEmpty ? nil : ("text", list.joined(separator: ", "))
        case (let number as NSNumber, .boolean): ("boolean", number.boolValue ? "True" : "False")
        case (let number as NSNumber, .percent):
            ("number", "\((number.doubleValue * 10).rounded() / 1000)")
        case (let number as NSNumber, _): ("number", "\(number.doubleValue)")
        default: nil
        }
    }

    private let formats: [Column.Kind: String] = [
        .integer: "#,##0", .amount: "#,##0", .percent: "0.0%", .decimal: "#,##0.0", .year: "0",
        .date: "yyyy-mm-dd", .text: "@", .list: "@",
    ]

    @Test("Cells have the values of JSON Lines, each with its type", .slow)
    func datasets() async throws {
        let folder = try TemporaryFolder()
        try await LoopbackKOBIS().run { url in
            for (index, run) in Self.runs.enumerated() {
                let environment = [
                    "KOBIS_BASE_URL": url, "KOBIS_API_KEY": "test",
                    "XDG_CACHE_HOME": folder.path("cache"),
                ]
                let workbook = try await Program.run(
                    run.words + ["-q", "--header", "en", "-o", folder.path("\(index).xlsx")],
                    environment: environment)
                #expect(workbook.status == 0 && workbook.errors == "", "\(run.words)")
                let lines = try await Program.run(
                    run.words + [
                        "-q", "--header", "en", "--format", "jsonl", "-o",
                        folder.path("\(index).jsonl"),
                    ],
                    environment: environment)
                #expect(lines.status == 0, "\(run.words) \(lines.errors)")
            }
        }
        let workbooks = try await ReadWorkbook.read(
            Self.runs.indices.map { folder.path("\($0).xlsx") })
        for (index, (run, workbook)) in zip(Self.runs, workbooks).enumerated() {
            let dataset = try #require(Dataset.all.first { $0.name == run.dataset })
            let columns = dataset.columns + Dataset.all.flatMap(\.columns)
            let lines = try folder.text("\(index).jsonl").split(separator: "\n")
            let sheet = workbook.sheets[0]
            #expect(sheet.rows.count == lines.count + 1 && workbook.formulas == 0, "\(run.words)")
            #expect(workbook.names.last == "정보" && sheet.freeze == "A2")
            for (row, line) in lines.enumerated() {
                let object = try #require(
                    JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                for (name, value) in object {
                    let column = try #require(columns.first { $0.name == name }, "\(name)")
                    let cell = sheet.cell(name, row + 1)
                    let wanted = expected(value, column.kind)
                    #expect(cell?.kind == wanted?.kind, "\(run.words) \(name) \(row)")
                    let found =
                        cell?.kind == "number"
                        ? cell.flatMap { Double($0.value) }.map { "\($0)" } : cell?.value
                    #expect(found == wanted?.value, "\(run.words) \(name) \(row)")
                    if let cell, let format = formats[column.kind] {
                        #expect(cell.numberFormat == format, "\(run.words) \(name)")
                    }
                }
            }
        }
        #expect(workbooks[0].names == ["daily box office", "Ranks", "정보"])
        #expect(workbooks[0].sheets[1].charts == 1)
        #expect(workbooks[3].names == ["weekdays box office", "정보"])
        #expect(workbooks[3].sheets[0].values(0).contains("region"))
        let marker = workbooks[0].sheets[0].cell("rank_marker")
        #expect(marker?.kind == "text" && marker?.numberFormat == "@")
    }
}
