import Foundation
import Loopback
import SlowLane
import Testing

/// The services other than the daily chart, through both endpoints of a KOBIS on this machine.
@Suite struct RegisterCommandTests {
    @Test("Films with exactly the title come first, on whatever page, and the others stay in order")
    func equalTitles() async throws {
        let server = try LoopbackKOBIS()
        for number in 1000..<1120 {
            let title = number == 1110 ? "괴물" : "괴물 \(number)"
            server.add(code: "2024\(number)", title: title, openDate: "20240101")
        }
        server.add(code: "20060001", title: "괴물", openDate: "20060727")
        server.add(code: "20240002", title: "새 괴물", openDate: "20240101")
        let line = ["movies", "--title", "괴물", "--columns", "movie_code"]
        let equal = ["20241110", "20060001"]
        let others = (1000..<1120).map { "2024\($0)" }.filter { !equal.contains($0) } + ["20240002"]
        try await server.run { url in
            for source in [["--source", "kobis-json"], ["--source", "kobis-xml"]] {
                let all = try await Program.run(against: url, line + source + ["--limit", "5000"])
                #expect(all.status == 0 && all.errors == "")
                #expect(all.rows.map { String($0) } == equal + others)
                let few = try await Program.run(against: url, line + source)
                #expect(few.rows.map { String($0) } == Array(others.prefix(100)))
            }
        }
    }

    @Test("A search that ends early, repeats itself or contradicts itself fails")
    func brokenSearches() async throws {
        func page(_ codes: Range<Int>, of total: Int) -> Trouble {
            let items = codes.map { "{\"movieCd\":\"1999\($0)\"}" }.joined(separator: ",")
            return .body("{\"movieListResult\":{\"totCnt\":\(total),\"movieList\":[\(items)]}}")
        }
        let cases: [(String, Trouble, String)] = [
            ("page 2", page(0..<0, of: 300), "the search ends after 100 of 300"),
            (
                "page 2", page(0..<0, of: 0),
                "the answers have 100 items, but say that there are 0 in all"
            ),
            ("page 1", page(1000..<1100, of: 5), "the answers have 100 items"),
            ("*", page(1000..<1100, of: 999_999), "the page before page 3 has nothing"),
        ]
        let folder = try TemporaryFolder()
        for (place, trouble, message) in cases {
            let server = try LoopbackKOBIS()
            server.give(trouble, to: place)
            let outcome = try await server.run { url in
                try await Program.run(
                    against: url,
                    ["movies", "--title", "만든", "--limit", "1000", "-o", folder.path("x.csv")])
            }
            #expect(outcome.status == 65)
            #expect(outcome.errors.contains(message))
            #expect(server.seen.count <= 2)
        }
        #expect(try folder.names.isEmpty)
    }

    @Test("A register that ends before the page that is asked for gives the rows before it")
    func shrunk() async throws {
        let server = try LoopbackKOBIS()
        let empty = #"{"movieListResult":{"totCnt":99,"movieList":[]}}"#
        server.give(.body(empty), to: "page 2")
        let outcome = try await server.run { url in
            try await Program.run(
                against: url, ["movies", "--title", "만든", "--limit", "1000"])
        }
        #expect(outcome.status == 0 && outcome.rows.count == 100)
        #expect(outcome.errors.contains(" came: the register may have changed"))
    }

    @Test(
        "Malicious documents are 65, quickly and with little memory", .slow,
        arguments: [
            "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><boxOfficeResult>&x;</boxOfficeResult>",
            "<boxOfficeResult>" + String(repeating: "<x>", count: 10_000),
            "<?xml version=\"1.0\" encoding=\"utf-16\"?><boxOfficeResult/>",
            "<boxOfficeResult><showRange>2022", "<faultResult/>",
            "{\"boxOfficeResult\":" + String(repeating: "[", count: 10_000)
                + String(repeating: "]", count: 10_000) + "}",
            "{\"boxOfficeResult\":{\"showRange\":\"\\ud800\"}}",
            "{\"boxOfficeResult\":{\"showRange\":\"a\",\"showRange\":\"b\"}}",
            "{\"boxOfficeResult\":{}} trailing", "{\"movieInfoResult\":{\"movieInfo\":{}}}",
        ])
    func harm(body: String) async throws {
        let server = try LoopbackKOBIS()
        server.give(.body(body))
        let outcome = try await server.run { url in
            try await Program.shell(
                "ulimit -v 2000000; exec \"$0\" --date 2022-06-05 --source \"$SOURCE\"",
                environment: [
                    "KOBIS_BASE_URL": url, "KOBIS_API_KEY": "test",
                    "SOURCE": body.hasPrefix("<") ? "kobis-xml" : "kobis-json",
                ])
        }
        #expect(outcome.status == 65)
        #expect(!outcome.errors.contains("root:"))
    }
}
