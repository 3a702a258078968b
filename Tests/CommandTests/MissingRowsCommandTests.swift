import Foundation
import Loopback
import Testing

/// Charts with gaps in their rows: never refused, and always reported.
@Suite(.serialized) struct MissingRowsCommandTests {
    private let server: LoopbackKOBIS
    private let home: Household

    init() throws {
        server = try LoopbackKOBIS()
        home = try Household()
    }

    private func run(_ arguments: [String]) async throws -> Program.Outcome {
        let home = home
        return try await server.run { url in
            try await home.run(arguments + ["--report", home.folder.path("r.json")], at: url)
        }
    }

    private var warnings: [String] {
        get throws {
            try Report("r.json", in: home.folder).warnings.compactMap { $0["message"] as? String }
        }
    }

    @Test(
        "They are reported with their numbers, from the network and from the archive",
        arguments: [["--source", "kobis-json"], ["--source", "kobis-xml"], ["--cross-check"]])
    func told(origin: [String]) async throws {
        server.give(.absentRows(["3", "7"]), to: "20180612")
        let day = origin + ["--from", "2018-06-11", "--to", "2018-06-13", "--columns", "date,rank"]
        let sentence = "2018-06-12: rows 3 and 7 of the chart are missing"
        let home = home
        let report = ["--report", home.folder.path("r.json")]
        // Both runs use one server, because every port has its own archive.
        let outcomes = try await server.run { url in
            try await [
                home.run(day + report, at: url), home.run(day + report + ["--offline"], at: url),
            ]
        }
        for outcome in outcomes {
            #expect(outcome.status == 0 && outcome.rows.count == 28)
            #expect(outcome.errors == "bo-export: warning: \(sentence)\n")
        }
        #expect(try warnings == [sentence])
        let codes = try Report("r.json", in: home.folder).warnings.map { $0["code"] as? String }
        #expect(codes == ["rows-missing"])
        let quiet = try await run(day + ["-q"])
        #expect(quiet.status == 0 && quiet.errors == "")
        #expect(try warnings == [sentence])
    }

    @Test(
        "Missing rows that were not asked for are not reported",
        arguments: [
            ("2", nil), ("3", "row 3 of the chart is missing"),
            ("4", "rows 3 and 4 of the chart are missing"),
            ("6", "rows 3 to 5 of the chart are missing"),
            ("10", "rows 3 to 5 and 8 of the chart are missing"),
        ] as [(String, String?)])
    func top(count: String, told: String?) async throws {
        server.give(.absentRows(["3", "4", "5", "8"]), to: "20180612")
        let outcome = try await run(["--date", "2018-06-12", "--top", count])
        #expect(outcome.status == 0)
        #expect(
            outcome.errors == (told.map { "bo-export: warning: 2018-06-12: \($0)\n" } ?? ""))
    }

    @Test("A week and its region are named, and derived columns change nothing")
    func region() async throws {
        server.give(.absentRows(["1", "3", "5"]), to: "20180611")
        let outcome = try await run([
            "weekly", "--date", "2018-06-12", "--region", "서울", "--columns", "rank,ticket_price",
        ])
        #expect(outcome.status == 0 && outcome.rows.count == 7)
        #expect(
            outcome.errors == """
                bo-export: warning: 2018-06-11~2018-06-17 서울시: rows 1, 3 and 5 of the chart are \
                missing\n
                """)
    }

    @Test("Twenty of many charts are reported in messages, and all in the report")
    func many() async throws {
        server.give(.absentRows(["2"]))
        let outcome = try await run([
            "--from", "2018-06-01", "--to", "2018-06-30", "--columns", "rank",
        ])
        #expect(outcome.status == 0 && outcome.rows.count == 270)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 21)
        #expect(lines.first == "bo-export: warning: 2018-06-01: row 2 of the chart is missing")
        #expect(lines.last == "bo-export: warning: and 10 more of these")
        #expect(try warnings.count == 30)
    }
}
