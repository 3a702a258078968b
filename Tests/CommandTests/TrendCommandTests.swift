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
            #expect(household.days.count == 6, "the second run asks for no chart")
        }
    }

    @Test("JSON Lines have false and null on days off the chart")
    func jsonLines() async throws {
        let household = try TrendHousehold()
        try await household.server.run { url in
            let outcome = try await household.trend(
                ["둘", "--from", "2024-03-03", "--to", "+0d", "--format", "jsonl"], at: url)
            #expect(
                outcome.output
                    == #"{"day":1,"release_day":2,"date":"2024-03-03","movie_code":"20240002","title":"둘","#
                    + #""on_chart":false,"rank":null,"rank_change":null,"audience_count":null,"#
                    + #""audience_total":null,"sales_amount":null,"sales_total":null,"#
                    + #""screen_count":null,"show_count":null}"# + "\n")
        }
    }

    @Test(
        "Charts that daily has put into the archive are not asked for again, nor days between runs")
    func archive() async throws {
        let household = try TrendHousehold()
        try await household.server.run { url in
            _ = try await household.home.run(
                ["--from", "2024-03-01", "--to", "2024-03-02"], at: url)
            let outcome = try await household.trend(["하나", "2024C003", "--days", "2"], at: url)
            #expect(outcome.status == 0 && outcome.rows.count == 4)
            let days = ["20240301", "20240302", "20240304", "20240305"]
            #expect(household.days.sorted() == days)
        }
    }

    @Test(
        "Every film's run begins on the first chosen day; days since release are its own")
    func from() async throws {
        let household = try TrendHousehold()
        try await household.server.run { url in
            let outcome = try await household.trend(
                [
                    "하나", "둘", "--from", "2024-03-04", "--days", "2", "--columns",
                    "day,release_day,date,title,audience_count",
                ], at: url)
            #expect(
                outcome.rows == [
                    "1,4,2024-03-04,하나,1004", "2,5,2024-03-05,하나,",
                    "1,3,2024-03-04,둘,2004", "2,4,2024-03-05,둘,2005",
                ])
            let usual = try await household.trend(
                ["둘", "--from", "2024-03-01", "--days", "2"], at: url)
            #expect(usual.output.hasPrefix("day,\(TrendHousehold.header)\n1,0,2024-03-01,"))
            let weeks = try await household.trend(
                [
                    "하나", "둘", "--by", "week", "--from", "2024-03-04", "--days", "10",
                    "--columns", "week,release_day,from,day",
                ], at: url)
            #expect(
                weeks.rows == [
                    "1,10,2024-03-04,", "2,17,2024-03-11,", "1,9,2024-03-04,", "2,16,2024-03-11,",
                ])
            let pivot = try await household.trend(
                ["하나", "둘", "--from", "2024-03-04", "--days", "2", "--pivot", "관객수"], at: url)
            #expect(pivot.output == "day,하나,둘\n1,1004,2004\n2,,2005\n")
            let pivotOfWeeks = try await household.trend(
                [
                    "하나", "--by", "week", "--from", "2024-03-04", "--days", "1", "--pivot", "rank",
                ], at: url)
            #expect(pivotOfWeeks.output == "week,하나\n1,\n")
            for column in ["day", "week", "release_day"] {
                let refused = try await household.trend(["하나", "--pivot", column], at: url)
                #expect(refused.status == 64)
            }
        }
    }

    @Test("Weeks come from the weekly charts, from the week of the opening day on")
    func weeks() async throws {
        let household = try TrendHousehold()
        try await household.server.run { url in
            let outcome = try await household.trend(
                [
                    "하나", "--by", "week", "--days", "10", "--columns",
                    "release_day,year_week,from,to",
                ],
                at: url)
            #expect(
                outcome.rows == [
                    "3,202409,2024-02-26,2024-03-03", "10,202410,2024-03-04,2024-03-10",
                ])
            #expect(
                household.server.seen.compactMap { $0.parameters["weekGb"] } == ["0", "0"])
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

    @Test("A missing day has no row, and is named; a day off the chart has one")
    func keepGoing() async throws {
        let household = try TrendHousehold()
        household.server.give(.status(500), to: "20240302")
        try await household.server.run { url in
            let arguments = ["하나", "둘", "--days", "2", "--columns", "date,title,on_chart"]
            let failed = try await household.trend(arguments, at: url)
            #expect(failed.status == 69 && failed.output == "")
            let partial = try await household.trend(arguments + ["--keep-going"], at: url)
            #expect(partial.status == 2)
            #expect(partial.rows == ["2024-03-01,하나,true", "2024-03-03,둘,false"])
            #expect(partial.errors.contains("missing: 2024-03-02: the service answered HTTP 500"))
            #expect(partial.errors.contains("'둘' (20240002) is on none of the charts"))
        }
    }

    @Test("An exhausted quota ends the run with 75, and the next run goes on")
    func quota() async throws {
        let household = try TrendHousehold()
        try await household.server.run { url in
            let arguments = ["20240001", "--days", "4"]
            let first = try await household.trend(arguments + ["--max-calls", "3"], at: url)
            #expect(first.status == 75 && first.output == "")
            #expect(first.errors.contains("the archive has 2 of 4 charts"))
            let second = try await household.trend(arguments + ["--max-calls", "2"], at: url)
            #expect(second.status == 0 && second.rows.count == 4)
        }
    }

    @Test("Two endpoints are compared, chart by chart")
    func crossCheck() async throws {
        let household = try TrendHousehold()
        try await household.server.run { url in
            let outcome = try await household.trend(
                ["하나", "--days", "2", "--cross-check"], at: url)
            #expect(outcome.status == 0 && outcome.rows.count == 2)
            #expect(
                household.days.sorted() == ["20240301", "20240301", "20240302", "20240302"])
        }
    }

    @Test("A dry run lists the searches and, if the films are known, the charts")
    func dryRun() async throws {
        let household = try TrendHousehold()
        try await household.server.run { url in
            let titles = try await household.trend(["하나", "--days", "2", "--dry-run"], at: url)
            #expect(titles.status == 0 && household.server.seen.isEmpty)
            #expect(titles.output.hasPrefix("ask   \(url)/movie/searchMovieList.json?"))
            #expect(titles.errors.contains("the charts that follow depend on the answers"))
            // Chosen days do not depend on the films.
            let chosen = try await household.trend(
                ["하나", "--from", "2024-03-01", "--days", "2", "--dry-run"], at: url)
            #expect(chosen.rows.count == 2 && household.server.seen.isEmpty)
            #expect(chosen.errors == "bo-export: 3 of 3 requests would be sent\n")
            _ = try await household.trend(["20240001", "--days", "1"], at: url)
            let codes = try await household.trend(
                ["20240001", "--days", "2", "--dry-run"], at: url)
            let lines = codes.output.split(separator: "\n").map { $0.prefix(4) }
            #expect(lines == ["kept", "kept", "ask "])
            #expect(codes.errors == "bo-export: 1 of 3 requests would be sent\n")
        }
    }

    @Test("The sample has runs without a key: films of its charts")
    func sample() async throws {
        let arguments = [
            "trend", "--source", "sample", "--from", "2022-05-30", "--columns",
            "day,release_day,title,audience_count",
        ]
        let outcome = try await Program.run(arguments + ["쥬라기 월드:도미니언"])
        #expect(outcome.status == 0)
        #expect(outcome.rows.count == 7)
        #expect(outcome.rows[2] == "3,1,쥬라기 월드: 도미니언,763642")
        let code = try await Program.run(arguments + ["20206061"])
        #expect(code.output == outcome.output)
        let unknown = try await Program.run(arguments + ["쥬라기 월드"])
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("the nearest are 20206061 쥬라기 월드: 도미니언 2022-06-01\n"))
        let dry = try await Program.run(arguments + ["20206061", "--dry-run"])
        #expect(dry.status == 0 && dry.rows.count == 7)
    }

    @Test("A recording replays the whole run")
    func replay() async throws {
        let household = try TrendHousehold()
        let folder = household.home.folder.path("recordings")
        let arguments = ["하나", "2024C003", "--days", "2"]
        let recorded = try await household.server.run { url in
            try await household.trend(arguments + ["--record", folder], at: url)
        }
        let replayed = try await household.trend(
            arguments + ["--replay", folder], at: "http://127.0.0.1:9")
        #expect(replayed.status == 0 && replayed.output == recorded.output)
    }
}
