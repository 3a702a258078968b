import Foundation
import Loopback
import Testing

/// Wrong clocks, and files that look newer than their rows.
@Suite(.serialized) struct ClockCommandTests {
    private let home: Household
    private let server: LoopbackKOBIS

    init() throws {
        home = try Household()
        server = try LoopbackKOBIS()
    }

    /// Returns the time so many hours from now in the format of HTTP.
    private func date(hours: Int) async throws -> String {
        let outcome = try await Program.shell(
            "LC_ALL=C date -u -d '\(hours) hours' '+%a, %d %b %Y %H:%M:%S GMT'")
        return outcome.output.trimmingCharacters(in: .newlines)
    }

    @Test(
        "While the service's clock disagrees, nothing becomes final", arguments: [-9, 24])
    func disagreement(hours: Int) async throws {
        let columns = "date,rank,title,audience_count,fetched_at"
        let options = ["--date", Household.day(ago: 20), "--columns", columns]
        let file = ["--update", "-o", home.folder.path("x.csv")]
        server.give(.headers(["Date": try await date(hours: hours)]), times: 1)
        try await server.run { url in
            let first = try await home.run(options + file, at: url)
            #expect(first.status == 0, "\(first.errors)")
            let direction = hours < 0 ? "ahead of" : "behind"
            #expect(
                first.errors.contains(
                    "warning: this machine's clock is \(abs(hours)) hours \(direction) that of kobis"
                ) || first.errors.contains("clock is \(abs(hours) - 1) hours \(direction)"))
            #expect(first.errors.split(separator: "warning:").count == 2)
            #expect(try home.files(with: "freshness: provisional").count == 1)
            #expect(try home.files(with: "freshness: final").isEmpty)
            // Pretends that this was two hours ago, by a correct clock.
            let aged = try await home.shell(
                """
                sed -i -E 's/,[^,]*T[^,]*$/,MOMENT/' "$DIR/x.csv"
                moment=$(grep -h fetched: -r "$DIR/.cache" | cut -d' ' -f2)
                sed -i "s/MOMENT/$moment/" "$DIR/x.csv"
                """, at: url)
            #expect(aged.status == 0)
            if hours < 0 {
                let second = try await home.run(options + file, at: url)
                #expect(second.status == 0 && server.seen.count == 2, "\(second.errors)")
                #expect(!second.errors.contains("warning"))
                #expect(try home.files(with: "freshness: final").count == 1)
                _ = try await home.run(options + file, at: url)
                #expect(server.seen.count == 2)
            }
            let plain = try await home.run(options, at: url)
            #expect(plain.status == 0 && server.seen.count == 2)
        }
    }

    @Test("A row older than its file suggests is written again from the archive, without a call")
    func restoredFile() async throws {
        let range = ["--from", "2022-05-01", "--to", "2022-05-11"]
        let file = home.folder.path("x.csv")
        try await server.run { url in
            #expect(try await home.run(range + ["-o", file], at: url).status == 0)
            let expected = try home.folder.text("x.csv")
            // A copy made on the day after the last one is restored, with a current time.
            let old = try await home.shell(
                "sed -i '$ s/영화/옛/' \"$DIR/x.csv\"; sed -i '12 s/영화/옛/' \"$DIR/x.csv\"", at: url)
            #expect(old.status == 0)
            let count = server.seen.count
            let shown = try await home.run(range + ["-o", file, "--update", "--dry-run"], at: url)
            #expect(shown.output.isEmpty)
            let update = try await home.run(range + ["-o", file, "--update"], at: url)
            #expect(update.status == 0 && server.seen.count == count)
            #expect(
                update.errors
                    == "bo-export: brought '\(file)' up to date: 1 period is new or changed\n")
            let text = try home.folder.text("x.csv")
            // Rows that were final long before the end of the file belong to the user.
            #expect(text.contains("옛") && text.split(separator: "옛").count == 2)
            #expect(text.split(separator: "\n").last == expected.split(separator: "\n").last)
        }
    }

    @Test("A file that grew by one provisional day at a time is repaired from the archive")
    func dayByDay() async throws {
        let range = ["--from", Household.day(ago: 60), "--to", Household.day(ago: 20)]
        let file = home.folder.path("x.csv")
        try await server.run { url in
            #expect(try await home.run(range + ["-o", file], at: url).status == 0)
            let expected = try home.folder.text("x.csv")
            let old = try await home.shell("sed -i 's/영화/옛/' \"$DIR/x.csv\"", at: url)
            #expect(old.status == 0)
            let count = server.seen.count
            let update = try await home.run(range + ["-o", file, "--update"], at: url)
            #expect(update.status == 0 && server.seen.count == count)
            #expect(try home.folder.text("x.csv") == expected)
        }
    }

    @Test("A file that lacks something after a run does not look newer than it is")
    func partialUpdate() async throws {
        let range = ["--from", Household.day(ago: 10), "--to", Household.day(ago: 1)]
        let more = ["--from", Household.day(ago: 12), "--to", Household.day(ago: 1)]
        let bad = Household.day(ago: 1).replacing("-", with: "")
        let file = home.folder.path("x.csv")
        try await server.run { url in
            #expect(try await home.run(range + ["-o", file], at: url).status == 0)
            let aged = try await home.shell(
                "touch -d '2 days ago' \"$DIR/x.csv\"; stat -c %Y \"$DIR/x.csv\"", at: url)
            server.give(.status(503), to: bad)
            for options in [range, more] {
                let update = try await home.run(
                    options + ["-o", file, "--update", "--keep-going"], at: url)
                #expect(update.status == 2 && !update.errors.contains("is up to date"))
                let time = try await home.shell("stat -c %Y \"$DIR/x.csv\"", at: url)
                #expect(time.output == aged.output)
            }
        }
    }

    @Test("A redirect counts as another call, in the run and in the ledger")
    func redirects() async throws {
        try await server.run { url in
            let path = "/boxoffice/searchDailyBoxOfficeList.json"
            for day in 1...3 {
                let target = "\(url)\(path)?targetDt=2022050\(day)&key=test&again=1"
                server.give(.redirect(target), to: "2022050\(day)", times: 1)
            }
            let report = home.folder.path("r.json")
            let range = ["--from", "2022-05-01", "--to", "2022-05-05", "--report", report]
            #expect(try await home.run(range, at: url).status == 0)
            #expect(server.seen.count == 8)
            #expect(try home.folder.text("r.json").contains("\"kobis\" : 8"))
            let quota = try await home.run(["quota"], at: url)
            #expect(quota.output.contains("8 of 3,000 calls"))
        }
    }

    @Test("A key that the service sends back in JSON's spelling reaches no file")
    func echoedKey() async throws {
        let home = try Household(key: "CANARYKEY123")
        let server = try LoopbackKOBIS(key: "CANARYKEY123")
        let spelled = "CANARYKEY123".utf8.map { "\\u00" + String($0, radix: 16) }.joined()
        try await server.run { url in
            let plain = try await home.run(
                ["--date", "2022-06-05", "--record", home.folder.path("rec")], at: url)
            #expect(plain.status == 0)
            let script =
                "cat \"$DIR\"/rec/*/*/*/*.rec | sed '1,/^$/d' | sed 's/범죄도시2/\(spelled.replacing("\\", with: "\\\\"))/'"
            let body = try await home.shell(script, at: url).output
            #expect(body.contains("\\u0043\\u0041"))
            server.give(.body(body), to: "20220605")
            let echoed = try await home.run(["--date", "2022-06-05", "--refresh"], at: url)
            #expect(echoed.status == 0 && !echoed.output.contains("CANARYKEY123"))
            #expect(echoed.output.contains("*****"))
            #expect(try home.files(with: "CANARYKEY").isEmpty)
            #expect(try home.files(with: spelled).isEmpty)
        }
    }
}
