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

    /// Returns the recorded rows of a day, or those of a nation's films, read directly from the file.
    private func recorded(_ day: String, _ nation: String = "") throws -> [[String: String]] {
        let file = ChartFixtures.repository.appending(
            path: "Tests/Loopback/Fixtures/daily-nations-2018-01-01.csv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        return lines.dropFirst().map {
            Dictionary(uniqueKeysWithValues: zip(lines[0], $0))
        }.filter { $0["targetDt"] == day && $0["repNationCd"] == nation }
    }

    /// Returns the expected rows of a day: rank, change, film, nation, figures.
    private func expected(_ day: String) throws -> [String] {
        func number(_ row: [String: String]) -> Int { Int(row["audiCnt"] ?? "") ?? 0 }
        let all = try recorded(day)
        let nations = try [("korean", recorded(day, "K")), ("foreign", recorded(day, "F"))]
        let films = nations.flatMap { nation, rows in rows.map { (nation, $0) } }
            .sorted { one, other in
                func place(_ row: [String: String]) -> Int {
                    all.firstIndex { $0["movieCd"] == row["movieCd"] } ?? all.count
                }
                return (-number(one.1), place(one.1), one.1["movieCd"] ?? "")
                    < (-number(other.1), place(other.1), other.1["movieCd"] ?? "")
            }
        // Below this number of admissions, a film outside all charts may come before a film.
        let sure = try #require(nations.compactMap { $0.1.last.map(number) }.max())
        return films.map { nation, row in
            let own = all.first { $0["movieCd"] == row["movieCd"] }
            let before = films.count { number($0.1) > number(row) }
            let rank = own?["rank"] ?? (number(row) >= sure ? "\(before + 1)" : "")
            let change = own?["rankOldAndNew"] == "OLD" ? own?["rankInten"] : nil
            let isNew = own.map { $0["rankOldAndNew"] == "NEW" ? "true" : "false" }
            return [
                day, rank, change ?? "", isNew ?? "", row["movieCd"] ?? "", nation,
                row["salesAmt"] ?? "", own?["salesShare"] ?? "", row["audiCnt"] ?? "",
                row["audiAcc"] ?? "", row["scrnCnt"] ?? "", row["showCnt"] ?? "",
            ].joined(separator: ",")
        }
    }

    @Test(
        "A recorded week has twenty films a day, with the ranks, the order and the nations of its file"
    )
    func recordedWeek() async throws {
        let columns = [
            "--columns",
            "date,rank,rank_change,is_new,movie_code,film_nation,sales_amount,sales_share,audience_count,audience_total,screen_count,show_count",
        ]
        let home = home
        let week = week
        let outcome = try await server.run { url in try await home.run(week + columns, at: url) }
        #expect(outcome.status == 0 && outcome.errors == "")
        let rows = try (1...7).flatMap { try expected("2018010\($0)") }
        let got = outcome.rows.map { String($0).replacing("2018-01-", with: "201801") }
        #expect(got == rows && rows.count == 140)
        #expect(server.seen.count == 21)
    }

    @Test("If answers of different ages differ, only the older ones are asked for once more")
    func ages() async throws {
        server.give(.figure("showCnt", "1", in: .json), to: "20180103 ", times: 1)
        let report = home.folder.path("r.json")
        try await server.run { [self] url in
            #expect(try await home.run(["--date", "2018-01-03"], at: url).status == 0)
            let outcome = try await home.run(day + brief + ["--report", report], at: url)
            #expect(outcome.status == 0 && outcome.errors == "")
            #expect(
                outcome.rows.first
                    == "1,20150976,korean,\(try recorded("20180103")[0]["showCnt"] ?? "")")
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
        let shows = try recorded("20180103")[0]["showCnt"] ?? ""
        let sentence =
            "2018-01-03: '신과함께-죄와 벌' (20150976) has two values of show_count: \(shows) on the chart of all films, 1 on that of Korean films"
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
            let bad = try await home.run(day + ["--cross-check"], at: url)
            #expect(bad.status == 65)
            #expect(
                bad.errors.contains(
                    "2018-01-03: Korean films: the sources differ in row 1, show_count: "))
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
        // Before and after, the film is on the chart of all films.
        let all = try recorded("20180103").compactMap { $0["movieCd"] }
        let foreign = try recorded("20180103", "F").compactMap { $0["movieCd"] }
        let code = try #require(foreign.first { !all.contains($0) })
        server.add(code: code, title: "영화", openDate: "20171220")
        let arguments = [
            "trend", code, "--from", "2018-01-03", "--days", "2", "--deep",
        ]
        let lines = try ["20180103", "20180104"].map { day in
            let row = try #require(try recorded(day, "F").first { $0["movieCd"] == code })
            let line = try #require(try expected(day).first { $0.contains(",\(code),") })
            let rank = line.split(separator: ",", omittingEmptySubsequences: false)[1]
            let isOn = try recorded(day).contains { $0["movieCd"] == code }
            return "\(isOn),true,\(rank),\(row["audiCnt"] ?? "")"
        }
        try await server.run { [self] url in
            let columns = ["--columns", "on_chart,on_deep_chart,rank,audience_count"]
            let deep = try await home.run(arguments + columns, at: url)
            #expect(deep.status == 0 && deep.rows.map(String.init) == lines)
            let usual = try await home.run(arguments, at: url)
            #expect(usual.output.contains(",title,on_chart,on_deep_chart,rank,"))
            let plain = try await home.run(
                Array(arguments.dropLast()) + ["--columns", "on_chart,rank"], at: url)
            #expect(plain.rows.first == "false,")
            let database = ["-o", home.folder.path("d.db")]
            #expect(try await home.run(arguments + database, at: url).status == 0)
            let less = try await home.run(Array(arguments.dropLast()) + database, at: url)
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
