import Foundation
import Loopback
import SlowLane
import Testing

/// `--with codes`: the film codes of rows that have none, from a user's point of view.
@Suite(.serialized) struct CodesCommandTests {
    private static let header = "date,rank,title,open_date,film_nation,nations,directors\n"
    /// Two days with two films that have a code and one that has none.
    private static let days = """
        date,rank,title,open_date,audience_count
        2024-03-01,1,파묘,2024-02-22,1500
        2024-03-01,2,없는 영화,2024-01-01,1200
        2024-03-02,1,파묘,2024-02-22,900
        2024-03-02,2,서울의 봄,,400

        """

    private let home: Household
    private let server: LoopbackKOBIS

    init() throws {
        home = try Household()
        server = try LoopbackKOBIS()
        for (code, title, openDate) in [
            ("20240010", "파묘", "20240222"), ("20190011", "파묘", "20190501"),
            ("20230015", "서울의 봄", "20231122"), ("20990012", "먼 훗날", ""),
            ("20990013", "내일의 영화", "20990101"), ("20170016", "블레이드 러너: 2049", "20171012"),
            ("20240021", "같은 날", "20240301"), ("20240022", "같은 날", "20240301"),
            ("20240031", "서울의 봄 소풍", "20240501"), ("20240041", "#만남", "20240501"),
        ] {
            server.add(code: code, title: title, openDate: openDate)
        }
        server.change("20240021", ["nations": "미국|한국", "directors": "제인 도"])
        server.change("20240022", ["nations": "프랑스", "directors": "김 감독|박감독"])
    }

    /// Exports the table `text` with codes.
    private func export(
        _ text: String, _ options: [String] = [], with kinds: String = "codes", at url: String
    ) async throws -> Program.Outcome {
        try Data(text.utf8).write(to: home.folder.url.appending(path: "a.csv"))
        let file = ["--source", "file", "-O", "path=\(home.folder.path("a.csv"))"]
        return try await home.run(file + ["--with", kinds] + options, at: url)
    }

    /// The options of a source and currency that databases need.
    private static let keyed = ["-O", "file.source=hall", "-O", "file.currency=KRW"]

    /// The titles that were searched for, in alphabetical order.
    private var searches: [String] {
        server.seen.compactMap { $0.parameters["movieNm"]?.removingPercentEncoding }.sorted()
    }

    @Test(
        "A film is the one of the title and day, or the only one of the title that nothing contradicts",
        .slow,
        arguments: [
            ("파묘,2024-02-22,,,", "20240010"), ("파묘,2019-05-01,,,", "20190011"),
            ("파묘,2024-02-23,,,", ""), ("파묘,,,,", ""), ("파 묘,,,,", ""),
            ("서울의 봄,,,,", "20230015"), ("서울의 봄,2023-11-23,,,", ""),
            ("먼 훗날,2024-05-01,,,", "20990012"), ("내일의 영화,,,,", "20990013"),
            ("블레이드 러너 – 2049,2017-10-12,,,", "20170016"), ("블레이드 러너 – 2049,,,,", ""),
            ("블레이드 러너 ２０４９,2017-10-12,,,", "20170016"), ("범죄도시 2,2022-05-18,,,", "20204548"),
            ("만남,2024-05-01,,,", "20240041"), ("만남,,,,", ""), ("#만남,,,,", "20240041"),
            ("같은 날,2024-03-01,,,", ""), ("같은 날,2024-03-01,korean,,", "20240021"),
            ("같은 날,2024-03-01,foreign,,", ""), ("같은 날,2024-03-01,,미국,", "20240021"),
            ("같은 날,2024-03-01,,프랑스|독일,", "20240022"), ("같은 날,2024-03-01,,독일,", ""),
            ("같은 날,2024-03-01,,,김감독", "20240022"), ("같은 날,2024-03-01,,,최감독", ""),
            ("서울의 봄,2023-11-22,foreign,,", ""), ("서울의 봄,,foreign,,", ""),
            ("만든 영화 299,1999-01-11,,,", ""),
        ])
    func choice(row: String, code: String) async throws {
        try await server.run { url in
            let text = Self.header + "2024-06-01,1,\(row)\n"
            let outcome = try await export(text, ["--columns", "순위,영화코드"], at: url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.rows == ["1,\(code)"], "\(outcome.errors)")
            #expect(outcome.errors.contains("no film code was found") == code.isEmpty)
        }
    }

    @Test("A warning names the film and the nearest ones, and the column comes last")
    func warnings() async throws {
        try await server.run { url in
            let text = """
                날짜,순위,영화명,개봉일,메모
                2024-03-01,1,파묘,2024-02-23,a
                2024-03-01,2,서울의 봄,2023-11-22,b
                2024-03-01,3,없는 영화,,c
                2024-03-01,4,만든 영화 2,2000-01-01,d

                """
            let outcome = try await export(text, at: url)
            #expect(outcome.status == 0)
            #expect(
                outcome.output == """
                    date,rank,title,open_date,메모,movie_code
                    2024-03-01,1,파묘,2024-02-23,a,
                    2024-03-01,2,서울의 봄,2023-11-22,b,20230015
                    2024-03-01,3,없는 영화,,c,
                    2024-03-01,4,만든 영화 2,2000-01-01,d,

                    """)
            #expect(
                outcome.errors == """
                    bo-export: columns that are not known stay as text: '메모'; -O 'file.rename=메모=NAME' gives one its name
                    bo-export: warning: no film code was found for '만든 영화 2' (2000-01-01): the nearest films are 19991002 만든 영화 2 1999-03-11
                    bo-export: warning: no film code was found for '없는 영화'
                    bo-export: warning: no film code was found for '파묘' (2024-02-23): the nearest films are 20240010 파묘 2024-02-22, 20190011 파묘 2019-05-01

                    """)
            let korean = try await export(
                text, ["--lang", "ko", "-q", "--format", "html"], at: url)
            #expect(korean.status == 0 && korean.output.contains("영화코드"))
        }
    }

    @Test("Rows with a code keep it, and no two rows of a chart get the same")
    func ownCodes() async throws {
        try await server.run { url in
            let text = """
                date,rank,movie_code,title,open_date
                2024-03-01,1,X1,파묘,2024-02-22
                2024-03-01,2,,서울의 봄,2023-11-22
                2024-03-01,3,,서울의 봄.,2023-11-22
                2024-03-02,1,20240010,다른 제목,
                2024-03-02,2,,파묘,2024-02-22
                2024-03-03,1,,파묘,2024-02-22

                """
            let columns = ["--columns", "rank,movie_code"]
            let outcome = try await export(text, columns, at: url)
            #expect(outcome.rows == ["1,X1", "2,", "3,", "1,20240010", "2,", "1,20240010"])
            #expect(searches == ["서울의 봄", "파묘"])
            let whole = text.replacing(",,", with: ",Y,").replacing("3,Y", with: "3,Z")
            let other = try await export(whole, ["--columns", "all"], at: "http://127.0.0.1:9")
            #expect(other.status == 0 && other.errors == "", "\(other.errors)")
        }
    }

    @Test("A title is searched for once a run, on all pages, and no further than the rows written")
    func searchesOnce() async throws {
        try await server.run { url in
            let outcome = try await export(Self.days, ["--jobs", "8"], at: url)
            #expect(outcome.status == 0)
            #expect(searches == ["서울의 봄", "없는 영화", "파묘"])
            let pages = "date,rank,title,open_date\n2024-03-01,1,만든 영화 1,1999-02-11\n"
            let paged = try await export(pages, ["--columns", "movie_code"], at: url)
            #expect(paged.rows == ["19991001"])
            #expect(searches.count { $0 == "만든 영화" } == 4)
            let both = "date,rank,title\n2024-03-01,1,범죄도시2\n2024-03-01,2,범죄도시 3\n"
            _ = try await export(both, at: url)
            #expect(searches.count { $0 == "범죄도시" } == 1)
            let top = try await export(
                Self.days, ["--top", "1", "--columns", "movie_code"], at: url)
            #expect(top.rows == ["20240010", "20240010"] && searches.count == 9)
        }
    }

    @Test("A dry run lists the searches, and with --offline they come from the archive")
    func kept() async throws {
        try await server.run { url in
            let dry = try await export(Self.days, ["--dry-run"], at: url)
            #expect(
                dry.errors
                    == "bo-export: 3 of 5 requests would be sent, with 3 searches for film codes\n")
            #expect(dry.output.components(separatedBy: "\nask   ").count == 4 && searches.isEmpty)
            #expect(!dry.output.contains("key=test"))
            let without = try await export(Self.days, ["--offline"], at: url)
            #expect(without.status == 69 && without.errors.contains("the archive"))
            let first = try await export(Self.days, at: url)
            let second = try await export(Self.days, ["--offline"], at: url)
            #expect(searches.count == 3)
            #expect(second.status == 0 && second.output == first.output)
            #expect(second.errors == first.errors)
        }
    }

    @Test("Limits on calls hold, and the message says that searches begin anew")
    func calls() async throws {
        try await server.run { url in
            let limited = try await export(
                Self.days, ["--max-calls", "2", "--keep-going"], at: url)
            #expect(limited.status == 75 && server.seen.count == 2)
            #expect(limited.errors.contains("the --max-calls limit of 2 is reached"))
            #expect(limited.errors.contains("searches are always asked for"), "\(limited.errors)")
            server.allow(calls: 1)
            let exhausted = try await export(Self.days, ["--jobs", "1"], at: url)
            #expect(exhausted.status == 75)
        }
    }

    @Test("A search that fails ends the run, or leaves its film without a code")
    func failures() async throws {
        server.give(.status(500), to: "page 1", times: 2)
        try await server.run { url in
            let text = "date,rank,title,open_date\n2024-03-01,1,파묘,2024-02-22\n"
            let failed = try await export(text, at: url)
            #expect(failed.status == 69 && failed.errors.contains("'파묘': the service answered"))
            let kept = try await export(text, ["--keep-going"], at: url)
            #expect(kept.status == 2 && kept.rows == ["2024-03-01,1,파묘,2024-02-22,"])
            #expect(kept.errors.contains("missing: '파묘': the service answered HTTP 500"))
            #expect(kept.errors.contains("no film code was found for '파묘' (2024-02-22)"))
        }
    }

    @Test("Details use the codes that were found")
    func details() async throws {
        try await server.run { url in
            let text = "date,rank,title,open_date,source\n2022-06-05,1,브로커,2022-06-08,kobis-json\n"
            let outcome = try await export(
                text, ["--columns", "movie_code,directors"], with: "details,codes", at: url)
            #expect(outcome.rows == ["20206257,고레에다 히로카즈"], "\(outcome.errors)")
        }
    }

    @Test(
        "A database needs a code for every film, and --keep-going leaves the other rows out",
        .enabled(if: Tool.isThere("python3"), "this needs python3"))
    func database() async throws {
        let file = home.folder.path("a.sqlite")
        let query = "SELECT \"from\", movie_code, audience_count FROM charts ORDER BY 1, 2"
        try await server.run { url in
            let options = Self.keyed + ["-o", file, "--jobs", "1"]
            let more = Self.days + "2024-03-03,1,내 일,,20\n"
            let refused = try await export(more, options, at: url)
            #expect(refused.status == 65 && !FileManager.default.fileExists(atPath: file))
            #expect(
                refused.errors.hasSuffix(
                    """
                    error: rows are kept by the codes of their films, and none was found for '내 일', '없는 영화' (2024-01-01)
                    bo-export: hint: --format csv tells which films come near; --keep-going leaves these rows out

                    """), "\(refused.errors)")
            let part = try await export(Self.days, options + ["--keep-going"], at: url)
            #expect(part.status == 2)
            #expect(
                part.errors.contains(
                    "missing: 2024-03-01: 1 row without a film code is left out, with 1200 admissions: '없는 영화' (2024-01-01)"
                ), "\(part.errors)")
            #expect(
                try await home.rows(of: query, in: file) == """
                    2024-03-01 20240010 1500
                    2024-03-02 20230015 400
                    2024-03-02 20240010 900
                    """)
            let none = "date,rank,title,open_date\n2024-03-04,1,없는 영화,\n"
            let empty = try await export(none, options + ["--keep-going"], at: url)
            #expect(empty.status == 65 && empty.errors.contains("with unknown admissions"))
        }
    }

    @Test("Records of Singer have the codes, and no bookmark passes rows that are left out")
    func singer() async throws {
        try await server.run { url in
            let options = Self.keyed + ["--format", "singer"]
            let refused = try await export(Self.days, options, at: url)
            #expect(refused.status == 65 && !refused.output.contains("STATE"))
            let fetched = Self.days.split(separator: "\n").enumerated().map {
                $1 + ($0 == 0 ? ",fetched_at" : ",2024-05-01T09:00:00+09:00")
            }.joined(separator: "\n")
            let part = try await export(fetched, options + ["--keep-going"], at: url)
            #expect(part.status == 2, "\(part.errors)")
            #expect(part.output.components(separatedBy: #""movie_code":"20240010""#).count == 3)
            let state = part.output.split(separator: "\n").last ?? ""
            #expect(state.contains(#""provisional":[{"to":"2024-03-01""#), "\(state)")
        }
    }

    @Test(
        "Without codes a database refuses the file with a hint that works, and plugins' rows stay",
        arguments: [
            (["-o", "x.sqlite"] + keyed, 64, "hint: --with codes sets it for rows without one"),
            (
                ["-o", "x.sqlite"], 64,
                "hint: --with codes -O file.source=NAME sets it for rows without one"
            ),
            (["--with", "codez"], 64, "--with takes details, posters, codes or several of them"),
        ])
    func refused(options: [String], status: Int32, message: String) async throws {
        try Data(Self.days.utf8).write(to: home.folder.url.appending(path: "a.csv"))
        let file = ["--source", "file", "-O", "path=\(home.folder.path("a.csv"))"]
        let outcome = try await home.run(file + options, at: "")
        #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome.errors)")
    }
}
