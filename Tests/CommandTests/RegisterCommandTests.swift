import Foundation
import Loopback
import SlowLane
import Testing

/// The services other than the daily chart, through both endpoints of a KOBIS on this machine.
@Suite struct RegisterCommandTests {
    /// Runs `arguments` through JSON and XML, checks that both gave the same, and returns the outcome.
    private func both(
        _ arguments: [String], against server: LoopbackKOBIS? = nil
    ) async throws -> Program.Outcome {
        let server = try server ?? LoopbackKOBIS()
        return try await server.run { url in
            let json = try await Program.run(against: url, arguments)
            let xml = try await Program.run(against: url, arguments + ["--source", "kobis-xml"])
            #expect(json.status == xml.status)
            // How much a failing run has written to standard output depends on timing.
            if [0, 2].contains(json.status) { #expect(json.output == xml.output) }
            #expect(json.errors == xml.errors)
            return json
        }
    }

    @Test(
        "The charts of weeks have the published figures",
        arguments: [
            (
                ["weekly", "--date", "2019-W27", "--top", "1"],
                "201927,2019-07-01,2019-07-07,1,36,false,20196309,스파이더맨: 파 프롬 홈,2019-07-02,"
                    + "39000945110,68.2,38992385110,455518.5,39009505110,4521200,4520344,528077.6,"
                    + "4522056,2142,65859"
            ),
            (
                ["weekend", "--date", "2011-12-28", "--top", "1"],
                "201152,2011-12-30,2012-01-01,1,0,false,20112207,미션임파서블:고스트프로토콜,2011-12-15,"
                    + "7840509500,35.8,-1706758500,-17.9,40541108500,1007683,-234848,-18.9,5328435,"
                    + "697,9677"
            ),
        ])
    func weeks(arguments: [String], row: String) async throws {
        let outcome = try await both(arguments)
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("year_week,from,to,rank,rank_change,"))
        #expect(outcome.rows == [Substring(row)])
    }

    @Test(
        "Every chart says which part of the week it wants, and gives it",
        arguments: [
            ("weekly", "0", "2022-05-30,2022-06-05"), ("weekend", "1", "2022-06-03,2022-06-05"),
            ("weekdays", "2", "2022-05-30,2022-06-02"),
        ])
    func partsOfTheWeek(command: String, weekGb: String, days: String) async throws {
        let server = try LoopbackKOBIS()
        let outcome = try await both([command, "--date", "2022-W22"], against: server)
        #expect(outcome.rows.count == 10)
        #expect(outcome.rows.allSatisfy { $0.hasPrefix("202222,\(days),") })
        #expect(server.seen.allSatisfy { $0.parameters["weekGb"] == weekGb })
    }

    @Test("A range of weeks crosses New Year as ISO 8601 does")
    func rangeOfWeeks() async throws {
        let outcome = try await both([
            "weekly", "--from", "2019-W51", "--to", "2020-01-08", "--top", "1", "--columns",
            "year_week,from",
        ])
        #expect(
            outcome.rows == [
                "201951,2019-12-16", "201952,2019-12-23", "202001,2019-12-30", "202002,2020-01-06",
            ])
    }

    @Test("A search is read to its end, and a film that moves between pages is written once")
    func paging() async throws {
        let server = try LoopbackKOBIS()
        let all = try await both(["movies", "--title", "만든", "--limit", "5000"], against: server)
        #expect(all.status == 0 && all.errors == "")
        #expect(all.rows.count == 300)
        #expect(Set(all.rows).count == 300)
        #expect(server.seen.map { $0.parameters["curPage"] }.prefix(4) == ["1", "2", "3", "4"])
        let some = try await both(["movies", "--title", "만든", "--limit", "150"])
        #expect(some.rows.count == 150)
        #expect(
            some.errors == "bo-export: these are the first 150 of 301; --limit 301 gives them all\n"
        )
    }

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
        let all = try await both(line + ["--limit", "5000"], against: server)
        let equal = ["20241110", "20060001"]
        let others = (1000..<1120).map { "2024\($0)" }.filter { !equal.contains($0) } + ["20240002"]
        #expect(all.rows.map { String($0) } == equal + others)
        #expect(all.errors == "")
        let few = try await both(line, against: server)
        #expect(few.rows.map { String($0) } == Array(others.prefix(100)))
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
        let server = try LoopbackKOBIS()
        server.give(.status(500), to: "page 2")
        let partial = try await server.run { url in
            try await Program.run(
                against: url, ["movies", "--title", "만든", "--limit", "1000", "--keep-going"])
        }
        #expect(partial.status == 2 && partial.rows.count == 100)
        #expect(partial.errors.contains("missing: page 2 and those after it: "))
    }

    @Test(
        "Searches pass on their filters",
        arguments: [
            (
                ["movies", "--title", "a&b", "--director", "봉", "--opened", "2019..2021"],
                ["movieNm": "a&b", "directorNm": "봉", "openStartDt": "2019", "openEndDt": "2021"]
            ),
            (["movies", "--produced", "2019"], ["prdtStartYear": "2019", "prdtEndYear": "2019"]),
            (["people", "--name", "송", "--film", "기생충"], ["peopleNm": "송", "filmoNames": "기생충"]),
            (["companies", "--name", "바른손", "--ceo", "곽"], ["companyNm": "바른손", "ceoNm": "곽"]),
            (["codes", "nations"], ["comCode": "2204"]), (["codes", "2201"], ["comCode": "2201"]),
        ])
    func searches(arguments: [String], parameters: [String: String]) async throws {
        let server = try LoopbackKOBIS()
        let outcome = try await both(arguments, against: server)
        #expect(outcome.status == 0)
        for seen in server.seen {
            #expect(seen.parameters.merging(parameters) { $1 } == seen.parameters)
        }
    }

    @Test("Details come with every field, of the largest film there is and of the smallest")
    func films() async throws {
        let columns = """
            movie_code,title,title_original,running_minutes,open_date,genres,nations,distributors,\
            producers,rating,audit_numbers,show_types,companies
            """
        let outcome = try await both([
            "movie", "20190217", "20176068", "19991000", "--columns", columns,
        ])
        #expect(
            outcome.rows == [
                """
                20190217,큰 영화,,131,2019-05-30,드라마|스릴러,한국|미국,배급 하나|배급 둘,제작 하나,\
                15세이상관람가|청소년관람불가,2019-MF00853|2020-MF00001|,2D 디지털|4D,\
                제작 하나 (제작사)|배급 하나 (배급사)|배급 둘 (배급사)|이름뿐
                """,
                """
                20176068,나를 만나는 길,,93,2022-05-12,다큐멘터리,영국,(주)티캐스트,,,2019-MF00853,,\
                (주)티캐스트 (배급사)
                """,
                "19991000,만든 영화 0,,,,드라마|코미디,한국,,,,2019-MF00853,,",
            ])
        let people = try await both(["movie", "20190217", "--columns", "actors,staff,cast"])
        let cells = people.rows.first?.split(separator: ",") ?? []
        #expect(cells.map { $0.split(separator: "|").count } == [217, 1107, 217])
        #expect(cells.last?.hasPrefix("배우 1 (기택)|배우 2|") == true)
        #expect(cells[1].hasPrefix("스태프 1 (촬영팀)|") == true)
    }

    @Test(
        "People, companies and codes come with every field",
        arguments: [
            (
                ["people", "--name", "송강호 1"],
                "10000001,송강호 1,SONG Kang-ho,배우,기생충|괴물|밀정"
            ),
            (
                ["person", "10000001"],
                "10000001,송강호,SONG Kang-ho,배우,남자,https://example.org/송,기생충 (배우),20183782"
            ),
            (["companies", "--name", "CJ"], "20100002,CJ ENM,,곽신애,제작사|배급사,기생충|마더"),
            (
                ["company", "20100001"],
                "20100001,(주)바른손이앤에이,,곽신애,제작사|배급사,기생충 (제작사)|마더 (제작사),20183782|20090001"
            ),
            (["codes", "regions"], "0105001,서울시,Seoul"),
        ])
    func others(arguments: [String], row: String) async throws {
        let outcome = try await both(arguments)
        #expect(outcome.status == 0)
        #expect(outcome.rows.first == Substring(row))
    }

    @Test(
        "An unknown code is named: 65, or with --keep-going the others and 2", .slow,
        arguments: [
            ("movie", "20190217", "20176068"), ("person", "10000001", "10000001"),
            ("company", "20100001", "20100001"),
        ])
    func unknownCodes(command: String, known: String, other: String) async throws {
        let stopped = try await both([command, known, "99999999", other])
        #expect(stopped.status == 65)
        #expect(
            stopped.errors
                == "bo-export: error: 99999999: not found: nothing is known under this code\n")
        let partial = try await both([command, known, "99999999", other, "--keep-going"])
        #expect(partial.status == 2)
        #expect(partial.rows.count == Set([known, other]).count)
        #expect(
            partial.errors
                == "bo-export: warning: missing: 99999999: not found: nothing is known under this code\n"
        )
        let nothing = try await both([command, "99999999", "--keep-going"])
        #expect(nothing.status == 65)
        #expect(nothing.output == "")
    }

    @Test("With --keep-going the available days are written, and the others named")
    func keepGoing() async throws {
        let server = try LoopbackKOBIS()
        server.give(.status(500), to: "20220601")
        server.give(.status(503), to: "20220603")
        let days = ["--from", "2022-06-01", "--to", "2022-06-04", "--columns", "date"]
        let outcome = try await both(days + ["--keep-going"], against: server)
        #expect(outcome.status == 2)
        #expect(Set(outcome.rows) == ["2022-06-02", "2022-06-04"])
        #expect(outcome.errors.split(separator: "\n").count == 2)
        for day in ["2022-06-01", "2022-06-03"] {
            #expect(outcome.errors.contains("bo-export: warning: missing: \(day): "))
        }
    }

    @Test("A refused key or an exhausted quota ends even a run that keeps going")
    func keepGoingEnds() async throws {
        for (fault, status) in [("320010", 77), ("320011", 75)] as [(String, Int32)] {
            let server = try LoopbackKOBIS()
            server.give(.fault(fault), to: "20220602")
            let outcome = try await both(
                ["--from", "2022-06-01", "--to", "2022-06-04", "--keep-going"], against: server)
            #expect(outcome.status == status)
        }
    }

    @Test("Cross-checking finds the one figure in which the endpoints differ, and names it")
    func crossCheck() async throws {
        let server = try LoopbackKOBIS()
        server.give(.figure("salesAmt", "5809904521", in: .xml), to: "20220605")
        let folder = try TemporaryFolder()
        try await server.run { url in
            let days = ["--from", "2022-06-03", "--to", "2022-06-05", "--cross-check"]
            let outcome = try await Program.run(
                against: url, days + ["-o", folder.path("x.csv")])
            #expect(outcome.status == 65)
            #expect(
                outcome.errors == """
                    bo-export: error: 2022-06-05: the sources differ in row 1, sales_amount: \
                    5809904520 in kobis-json, 5809904521 in kobis-xml\n
                    """)
            #expect(try folder.names.isEmpty)
            let equal = try await Program.run(
                against: url, ["--from", "2022-06-03", "--to", "2022-06-04", "--cross-check"])
            #expect(equal.status == 0 && equal.rows.count == 20)
            let large = try await Program.run(against: url, ["movie", "20190217", "--cross-check"])
            #expect(large.status == 0)
            let all = try await Program.run(
                against: url, ["movies", "--limit", "1000", "--cross-check"])
            #expect(all.status == 0 && all.rows.count > 300)
        }
        let sample = try await Program.run(["--source", "sample", "--cross-check"])
        #expect(sample.status == 64)
    }

    @Test(
        "An error in a command is 64",
        arguments: [
            (["movies", "--opened", "2021..2019"], "2021..2019"),
            (["movies", "--opened", "x"], "x"),
            (["movies", "--limit", "0"], "--limit takes"), (["movie"], "code"),
            (["movie", ""], "a code is empty"), (["codes", "planets"], "known are nations"),
            (["weekly", "--date", "2021-W53"], "'2021-W53' is not a date"),
            (["daily", "--date", "2022-W22"], "'2022-W22' is not a date"),
            (["columns", "film"], "there is no dataset 'film'; known are"),
            (["people", "--source", "sample"], "the sample holds the daily charts"),
            (["codes", "2204", "--source", "sample"], "and the codes of regions"),
            (["weekdays", "--source", "sample"], "there is no weekdays chart"),
            (["movie", "1", "--columns", "rank"], "there is no column 'rank'"),
        ])
    func usage(arguments: [String], text: String) async throws {
        let outcome = try await Program.run(
            against: "http://127.0.0.1:1", arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(text))
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
