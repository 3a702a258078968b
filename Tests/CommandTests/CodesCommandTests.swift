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
        _ text: String, _ options: [String] = [], at url: String
    ) async throws -> Program.Outcome {
        try Data(text.utf8).write(to: home.folder.url.appending(path: "a.csv"))
        let file = ["--source", "file", "-O", "path=\(home.folder.path("a.csv"))"]
        return try await home.run(file + ["--with", "codes"] + options, at: url)
    }

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
            #expect(top.rows == ["20240010", "20240010"] && searches.count == 8)
        }
    }
}
