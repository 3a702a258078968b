import Foundation
import Loopback
import Testing

/// The films of a period by their admissions, at the command line.
@Suite(.serialized) struct RankingCommandTests {
    private let home: Household
    private let server: LoopbackKOBIS
    private let days = ["ranking", "--from", "2018-01-02", "--to", "2018-01-06"]

    init() throws {
        home = try Household()
        server = try LoopbackKOBIS()
    }

    @Test(
        "A missing day leaves films without an upper bound, and a database keeps its better rows",
        .enabled(if: Tool.isThere("python3"), "this needs Python"))
    func missing() async throws {
        server.give(.status(500), to: "20180104 ", times: 2)
        let file = home.folder.path("r.sqlite")
        try await server.run { [self] url in
            let bounds = ["--columns", "movie_code,audience_at_least,audience_at_most"]
            let outcome = try await home.run(days + ["--keep-going"] + bounds, at: url)
            #expect(outcome.status == 2 && outcome.rows.contains("20174965,41916,41916"))
            #expect(outcome.rows.contains("20170443,2913,"))
            #expect(outcome.errors.contains("missing: 2018-01-04: "))
            let counted = "count(*), count(audience_at_most), (select count(*) from missing)"
            for (more, status, expected) in [
                (["--keep-going"], 2, "13 10 1"), (["--keep-going"], 0, "13 13 0"),
                (["--deep", "--columns", "rank,title"], 0, "37 37 0"),
                ([], 65, "37 37 0"), (["--deep", "--top", "5"], 65, "37 37 0"),
            ] as [([String], Int32, String)] {
                let outcome = try await home.run(days + more + ["-o", file], at: url)
                #expect(outcome.status == status, "\(outcome.errors)")
                let found = try await home.rows(of: "select \(counted) from ranking", in: file)
                #expect(found == expected)
            }
        }
    }

    @Test(
        "A database keeps a ranking of complete days, and takes a newer one that lacks no more",
        .enabled(if: Tool.isThere("python3"), "this needs Python"))
    func kept() async throws {
        let file = home.folder.path("k.sqlite")
        let day = ["ranking", "--date", "2018-01-03", "-q", "--refresh", "--keep-going"]
        let counted =
            "count(*), max(audience_at_least), (select group_concat(\"from\") from missing)"
        try await server.run { [self] url in
            for (trouble, status, expected) in [
                (.status(500), 2, "10 215987 2018-01-04"),
                (.status(500), 2, "10 215987 2018-01-04"),
                (nil, 0, "10 215987 None"), (.status(500), 2, "10 215987 None"),
                (.absentRows(["10"]), 0, "10 215987 None"),
            ] as [(Trouble?, Int32, String)] {
                server.give(
                    trouble ?? .status(500), to: "20180104 ", times: trouble == nil ? 0 : .max)
                let outcome = try await home.run(day + ["-o", file], at: url)
                #expect(outcome.status == status, "\(outcome.errors)")
                let found = try await home.rows(of: "select \(counted) from ranking", in: file)
                #expect(found == expected, "\(outcome.errors)")
            }
        }
    }

    @Test(
        "An empty ranking that replaces another takes what that one lacked with it",
        .enabled(if: Tool.isThere("python3"), "this needs Python"))
    func emptied() async throws {
        let file = home.folder.path("e.sqlite")
        let day = ["ranking", "--date", "2018-01-03", "-q", "--refresh", "--keep-going"]
        let lacking = "(select count(*) from ranking), group_concat(\"from\") from missing"
        try await server.run { [self] url in
            server.give(.status(500), to: "20180104 ", times: .max)
            #expect(try await home.run(day + ["-o", file], at: url).status == 2)
            #expect(try await home.rows(of: "select \(lacking)", in: file) == "10 2018-01-04")
            server.give(.status(500), to: "20180104 ", times: 0)
            server.give(.emptyList, to: "20180103 ", times: .max)
            let outcome = try await home.run(day + ["-o", file, "--allow-empty"], at: url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try await home.rows(of: "select \(lacking)", in: file) == "0 2018-01-03")
        }
    }

    @Test(
        "A ranking that stays, because a new one would be empty, lacks no more than before",
        .enabled(if: Tool.isThere("python3"), "this needs Python"))
    func staysWhole() async throws {
        let file = home.folder.path("s.sqlite")
        let day = [
            "ranking", "--date", "2018-01-03", "--nation", "korean", "--refresh", "--keep-going",
        ]
        let lacking = "(select count(*) from ranking), count(*) from missing"
        try await server.run { [self] url in
            #expect(try await home.run(day + ["-o", file], at: url).status == 0)
            #expect(try await home.rows(of: "select \(lacking)", in: file) == "10 0")
            server.give(.emptyList, to: "20180103 K", times: .max)
            // Another archive knows no fuller chart.
            let outcome = try await Household().run(day + ["-o", file], at: url)
            #expect(outcome.errors.contains("10 rows of 2018-01-03"), "\(outcome.errors)")
            #expect(try await home.rows(of: "select \(lacking)", in: file) == "10 0")
        }
    }
}
