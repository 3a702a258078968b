import Foundation
import Loopback
import Testing

/// Documents of runs that are brought up to date.
@Suite(.serialized) struct TrendUpdateCommandTests {
    private static let columns = [
        "--columns", "release_day,date,movie_code,title,on_chart,audience_count",
    ]

    private func text(of household: TrendHousehold, _ name: String) throws -> String {
        try String(contentsOfFile: household.home.folder.path(name), encoding: .utf8)
    }

    @Test(
        "More days, more films and lost rows are added, and all other lines stay as they are",
        arguments: ["csv", "jsonl"])
    func grows(format: String) async throws {
        let household = try TrendHousehold()
        let path = household.home.folder.path("runs.\(format)")
        let whole = household.home.folder.path("whole.\(format)")
        try await household.server.run { url in
            let first = try await household.trend(["둘", "--days", "1", "-o", path], at: url)
            #expect(first.status == 0)
            #expect(household.days == ["20240302"])
            let arguments = ["20240002", "20240001", "--days", "3", "-o", path, "--update"]
            let dry = try await household.trend(arguments + ["--dry-run"], at: url)
            #expect(dry.output.split(separator: "\n").count { $0.contains("movieCd") } == 2)
            let second = try await household.trend(arguments, at: url)
            #expect(second.status == 0, "\(second.errors)")
            #expect(second.errors.contains("5 rows are new or changed"), "\(second.errors)")
            #expect(household.days.sorted() == ["20240301", "20240302", "20240303", "20240304"])
            _ = try await household.trend(
                ["20240002", "20240001", "--days", "3", "-o", whole], at: url)
            #expect(
                try text(of: household, "runs.\(format)") == text(of: household, "whole.\(format)"))
            let calls = household.server.seen.count
            let third = try await household.trend(arguments, at: url)
            #expect(third.status == 0 && third.errors.contains("is up to date"))
            #expect(household.server.seen.count == calls)
            #expect(
                try text(of: household, "runs.\(format)") == text(of: household, "whole.\(format)"))
        }
    }

    @Test("A changed line stays, films that are not asked for stay, and a lost line comes back")
    func keepsLines() async throws {
        let household = try TrendHousehold()
        let path = household.home.folder.path("runs.csv")
        try await household.server.run { url in
            _ = try await household.trend(
                ["하나", "둘", "--days", "3", "-o", path] + Self.columns, at: url)
            var lines = try text(of: household, "runs.csv").split(separator: "\n")
            #expect(lines.count == 7)
            lines.remove(at: 5)
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
            let outcome = try await household.trend(
                ["둘", "--days", "3", "-o", path, "--update"] + Self.columns, at: url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(
                try text(of: household, "runs.csv") == """
                    release_day,date,movie_code,title,on_chart,audience_count
                    1,2024-03-01,20240001,하나,true,1001
                    2,2024-03-02,20240001,하나,true,1002
                    3,2024-03-03,20240001,하나,true,1003
                    1,2024-03-02,20240002,둘,true,2002
                    2,2024-03-03,20240002,둘,false,
                    3,2024-03-04,20240002,둘,true,2004

                    """)
        }
    }

    @Test("Days that were provisional are asked for again")
    func provisional() async throws {
        let household = try TrendHousehold()
        let path = household.home.folder.path("runs.csv")
        let days = (1...4).map { Date.now.addingTimeInterval(Double(-$0) * 86400 + 9 * 3600) }
            .map { $0.formatted(.iso8601.year().month().day().dateSeparator(.omitted)) }
        for day in days { household.server.set(films: [("20240001", "하나", 10)], on: day) }
        try await household.server.run { url in
            let arguments = ["20240001", "--from", "-4d", "-o", path, "--columns"]
            let columns = ["date,movie_code,audience_count,fetched_at,on_chart"]
            _ = try await household.trend(arguments + columns, at: url)
            let before = try text(of: household, "runs.csv")
            // Pretends that they were asked for two hours ago.
            let earlier = Date.now.addingTimeInterval(7 * 3600).formatted(.iso8601).dropLast()
            let old = before.replacing(/[0-9-]+T[0-9:]+\+09:00/) { _ in "\(earlier)+09:00" }
            #expect(old != before)
            try Data(old.utf8).write(to: URL(filePath: path))
            household.server.set(films: [("20240001", "하나", 11)], on: days[0])
            let calls = household.days.count
            let outcome = try await household.trend(arguments + columns + ["--update"], at: url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let asked = Set(household.days.suffix(household.days.count - calls))
            #expect(asked.isSuperset(of: days.prefix(2)) && !asked.contains(days[3]))
            let lines = try text(of: household, "runs.csv").split(separator: "\n")
            #expect(
                lines.map { $0.split(separator: ",")[2] } == [
                    "audience_count", "10", "10", "10", "11",
                ])
        }
    }

    @Test("A file whose days count from --from is brought up to date, and not with another --from")
    func counted() async throws {
        let household = try TrendHousehold()
        let path = household.home.folder.path("runs.csv")
        let columns = ["--columns", "day,release_day,date,movie_code,on_chart", "-o", path]
        try await household.server.run { url in
            for days in ["1", "2"] {
                let outcome = try await household.trend(
                    ["20240001", "--from", "2024-03-04", "--days", days, "--update"] + columns,
                    at: url)
                #expect(outcome.status == 0, "\(outcome.errors)")
            }
            let content = """
                day,release_day,date,movie_code,on_chart
                1,4,2024-03-04,20240001,true
                2,5,2024-03-05,20240001,false

                """
            #expect(try text(of: household, "runs.csv") == content)
            for from in [["--from", "2024-03-03"], ["--days", "5"]] {
                let other = try await household.trend(
                    ["20240001", "--update"] + from + columns, at: url)
                #expect(
                    other.status == 65
                        && other.errors.contains(": day of 2024-03-04 is '1' in the file"))
            }
            #expect(try text(of: household, "runs.csv") == content)
        }
    }

    @Test("A file that this command would not have written is refused and stays as it was")
    func refused() async throws {
        let household = try TrendHousehold()
        let path = household.home.folder.path("runs.csv")
        try await household.server.run { url in
            for (content, message) in [
                ("date,rank\n2024-03-01,1\n", "no column tells the film of a record"),
                (
                    // One day of a chart has all columns of a run except one.
                    "release_day,date,movie_code\n1,2024-03-01,20240001\n",
                    "no column tells that the records are the runs of films"
                ),
                (
                    "release_day,date,movie_code,on_chart\n2,2024-03-01,20240001,true\n",
                    "release_day of 2024-03-01 is '2' in the file, but '1' in the requested run"
                ),
                (
                    "date,movie_code,on_chart\n2024-03-01,1,\n2024-03-01,2,\n2024-03-02,1,\n",
                    "the records of the film '1' do not stand together"
                ),
                (
                    "date,movie_code,on_chart\n2024-03-02,1,\n2024-03-01,1,\n",
                    "the records of 2024-03-01 come after those of 2024-03-02"
                ),
            ] {
                try Data(content.utf8).write(to: URL(filePath: path))
                let outcome = try await household.trend(
                    ["20240001", "--days", "2", "-o", path, "--update"], at: url)
                #expect(outcome.status == 65)
                #expect(outcome.errors.contains(message), "\(outcome.errors)")
                #expect(try text(of: household, "runs.csv") == content)
                #expect(household.days.isEmpty)
            }
            // An older version counted release_day from the day of --from.
            let old = "release_day,date,movie_code,on_chart\n1,2024-03-04,20240001,true\n"
            try Data(old.utf8).write(to: URL(filePath: path))
            let from = ["20240001", "--from", "2024-03-04", "-o", path, "--update"]
            let counted = try await household.trend(from, at: url)
            #expect(counted.status == 65)
            #expect(
                counted.errors.contains("release_day of 2024-03-04 is '1' in the file, but '4' in"))
            #expect(try text(of: household, "runs.csv") == old && household.days.isEmpty)
            let workbook = try await household.trend(
                ["20240001", "-o", household.home.folder.path("x.md"), "--update"], at: url)
            #expect(workbook.status == 64 && workbook.errors.contains("--update goes with"))
        }
    }
}
