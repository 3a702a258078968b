import Foundation
import Loopback
import Testing

/// Charts joined from those of all films, of Korean and of foreign ones, at the command line.
@Suite(.serialized) struct DeepCommandTests {
    private let home: Household
    private let server: LoopbackKOBIS
    private let week = ["--from", "2018-01-01", "--to", "2018-01-07", "--deep"]
    private let day = ["--date", "2018-01-03", "--deep"]
    private let brief = ["--columns", "rank,movie_code,film_nation,show_count"]

    init() throws {
        home = try Household()
        server = try LoopbackKOBIS()
    }

    @Test("If answers of different ages differ, only the older ones are asked for once more")
    func ages() async throws {
        server.give(.figure("showCnt", "1", in: .json), to: "20180103 ", times: 1)
        let report = home.folder.path("r.json")
        try await server.run { [self] url in
            #expect(try await home.run(["--date", "2018-01-03"], at: url).status == 0)
            let outcome = try await home.run(day + brief + ["--report", report], at: url)
            #expect(outcome.status == 0 && outcome.errors == "")
            #expect(outcome.rows.first == "1,20150976,korean,5724")
            #expect(server.seen.map { $0.parameters["repNationCd"] ?? "" } == ["", "K", "F", ""])
            let text = Data(try home.folder.text("r.json").utf8)
            let report = try JSONSerialization.jsonObject(with: text) as? [String: Any]
            #expect((report?["calls"] as? [String: Int])?["kobis"] == 3)
            let again = try await home.run(day + brief, at: url)
            #expect(again.output == outcome.output && server.seen.count == 4)
        }
    }

    @Test("Contradictory answers of one run are refused with day, film and figure, or left out")
    func contradiction() async throws {
        server.give(.figure("showCnt", "1", in: .json), to: "20180103 K")
        let sentence =
            "2018-01-03: '신과함께-죄와 벌' (20150976) has two values of show_count: 5724 on the chart of all films, 1 on that of Korean films"
        try await server.run { [self] url in
            let refused = try await home.run(day, at: url)
            #expect(refused.status == 65 && server.seen.count == 3)
            #expect(refused.errors.hasPrefix("bo-export: error: \(sentence)\n"))
            let offline = try await home.run(day + ["--offline"], at: url)
            #expect(offline.status == 65 && server.seen.count == 3)
            let partial = try await home.run(week + ["--keep-going"], at: url)
            // All three charts of the day come from the archive, and are asked for once more.
            #expect(partial.status == 2 && partial.rows.count == 120)
            #expect(partial.errors == "bo-export: warning: missing: \(sentence)\n")
            #expect(server.seen.count == 3 + 18 + 3)
        }
    }

    @Test("An empty chart of one nation is not published yet, and is asked for again")
    func emptyNation() async throws {
        server.give(.emptyList, to: "20180103 F", times: 1)
        try await server.run { [self] url in
            #expect(try await home.run(day, at: url).status == 75)
            let again = try await home.run(day, at: url)
            #expect(again.status == 0 && again.rows.count == 20)
        }
    }

    @Test("A cross-check compares each of the three charts")
    func crossCheck() async throws {
        try await server.run { [self] url in
            let good = try await home.run(day + ["--cross-check"], at: url)
            #expect(good.status == 0 && good.rows.count == 20 && server.seen.count == 6)
            server.give(.figure("showCnt", "1", in: .xml), to: "20180103 K")
            let file = home.folder.path("x.csv")
            let bad = try await home.run(day + ["--cross-check", "-o", file], at: url)
            #expect(bad.status == 65 && !FileManager.default.fileExists(atPath: file))
            #expect(
                bad.errors.contains(
                    "2018-01-03: Korean films: the sources differ in row 1, show_count: "
                        + "5724 in kobis-json, 1 in kobis-xml"))
        }
    }

    @Test("A short chart of all films gives no rank to films that it lacks, and is reported")
    func short() async throws {
        server.give(.absentRows(["10"]), to: "20180103 ")
        try await server.run { [self] url in
            let outcome = try await home.run(day + ["--columns", "rank,movie_code"], at: url)
            #expect(outcome.status == 0 && outcome.rows.count == 20)
            #expect(outcome.rows.count { $0.hasPrefix(",") } == 11)
            #expect(outcome.errors.contains("2018-01-03: the chart has only 9 of 10 rows; "))
        }
    }

    @Test("The run of a film goes on below the tenth rank")
    func trend() async throws {
        server.add(code: "20177479", title: "영화", openDate: "20171220")
        let plain = ["trend", "20177479", "--from", "2018-01-03", "--days", "2"]
        let arguments = plain + ["--deep"]
        try await server.run { [self] url in
            let columns = ["--columns", "on_chart,on_deep_chart,rank,audience_count"]
            let deep = try await home.run(arguments + columns, at: url)
            #expect(deep.status == 0 && deep.rows == ["false,true,11,2015", "false,true,12,1640"])
            let usual = try await home.run(arguments, at: url)
            #expect(usual.output.contains(",title,on_chart,on_deep_chart,rank,"))
            let off = try await home.run(plain + ["--columns", "on_chart,rank"], at: url)
            #expect(off.rows.first == "false,")
            let database = ["-o", home.folder.path("d.db")]
            #expect(try await home.run(arguments + database, at: url).status == 0)
            let less = try await home.run(plain + database, at: url)
            #expect(less.errors.contains("2 rows of trend"), "\(less.errors)")
        }
    }

    @Test(
        "A short chart of all films, or contradictory charts, change no file, even in repeated runs"
    )
    func worseAnswers() async throws {
        let file = home.folder.path("x.csv")
        let yesterday = Household.yesterday.replacing("-", with: "")
        server.set(films: (0..<10).map { ("2026000\($0)", "영화 \($0)", 1000 - $0) }, on: yesterday)
        let update = ["--deep", "-o", file, "--update"]
        try await server.run { [self] url in
            #expect(try await home.run(update, at: url).status == 0)
            let text = try home.folder.text("x.csv")
            // Times have a resolution of a second.
            try FileManager.default.setAttributes(
                [.modificationDate: Date.now.addingTimeInterval(-5)], ofItemAtPath: file)
            for (trouble, subject, status) in [
                (Trouble.absentRows(["10"]), "\(yesterday) ", 0 as Int32),
                (.figure("audiCnt", "99999999", in: .json), "\(yesterday) F", 65),
            ] {
                try FileManager.default.removeItem(atPath: home.folder.path(".cache"))
                server.give(trouble, to: subject)
                for _ in 0..<2 {
                    let outcome = try await home.run(update, at: url)
                    #expect(outcome.status == status, "\(outcome.errors)")
                    #expect(try home.folder.text("x.csv") == text)
                }
                server.give(trouble, to: subject, times: 0)
            }
        }
    }
}
