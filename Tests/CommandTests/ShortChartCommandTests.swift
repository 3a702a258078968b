import Foundation
import Loopback
import SlowLane
import Testing

/// Charts with fewer rows or figures than usual: they are written and reported, and do not replace
/// fuller ones at once.
@Suite(.serialized) struct ShortChartCommandTests {
    private let home: Household
    private let server: LoopbackKOBIS

    init() throws {
        home = try Household()
        server = try LoopbackKOBIS()
    }

    /// Moves all times in the archive so many hours into the past.
    private func age(hours: Int, at url: String) async throws {
        let outcome = try await home.shell(
            """
            for file in $(grep -rl short-since "$DIR/.cache"); do
                for name in fetched short-since; do
                    old=$(grep -a -m1 "^$name: " "$file" | cut -d' ' -f2)
                    new=$(TZ=Asia/Seoul date -d "$old - \(hours) hours" +%FT%T+09:00)
                    sed -i "s/^$name: $old/$name: $new/" "$file"
                done
                sum=$(sed -n '/^header-crc32/q; p' "$file" | gzip | tail -c 8 | od -An -tx4 -N 4)
                sed -i "s/^header-crc32: .*/header-crc32: ${sum# }/" "$file"
            done
            """, at: url)
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    @Test(
        "A short chart is written and reported, and asked for until the same comes a day later",
        arguments: SlowLane.cases(
            of: [
                (.absentRows(["10"]), "the chart has only 9 of 10 rows", 9),
                (.absentRows(Set((2...10).map(String.init))), "the chart has only 1 of 10 rows", 1),
                (.figure("audiCnt", "", in: .json), "1 of 10 rows of the chart lack figures", 10),
                (
                    .figure("salesShare", "", in: .json), "1 of 10 rows of the chart lack figures",
                    10
                ),
            ] as [(Trouble, String, Int)], quick: 2))
    func healing(trouble: Trouble, told: String, rows: Int) async throws {
        server.give(trouble, to: "20180612")
        let day = ["--date", "2018-06-12"]
        let warning = """
            bo-export: warning: 2018-06-12: \(told); it stays provisional until the same comes a day \
            later\n
            """
        try await server.run { url in
            for count in 1...2 {
                let outcome = try await home.run(day, at: url)
                #expect(outcome.status == 0 && outcome.rows.count == rows)
                #expect(outcome.errors == warning && server.seen.count == count)
            }
            #expect(try home.files(with: "freshness: provisional").count == 1)
            let offline = try await home.run(day + ["--offline"], at: url)
            #expect(offline.errors == warning && server.seen.count == 2)
            let dry = try await home.run(day + ["--dry-run"], at: url)
            #expect(dry.output.hasPrefix("ask "))
            try await age(hours: 25, at: url)
            #expect(try await home.run(day, at: url).errors == "")
            #expect(try await home.run(day, at: url).rows.count == rows)
            #expect(server.seen.count == 3)
        }
    }

    @Test(
        "A file that is brought up to date keeps its fuller rows, even if the archive is gone",
        arguments: [
            (.absentRows(["10"]), 10, "default"),
            (.figure("salesAmt", "", in: .json), 10, "default"),
            (.figure("salesAmt", "", in: .json), 10, "date,rank,title,ticket_price"),
            (.absentRows(["1"]), 3, "default"),
        ] as [(Trouble, Int, String)])
    func update(trouble: Trouble, top: Int, columns: String) async throws {
        let file = home.folder.path("x.csv")
        let days =
            ["--from", "2018-06-11", "--to", "2018-06-13", "-o", file, "--update"]
            + ["--top", "\(top)", "--columns", columns]
        try await server.run { url in
            #expect(try await home.run(days, at: url).status == 0)
            let full = try home.folder.text("x.csv")
            server.give(trouble, to: "20180612")
            for isArchived in [true, false] {
                // Pretends that the file is from the day after: it does not say when its rows were asked for.
                let aged = try await home.shell(
                    """
                    touch -d 2018-06-14 "$DIR/x.csv"; \(isArchived ? "" : "rm -r \"$DIR/.cache\"")
                    """, at: url)
                #expect(aged.status == 0)
                let options = isArchived ? ["--date", "2018-06-12", "--refresh"] : days
                let outcome = try await home.run(options, at: url)
                #expect(outcome.status == 0)
                #expect(
                    outcome.errors.contains(
                        isArchived
                            ? "2018-06-12: a shorter chart came (9 of 10 whole rows)"
                            : "2018-06-12: the file keeps its \(top) rows, because the new answer has only \(top - 1)"
                    ))
                #expect(try home.folder.text("x.csv") == full)
            }
            try await age(hours: 25, at: url)
            let outcome = try await home.run(days, at: url)
            #expect(outcome.status == 0 && outcome.errors.contains("brought"))
            #expect(try home.folder.text("x.csv") != full)
        }
    }

    @Test("A report does not count rows that a reader with fuller ones does not get")
    func withheld() async throws {
        let range = ["--from", "2018-06-11", "--to", "2018-06-12", "--refresh"]
        let outputs = [
            ["-o", home.folder.path("x.sqlite")],
            ["--format", "singer", "--state", home.folder.path("state.json")],
        ]
        _ = try await home.shell("touch \"$DIR/state.json\"", at: "")
        try await server.run { url in
            for isShorter in [false, true] {
                server.give(.absentRows(isShorter ? ["9", "10"] : ["10"]), to: "20180612")
                for output in outputs {
                    // The archive would have the fuller rows.
                    _ = try await home.shell("rm -rf \"$DIR/.cache\"", at: url)
                    let report = home.folder.path("report.json")
                    let outcome = try await home.run(
                        range + output + ["--report", report], at: url)
                    #expect(outcome.status == 0, "\(outcome.errors)")
                    if output[0] == "--format", !isShorter {
                        try Data((outcome.output.split(separator: "\n").last ?? "").utf8)
                            .write(to: home.folder.url.appending(path: "state.json"))
                    }
                    let rows = try Report("report.json", in: home.folder).rows
                    #expect(rows == (isShorter ? 10 : 19), "\(output)")
                }
            }
        }
    }

    @Test("A film that a short chart lacks has a row that does not say whether it was on the chart")
    func trend() async throws {
        let films = (0...9).map { ("2024000\($0)", "영화 \($0)", 100 - $0) }
        for (code, title, _) in films { server.add(code: code, title: title, openDate: "20240301") }
        for day in 1...3 { server.set(films: films, on: "2024030\(day)") }
        let run = ["trend", "20240009", "--days", "3", "--columns", "date,movie_code,on_chart"]
        try await server.run { url in
            server.give(.absentRows(["10"]), to: "20240302")
            let fresh = try await home.run(run, at: url)
            #expect(fresh.status == 0 && fresh.rows.count == 3)
            #expect(fresh.output.contains("2024-03-02,20240009,\n"))
            #expect(fresh.errors.contains("2024-03-02: the chart has only 9 of 10 rows"))
        }
    }

    @Test(
        "A database keeps the rows of a run that know more",
        .enabled(if: Tool.isThere("python3"), "this needs python3"),
        arguments: [Trouble.absentRows(["10"]), .figure("audiCnt", "", in: .json)])
    func databaseOfRuns(trouble: Trouble) async throws {
        let films = (0...9).map { ("2024000\($0)", "영화 \($0)", 100 - $0) }
        for (code, title, _) in films { server.add(code: code, title: title, openDate: "20240301") }
        for day in 1...2 { server.set(films: films, on: "2024030\(day)") }
        let film = if case .figure = trouble { "20240000" } else { "20240009" }
        let run = ["trend", film, "--days", "2"]
        let file = home.folder.path("t.sqlite")
        let database = run + ["-o", file]
        let read = "SELECT on_chart, audience_count FROM trend ORDER BY date"
        try await server.run { url in
            #expect(try await home.run(database, at: url).status == 0)
            let full = try await home.rows(of: read, in: file)
            server.give(trouble, to: "20240302")
            #expect(try await home.shell("rm -r \"$DIR/.cache\"", at: url).status == 0)
            let fresh = try await home.run(run + ["--columns", "date,on_chart,rank"], at: url)
            #expect(fresh.rows.last == "2024-03-02,,")
            let again = try await home.run(database, at: url)
            #expect(again.status == 0 && again.errors.contains("1 row of trend"))
            #expect(try await home.rows(of: read, in: file) == full)
        }
    }
}
