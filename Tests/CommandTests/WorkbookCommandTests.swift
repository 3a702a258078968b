import Foundation
import Loopback
import Testing

/// Workbooks as a user asks for them.
@Suite(.enabled(if: ReadWorkbook.canBeRead, "this needs libxlsxwriter4 and python3-openpyxl"))
struct WorkbookCommandTests {
    private static let week = ["--source", "sample", "--from", "2022-05-30", "--to", "2022-06-05"]
    private static let libfaketime = ["x86_64", "aarch64"]
        .map { "/usr/lib/\($0)-linux-gnu/faketime/libfaketime.so.1" }
        .first(where: FileManager.default.fileExists(atPath:))

    @Test("A workbook of a week is ready to use")
    func week() async throws {
        let folder = try TemporaryFolder()
        for (name, words) in [
            ("week", []), ("plain", ["--header", "none", "--columns", "title,rank_marker,영화코드"]),
            ("day", ["--top", "3"]), ("period", ["-O", "sheets=period"]),
            ("none", ["-O", "chart=none"]),
        ] {
            let outcome = try await Program.run(
                (name == "day" ? ["--source", "sample"] : Self.week) + words
                    + ["-q", "-o", folder.path("\(name).xlsx")])
            #expect(outcome.status == 0 && outcome.output == "" && outcome.errors == "")
        }
        let names = ["week", "plain", "day", "period", "none"]
        let read = try await ReadWorkbook.read(names.map { folder.path("\($0).xlsx") })
        #expect(read.map(\.formulas) == [0, 0, 0, 0, 0])

        let sheet = read[0].sheets[0]
        #expect(read[0].names == ["일별 박스오피스", "순위", "정보"])
        #expect(sheet.values(0).prefix(4) == ["날짜", "순위", "변동", "영화명"])
        #expect(sheet.rows.count == 71 && sheet.filter == "A1:S71" && sheet.freeze == "A2")
        #expect(sheet.cell("날짜")?.value == "2022-05-30" && sheet.cell("날짜")?.kind == "date")
        #expect(sheet.cell("영화코드")?.kind == "text" && sheet.cell("영화코드")?.numberFormat == "@")
        #expect(sheet.cell("매출액점유율")?.numberFormat == "0.0%")
        let colours = sheet.rows.dropFirst().compactMap { $0[2] }.map { cell in
            "\(cell.value.prefix(1))\(cell.colour ?? "")"
        }
        #expect(
            Set(colours).isSubset(of: ["▲C00000", "▼0050C8", "신C00000", "진C00000", "-"])
                && Set(colours).count >= 4)

        #expect(read[1].sheets[0].values(0).first == "범죄도시2" && read[1].sheets[0].filter == nil)
        #expect(read[1].sheets[0].rows.count == 70 && read[1].sheets[0].rows[0].count == 3)
        #expect(read[2].names == ["일별 박스오피스", "정보"] && read[4].names == read[2].names)
        let days = (30...31).map { "2022-05-\($0)" } + (1...5).map { "2022-06-0\($0)" }
        #expect(read[3].names == days + ["순위", "정보"])
        #expect(read[3].sheets.prefix(7).allSatisfy { $0.rows.count == 11 && $0.freeze == "A2" })

        let info = try #require(read[0].sheets.last)
        let facts = info.rows.prefix(7).map { row in row.prefix(2).map { $0?.value ?? "" } }
        #expect(
            facts.prefix(6) == [
                ["제목", "일별 박스오피스, 2022-05-30 ~ 2022-06-05"], facts[1], ["구분", "일별 박스오피스"],
                ["기간", "2022-05-30 ~ 2022-06-05 (7일)"], ["조건", "없음"], ["행", "70"],
            ])
        #expect(facts[1][0] == "출처" && facts[1][1] != "" && facts[6] == ["빠진 것", "없음"])
        let all = info.rows.joined().compactMap { $0?.value } + read[0].properties.values
        #expect(!all.contains { $0.contains(folder.url.path) || $0.contains("2026") })
        #expect(read[0].properties["title"] == "일별 박스오피스, 2022-05-30 ~ 2022-06-05")
        #expect(read[0].times == ["1980-01-01"])
    }

    @Test("Missing data is listed on the last sheet, and a region has a column")
    func missing() async throws {
        let folder = try TemporaryFolder()
        let server = try LoopbackKOBIS()
        server.give(.status(500), to: "20220602")
        let outcome = try await server.run { url in
            try await Program.run(
                against: url,
                [
                    "--from", "2022-06-01", "--to", "2022-06-03", "--keep-going", "-o",
                    folder.path("x.xlsx"),
                ])
        }
        #expect(outcome.status == 2)
        let book = try #require(try await ReadWorkbook.read([folder.path("x.xlsx")]).first)
        #expect(book.sheets[0].rows.count == 21)
        let missing = try #require(book.sheets.last).rows.filter { $0[0]?.value == "빠진 것" }
        #expect(missing.count == 1 && missing[0][1]?.value.contains("2022-06-02") == true)
        // The ranks have a column for the day, whose text is wrapped.
        let ranks = try #require(book.sheet("순위"))
        let day = try #require(ranks.values(27).firstIndex(of: "6/2"))
        #expect((28..<ranks.rows.count).allSatisfy { ranks.values($0)[day] == "" })
    }

    @Test("The same rows give the same bytes: another day, time zone, folder or number of jobs")
    func sameBytes() async throws {
        let folder = try TemporaryFolder()
        var environments = [
            ["TZ": "Asia/Seoul"],
            ["TZ": "Pacific/Kiritimati", "LC_ALL": "de_DE.UTF-8", "TMPDIR": folder.url.path],
        ]
        if let libfaketime = Self.libfaketime {
            environments.append(["LD_PRELOAD": libfaketime, "FAKETIME": "+400d", "TZ": "UTC"])
        }
        for (index, environment) in environments.enumerated() {
            let run = try await Program.run(
                Self.week + ["--jobs", "\(1 + index)", "-q", "-o", folder.path("\(index).xlsx")],
                environment: environment)
            #expect(run.status == 0, "\(run.errors)")
        }
        let first = try Data(contentsOf: folder.url.appending(path: "0.xlsx"))
        for index in environments.indices {
            #expect(try Data(contentsOf: folder.url.appending(path: "\(index).xlsx")) == first)
        }
        #expect(try folder.names.count == environments.count)
    }

    @Test("Hostile texts of a plugin are read back unchanged from every place that shows them")
    func plugin() async throws {
        let folder = try TemporaryFolder()
        try folder.add(
            executable: "bo-export-source-hostile",
            #"""
            #!/bin/sh
            read -r hello
            printf '%s\n' '{"manifest":{"protocol":1,"name":"hostile","summary":"=1+1","dataset":"top10","columns":[{"name":"a","korean":"=1+1","type":"text"},{"name":"b","korean":"_x0041_","type":"integer"},{"name":"c","korean":"c","type":"list"}]}}'
            read -r query || exit 0
            printf '%s\n' '{"row":{"a":"=HYPERLINK(\"http://a.example\")","b":9223372036854775807,"c":["_x0041","a\u0001b"]}}'
            printf '%s\n' '{"row":{"a":"2:22","b":null,"c":[]}}'
            printf '%s\n' '{"row":{"a":null,"b":-1,"c":null}}'
            echo '{"end":{}}'
            """#)
        let outcome = try await Program.run([
            "rows", "--source", "hostile", "--plugin-dir", folder.url.path, "-q", "-o",
            folder.path("x.xlsx"),
        ])
        try #require(outcome.status == 0, "\(outcome.errors)")
        let book = try #require(try await ReadWorkbook.read([folder.path("x.xlsx")]).first)
        #expect(book.names == ["top10 (1)", "정보"] && book.formulas == 0)
        #expect(book.sheets[0].values(0) == ["=1+1", "_x0041_", "c"])
        #expect(
            book.sheets[0].values(1) == [
                "=HYPERLINK(\"http://a.example\")", "9223372036854775807", "_x0041, ab",
            ])
        #expect(book.sheets[0].values(2) == ["2:22", "", ""])
    }
}
