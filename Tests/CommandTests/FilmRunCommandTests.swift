import Foundation
import Loopback
import Testing

/// `bo-export trend --by film`: one row for each film.
@Suite(.serialized) struct FilmRunCommandTests {
    private static let header =
        "movie_code,title,open_date,first_day,first_weekend,first_week,first_two_weeks,"
        + "audience_total,sales_total,last_seen,days_on_chart,best_rank,days_at_1,multiple,"
        + "days_to_1m,days_to_3m,days_to_5m,days_to_10m"

    @Test("Each film has one row in the order given, from as many calls as day by day")
    func rows() async throws {
        let household = try TrendHousehold()
        household.server.add(code: "20240009", title: "넷", openDate: "20240302")
        try await household.server.run { url in
            let arguments = ["둘", "하나", "2024C003", "넷", "--by", "film", "--days", "12"]
            let outcome = try await household.trend(arguments, at: url)
            #expect(outcome.status == 0)
            #expect(
                outcome.output == Self.header + "\n"
                    + """
                    20240002,둘,2024-03-02,2002,,,,20050,200500000,2024-03-05,3,1,1,,,,,
                    20240001,하나,2024-03-01,1001,3006,,,10040,100400000,2024-03-04,4,1,2,3.34,,,,
                    2024C003,셋 영화,2024-03-04,3004,,,,30050,300500000,2024-03-05,2,1,2,,,,,
                    20240009,넷,2024-03-02,,,,,,,,0,,0,,,,,

                    """)
            #expect(
                outcome.errors
                    == "bo-export: warning: '넷' (20240009) is on none of the charts that were asked for\n"
            )
            #expect(household.days.count == 15)
            let again = try await household.trend(arguments, at: url)
            #expect(again.output == outcome.output && household.days.count == 15)
        }
    }

    @Test("A table for people says what an empty figure means")
    func markdown() async throws {
        let household = try TrendHousehold()
        try await household.server.run { url in
            let outcome = try await household.trend(
                [
                    "하나", "둘", "--by", "film", "--days", "12", "--format", "markdown",
                    "--columns", "title,first_day,first_weekend,multiple,days_to_1m",
                ], at: url)
            #expect(
                outcome.output == """
                    참고: 필요한 날 가운데 순위권 밖이었거나, 조회하지 않았거나, 자료를 받지 못한 날이 있으면 그 값은 비워 두며, 추정하지 않습니다

                    참고: 첫주말관객수는 개봉한 주의 금~일 관객수이며, 토요일이나 일요일에 개봉한 영화는 비어 있습니다

                    | 영화 |  첫날 | 첫주말 | 배수 | 100만돌파 |
                    | ---- | ----: | -----: | ---: | --------: |
                    | 하나 | 1,001 |  3,006 | 3.34 |         – |
                    | 둘   | 2,002 |      – |    – |         – |

                    """)
        }
    }

    @Test(
        "A missing day empties the figures that need it, and a database notes it until it arrives",
        .enabled(if: Tool.isThere("python3"), "this needs python3"))
    func keepGoing() async throws {
        let household = try TrendHousehold()
        household.server.give(.status(500), to: "20240304")
        try await household.server.run { url in
            let arguments = ["하나", "2024C003", "--by", "film", "--days", "4"]
            let failed = try await household.trend(arguments, at: url)
            #expect(failed.status == 69 && failed.output == "")
            let partial = try await household.trend(arguments + ["--keep-going"], at: url)
            #expect(partial.status == 2)
            #expect(
                partial.rows == [
                    "20240001,하나,2024-03-01,1001,3006,,,10030,100300000,2024-03-03,,,,,,,,",
                    "2024C003,셋 영화,2024-03-04,,,,,30050,300500000,2024-03-05,,,,,,,,",
                ])
            let file = household.home.folder.path("runs.sqlite")
            let read = """
                python3 -c "import sqlite3, sys
                for row in sqlite3.connect(sys.argv[1]).execute('''SELECT movie_code, \\"from\\" FROM missing
                    UNION ALL SELECT movie_code, days_on_chart FROM runs'''): print(*row)
                " "$DIR/runs.sqlite"
                """
            let written = try await household.trend(
                arguments + ["20240002", "--keep-going", "--days", "2", "-o", file], at: url)
            #expect(written.status == 64, "--days is given twice")
            let first = try await household.trend(
                arguments + ["20240002", "--keep-going", "-o", file], at: url)
            #expect(first.status == 2)
            #expect(
                try await household.home.shell(read, at: url).output == """
                    20240001 2024-03-04
                    20240002 2024-03-04
                    2024C003 2024-03-04
                    20240001 None
                    20240002 None
                    2024C003 None

                    """)
            // Rows are replaced by key.
            household.server.give(.slow(milliseconds: 0), to: "20240304")
            let second = try await household.trend(arguments + ["-o", file], at: url)
            #expect(second.status == 0)
            #expect(
                try await household.home.shell(read, at: url).output == """
                    20240002 2024-03-04
                    20240001 4
                    20240002 None
                    2024C003 2

                    """)
        }
    }

    @Test(
        "Options that do not go with it are refused before any call, with a command that works",
        arguments: [
            (
                ["--from", "2024-03-01"],
                "--by film and --from cannot be used together: a row sums up a run from the opening day on",
                "leave out --from; --days says how many days from the opening day on"
            ),
            (
                ["--to", "2024-03-04"],
                "--by film and --to cannot be used together: a row sums up a run from the opening day on",
                "leave out --to; --days says how many days from the opening day on"
            ),
            (
                ["--pivot", "rank"],
                "--by film and --pivot cannot be used together: one makes a row of each film, the other a column",
                "leave out --pivot, or --by film"
            ),
            (
                ["--update", "-o", "x.csv"], "trend cannot update a file, only write a new one",
                "leave out --update: what was fetched is in the archive, and costs no call"
            ),
        ])
    func refused(arguments: [String], sentence: String, hint: String) async throws {
        let outcome = try await Program.run(["trend", "하나", "--by", "film"] + arguments)
        #expect(outcome.status == 64)
        #expect(
            outcome.errors == "bo-export: error: \(sentence)\nbo-export: hint: \(hint)\n")
    }

    @Test("A film that opened before the recorded days has no figure of its first days")
    func openedBeforeRecordings() async throws {
        let columns = "open_date,first_day,first_weekend,first_week,days_on_chart,days_to_5m"
        let outcome = try await Program.run([
            "trend", "범죄도시2", "--by", "film", "--source", "sample", "--columns", columns,
        ])
        #expect(outcome.status == 0 && outcome.rows == ["2022-05-18,,,,7,"])
        let days = try await Program.run([
            "trend", "범죄도시2", "--source", "sample", "--columns", "release_day,date",
        ])
        #expect(days.rows.first == "13,2022-05-30" && days.rows.last == "19,2022-06-05")
        #expect(days.rows.count == 7)
    }

    @Test("With --deep the charts of both nations count, and --update in a setting is ignored")
    func deep() async throws {
        let household = try TrendHousehold()
        try household.home.configure(#"{"update": true}"#)
        // Recorded rows: one on the chart of all films, one only on that of Korean films.
        household.server.add(code: "20171909", title: "쥬만지", openDate: "20180103")
        household.server.add(code: "20173835", title: "엄마친구", openDate: "20180104")
        let file = household.home.folder.path("deep.csv")
        try await household.server.run { url in
            let outcome = try await household.trend(
                ["20171909", "20173835", "--days", "4", "--by", "film", "--deep", "-o", file],
                at: url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let rows = try household.home.folder.text("deep.csv").split(separator: "\n").dropFirst()
            #expect(
                rows.map { $0.split(separator: ",", omittingEmptySubsequences: false)[10...12] }
                    == [
                        ["4", "3", "0"], ["1", "", "0"],
                    ])
        }
    }
}
