import Foundation
import Loopback
import Testing

/// The size of the market, at the command line.
@Suite(.serialized) struct MarketCommandTests {
    private let home: Household
    private let server: LoopbackKOBIS
    private let week = ["market", "--from", "2018-01-01", "--to", "2018-01-07"]

    init() throws {
        home = try Household()
        server = try LoopbackKOBIS()
    }

    @Test(
        "A database says which day is missing, until a row that includes it has bounds",
        .enabled(if: Tool.isThere("python3"), "this needs Python"))
    func missingInDatabase() async throws {
        let file = home.folder.path("m.sqlite")
        server.give(.status(500), to: "20180103", times: 1)
        try await server.run { [self] url in
            for (unit, status, missing) in [
                ("day", 2, "2018-01-03"), ("day", 0, ""), ("week", 0, ""),
            ] as [(String, Int32, String)] {
                let outcome = try await home.run(
                    week + ["--by", unit, "--keep-going", "-o", file], at: url)
                #expect(outcome.status == status, "\(outcome.errors)")
                #expect(
                    try await home.rows(of: "select \"from\" from missing", in: file) == missing)
            }
        }
    }

    @Test(
        "A database lists a day of the year before until it has the change, keeps a known one, and none of other sales",
        .enabled(if: Tool.isThere("python3"), "this needs Python"))
    func compared() async throws {
        let file = home.folder.path("c.sqlite")
        let day = ["market", "--date", "2018-01-03", "--keep-going", "-o", file]
        let films = (0..<10).map { ("2019000\($0)", "영화 \($0)", 100 - $0) }
        let found = "count(sales_change_rate_at_least), (select count(*) from missing) from market"
        try await server.run { [self] url in
            for (trouble, status, expected, isTold) in [
                (.status(500), 2, "0 1", false), (nil, 0, "1 0", false),
                (.status(500), 2, "1 0", true), (.absentRows(["10"]), 0, "1 0", true),
            ] as [(Trouble?, Int32, String, Bool)] {
                server.give(
                    trouble ?? .status(500), to: "20170103 ", times: trouble == nil ? 0 : .max)
                // Another archive each time.
                let outcome = try await Household().run(day + ["--compare", "year"], at: url)
                #expect(outcome.status == status, "\(outcome.errors)")
                #expect(
                    outcome.errors.contains("keeps fuller rows") == isTold, "\(outcome.errors)")
                #expect(try await home.rows(of: "select \(found)", in: file) == expected)
            }
            #expect(try await Household().run(day, at: url).status == 0)
            #expect(try await home.rows(of: "select \(found)", in: file) == "1 0")
            server.set(films: films, on: "20180103")
            #expect(try await Household().run(day, at: url).status == 0)
            #expect(try await home.rows(of: "select \(found)", in: file) == "0 0")
        }
    }

    @Test(
        "A short chart gives no bounds, which is reported, as is a shorter answer that is ignored")
    func short() async throws {
        server.give(.absentRows(["10"]), to: "20180103 ")
        let day = ["market", "--date", "2018-01-03"]
        try await server.run { [self] url in
            let short = try await home.run(day, at: url)
            #expect(short.status == 0)
            #expect(short.rows == ["2018-01-03,2018-01-03,day,all,,,641471,9,true"])
            #expect(short.errors.contains("2018-01-03: the chart has only 9 of 10 rows"))
            server.give(.absentRows([]), to: "20180103 ")
            let whole = try await home.run(day, at: url)
            #expect(whole.errors.isEmpty)
            server.give(.absentRows(["10"]), to: "20180103 ")
            let kept = try await home.run(day + ["--refresh"], at: url)
            #expect(kept.status == 0 && kept.output == whole.output)
            #expect(kept.errors.contains("a shorter chart came (9 of 10 whole rows)"))
        }
    }

    @Test("Yesterday without films of one nation is complete if the other nation has all of them")
    func nothingKorean() async throws {
        let yesterday = Household.yesterday.replacing("-", with: "")
        let films = (0..<10).map { ("2019000\($0)", "영화 \($0)", 100 - $0) }
        server.set(films: films, on: yesterday)
        server.set(films: films, on: "\(yesterday) F")
        server.give(.emptyList, to: "\(yesterday) K")
        try await server.run { [self] url in
            let outcome = try await home.run(
                ["market", "--nations", "--columns", "nation,sales_at_least,films_known"], at: url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.rows.contains("korean,0,0"))
        }
    }
}
