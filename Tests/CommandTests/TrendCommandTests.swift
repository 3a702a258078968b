import Foundation
import Loopback
import Testing

/// The runs of films, from charts of a KOBIS on this machine.
@Suite(.serialized) struct TrendCommandTests {
    @Test("Films come in the given order, each from its opening day; each chart is asked for once")
    func rows() async throws {
        let household = try TrendHousehold()
        try await household.server.run { url in
            let arguments = ["둘", "하나", "2024C003", "--days", "3"]
            let first = try await household.trend(arguments, at: url)
            #expect(first.status == 0 && first.errors == "")
            #expect(
                first.output == TrendHousehold.header + "\n"
                    + """
                    1,2024-03-02,20240002,둘,true,1,0,2002,20020,20020000,200200000,100,500
                    2,2024-03-03,20240002,둘,false,,,,,,,,
                    3,2024-03-04,20240002,둘,true,2,0,2004,20040,20040000,200400000,100,500
                    1,2024-03-01,20240001,하나,true,1,0,1001,10010,10010000,100100000,100,500
                    2,2024-03-02,20240001,하나,true,2,0,1002,10020,10020000,100200000,100,500
                    3,2024-03-03,20240001,하나,true,1,0,1003,10030,10030000,100300000,100,500
                    1,2024-03-04,2024C003,셋 영화,true,1,0,3004,30040,30040000,300400000,100,500
                    2,2024-03-05,2024C003,셋 영화,true,1,0,3005,30050,30050000,300500000,100,500
                    3,2024-03-06,2024C003,셋 영화,false,,,,,,,,

                    """)
            let days = (1...6).map { "2024030\($0)" }
            #expect(household.days.sorted() == days)
            #expect(household.searches == ["둘", "하나"])
            let again = try await household.trend(arguments, at: url)
            #expect(again.output == first.output)
            let films = try await household.trend(arguments + ["--by", "film"], at: url)
            #expect(films.rows.count == 3)
            #expect(household.days.count == 6, "neither asks for a chart")
        }
    }

    @Test("A pivot has a row for each day since release, and a column for each film")
    func pivot() async throws {
        let household = try TrendHousehold()
        household.server.add(code: "20240009", title: "하나", openDate: "20240304")
        try await household.server.run { url in
            let outcome = try await household.trend(
                ["20240001", "둘", "20240009", "--days", "3", "--pivot", "audience_total"], at: url)
            #expect(outcome.status == 0)
            #expect(
                outcome.output == """
                    release_day,하나 (20240001),둘,하나 (20240009)
                    1,10010,20020,
                    2,10020,,
                    3,10030,20040,

                    """)
            #expect(outcome.errors.contains("'하나' (20240009) is on none of the charts"))
            let weeks = try await household.trend(
                ["둘", "--by", "week", "--days", "1", "--pivot", "관객수"], at: url)
            #expect(weeks.output == "release_week,둘\n1,\n")
        }
    }

    @Test(
        "A database keeps the figures that a run lacks for want of a chart, and lacks nothing then",
        .enabled(if: Tool.isThere("python3"), "this needs Python"),
        arguments: [
            ["runs", "--by", "film"], ["trend_pivot", "--pivot", "audience_count"],
            ["trend", "--columns", "date,title,audience_count"],
        ])
    func database(arguments: [String]) async throws {
        let (home, server) = (try Household(), try LoopbackKOBIS())
        let films = (0...9).map { ("2024000\($0)", "영화 \($0)", 100 - $0) }
        server.add(code: "20240000", title: "영화 0", openDate: "20240301")
        for day in 1...7 { server.set(films: films, on: "2024030\(day)") }
        let file = home.folder.path("t.sqlite")
        let run = ["trend", "20240000", "--days", "7", "--keep-going", "-o", file]
        let query = "select *, (select count(*) from missing) from \(arguments[0])"
        try await server.run { url in
            var full: String?
            for (trouble, status) in [(nil, 0), (.absentRows(["1"]), 0), (.status(404), 2)]
                as [(Trouble?, Int32)]
            {
                if let trouble { server.give(trouble, to: "20240303") }
                // Another archive each time.
                let outcome = try await Household().run(run + arguments.dropFirst(), at: url)
                #expect(outcome.status == status, "\(outcome.errors)")
                // A run by days has no row of a day without a chart.
                let isTold = trouble != nil && (status == 0 || arguments[0] != "trend")
                #expect(outcome.errors.contains("keeps fuller rows") == isTold)
                let rows = try await home.rows(of: query, in: file)
                #expect(rows == full ?? rows)
                full = rows
            }
        }
    }

    @Test(
        "A run over fewer days takes nothing from a film that has left the chart",
        .enabled(if: Tool.isThere("python3"), "this needs Python"))
    func fewerDays() async throws {
        let (home, server) = (try Household(), try LoopbackKOBIS())
        server.add(code: "20240000", title: "영화 0", openDate: "20240301")
        for day in 1...20 {
            let films = (0...9).map { ("2024000\($0 + (day > 7 ? 1 : 0))", "영화", 100 - $0) }
            server.set(films: films, on: "202403\(day < 10 ? "0" : "")\(day)")
        }
        let file = home.folder.path("t.sqlite")
        try await server.run { url in
            for (days, isTold) in [("20", false), ("9", true), ("20", false)] {
                let outcome = try await home.run(
                    ["trend", "20240000", "--by", "film", "--days", days, "-o", file], at: url)
                #expect(outcome.status == 0, "\(outcome.errors)")
                #expect(outcome.errors.contains("keeps fuller rows") == isTold)
                let known = try await home.rows(of: "select count(multiple) from runs", in: file)
                #expect(known == "1")
            }
        }
    }
}
