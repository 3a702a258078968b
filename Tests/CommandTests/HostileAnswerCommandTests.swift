import BoxOffice
import Engine
import Foundation
import Loopback
import Testing

/// Malicious answers, as recordings that the program replays.
@Suite struct HostileAnswerCommandTests {
    @Test(
        "An answer that is not XML gives one line of JSON with one sentence on standard error",
        arguments: [
            ("EUC-KR", "<boxOfficeResult>", [0xFF, 0x20], "</boxOfficeResult>"),
            ("CP949", "<boxOfficeResult>", [0xB1, 0x20], "</boxOfficeResult>"),
            ("UTF-8", "<boxOfficeResult>", [0xB1, 0xE2], "</boxOfficeResult>"),
            ("EUC-KR", "<boxOfficeResult/>", [0xFF, 0xFF], ""),
            ("UTF-8", "<boxOfficeResult>&CANARY;</boxOfficeResult>", [], ""),
            ("no-such", "<boxOfficeResult/>", [], ""), ("UTF-16", "<boxOfficeResult/>", [], ""),
            ("UTF-8", "<boxOfficeResult/>", [0], "<boxOfficeResult/>"),
        ] as [(String, String, [UInt8], String)])
    func quietLibrary(
        encoding: String, before: String, bytes: [UInt8], after: String
    ) async throws {
        let head = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n" + before
        let body = Array(head.utf8) + bytes + Array(after.utf8)
        let outcome = try await replay(body, "kobis-xml", ["--log-format", "json"])
        #expect(outcome.status == 65)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 1, "\(outcome.errors)")
        for line in lines {
            #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
        }
        #expect(!outcome.errors.contains("CANARY"))
    }

    @Test("UTF-16 with half a surrogate pair is refused in one line of JSON")
    func surrogates() async throws {
        let text = "<boxOfficeResult>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let outcome = try await replay(
            [0xFF, 0xFE] + text + [0x00, 0xD8, 0x20, 0x00], "kobis-xml", ["--log-format", "json"])
        #expect(outcome.status == 65)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 1 && lines.first?.hasPrefix("{") == true, "\(outcome.errors)")
    }

    @Test("An error in JSON is reported with its place")
    func place() async throws {
        let body = Array("{\"boxOfficeResult\":{\n\"showRange\":NaN}}".utf8)
        let outcome = try await replay(body, "kobis-json", [])
        #expect(outcome.status == 65)
        #expect(
            outcome.errors
                == "bo-export: error: 2022-06-01: the JSON is broken at line 2, column 13: "
                + "a value is expected\n")
    }

    @Test("Only the beginning of an unexpected long value is quoted")
    func longQuotes() async throws {
        let long = "20220601" + String(repeating: "1", count: 100_000)
        let body = Array("{\"boxOfficeResult\":{\"showRange\":\"\(long)\"}}".utf8)
        let outcome = try await replay(body, "kobis-json", [])
        #expect(outcome.status == 65)
        #expect(
            outcome.errors
                == "bo-export: error: 2022-06-01: the answer is for \(long.prefix(40))…, "
                + "not for 20220601~20220601\n")
    }

    @Test("A chart of more rows than were asked for is refused")
    func rows() async throws {
        let rows = (1...11).map { rank in
            """
            {"rnum":"\(rank)","rank":"\(rank)","rankInten":"0","rankOldAndNew":"OLD",\
            "movieCd":"\(20_000_000 + rank)","movieNm":"t","openDt":"2022-05-18","salesAmt":"1",\
            "salesShare":"0.1","salesInten":"0","salesChange":"0","salesAcc":"1","audiCnt":"1",\
            "audiInten":"0","audiChange":"0","audiAcc":"1","scrnCnt":"1","showCnt":"1"}
            """
        }
        let chart = { (rows: ArraySlice<String>) in
            Array(
                """
                {"boxOfficeResult":{"boxofficeType":"일별 박스오피스",\
                "showRange":"20220601~20220601",\
                "dailyBoxOfficeList":[\(rows.joined(separator: ","))]}}
                """.utf8)
        }
        let good = try await replay(chart(rows[..<10]), "kobis-json", [])
        #expect(good.status == 0 && good.rows.count == 10)
        let outcome = try await replay(chart(rows[...]), "kobis-json", [])
        #expect(outcome.status == 65)
        #expect(
            outcome.errors
                == "bo-export: error: 2022-06-01: the chart has 11 rows; the limit is 10\n")
    }

    /// Runs the program on a folder in which `body` is the answer for 2022-06-01.
    private func replay(
        _ body: [UInt8], _ source: String, _ arguments: [String]
    ) async throws -> Program.Outcome {
        let folder = try TemporaryFolder()
        let day = Day(year: 2022, month: 6, day: 1) ?? Day(daysSince1970: 0)
        let period = Period(of: .daily, containing: day)
        let form = source == "kobis-xml" ? "xml" : "json"
        let request = Request(
            service: "kobis", path: "boxoffice/searchDailyBoxOfficeList.\(form)",
            parameters: [("targetDt", "20220601"), ("itemPerPage", "10")],
            subject: .edition(ChartEdition(period)))
        let answer = Answer(body: body, fetchedAt: Instant(secondsSince1970: 1_654_646_400))
        let file = folder.url.appending(path: Recording.path(for: request))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(Recording(of: answer, to: request).bytes).write(to: file)
        return try await Program.run(
            [
                "--source", source, "--replay", folder.url.path, "--from", "2022-06-01", "--to",
                "2022-06-01",
            ] + arguments)
    }
}
