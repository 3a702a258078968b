import Foundation
import Loopback
import Testing

/// The features that an unattended cron job needs.
@Suite(.serialized) struct UnattendedCommandTests {
    private let forty = ["--from", "2022-04-01", "--to", "2022-05-10"]

    // MARK: - Archive and quota

    @Test("A range that exceeds the quota is continued where it stopped")
    func backfill() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let arguments = forty + ["-o", home.folder.path("x.csv")]
        try await server.run { url in
            let first = try await home.run(
                arguments, at: url, environment: ["BO_EXPORT_KOBIS_QUOTA": "25"])
            #expect(first.status == 75)
            #expect(first.errors.contains("25 of 25 calls"))
            #expect(first.errors.contains("the archive has 25 of 40 charts"))
            #expect(first.errors.contains("hint: run the same command again"))
            #expect(server.seen.count == 25)
            #expect(try home.folder.names.filter { !$0.hasPrefix(".") }.isEmpty)
            let second = try await home.run(arguments, at: url)
            #expect(second.status == 0)
            let days = server.seen.compactMap { $0.parameters["targetDt"] }
            #expect(days.count == 40 && Set(days).count == 40)
            // The oldest come first, apart from the four requests at a time.
            #expect(days[..<25].allSatisfy { $0 <= "20220428" })
            #expect(try home.folder.text("x.csv").split(separator: "\n").count == 401)
            let quota = try await home.run(["quota"], at: url)
            #expect(quota.output.contains("kobis    40 of 3,000 calls, 2,960 left"))
        }
    }

    @Test("--max-calls ends a run like a quota; --offline sends no request; --refresh asks for all")
    func modes() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let week = ["--from", "2022-05-01", "--to", "2022-05-07"]
        try await server.run { url in
            let limited = try await home.run(week + ["--max-calls", "3"], at: url)
            #expect(limited.status == 75 && server.seen.count == 3)
            let offline = try await home.run(week + ["--offline"], at: url)
            #expect(offline.status == 69)
            #expect(offline.errors.contains("not in the archive"))
            let partial = try await Program.run(
                week + ["--offline", "--keep-going"],
                environment: ["HOME": home.folder.url.path, "KOBIS_BASE_URL": url])
            #expect(partial.status == 2 && partial.rows.count == 30)
            #expect(try await home.run(week, at: url).status == 0)
            #expect(server.seen.count == 7)
            #expect(try await home.run(week + ["--refresh"], at: url).status == 0)
            #expect(server.seen.count == 14)
            // If the next run starts over, the message says so and promises no continuation.
            for arguments in [week + ["--refresh"], ["movies", "--limit", "300"]] {
                let cut = try await home.run(arguments + ["--max-calls", "1"], at: url)
                #expect(cut.status == 75 && cut.errors.contains("the next run begins anew"))
            }
            let without = try await Program.run(week + ["--offline"])
            #expect(without.status == 78)
        }
    }

    @Test("cache shows, prunes and clears; a damaged entry is asked for again")
    func cache() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let week = ["--from", "2022-05-01", "--to", "2022-05-07", "-q"]
        try await server.run { url in
            _ = try await home.run(week, at: url)
            let status = try await home.run(["cache", "status"], at: url)
            #expect(status.output.contains("kobis    7 answers") && status.status == 0)
            let damaged = try await home.shell(
                """
                file=$(find "$DIR/.cache" -name '*20220503*'); printf x >>"$file"
                "$0" --from 2022-05-01 --to 2022-05-07 -q | sha256sum
                """, at: url)
            #expect(server.seen.count == 8)
            let whole = try await home.shell(
                "\"$0\" --from 2022-05-01 --to 2022-05-07 | sha256sum", at: url)
            #expect(damaged.output == whole.output && server.seen.count == 8)
            let prune = try await home.run(["cache", "prune"], at: url)
            #expect(prune.errors == "bo-export: files removed: 0, bytes: 0\n")
            let clear = try await home.run(["cache", "clear"], at: url)
            #expect(clear.errors.hasPrefix("bo-export: files removed: 7, bytes: "))
            let wrong = try await home.run(["cache", "burn"], at: url)
            #expect(wrong.status == 64)
        }
    }

    @Test("A damaged ledger stops no run, and an answer of another service is not used")
    func strangers() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let other = try LoopbackKOBIS()
        try await server.run { url in
            let day = ["--date", "2022-05-01", "-q"]
            _ = try await home.run(day, at: url)
            let damaged = try await home.shell(
                """
                ledger=$(find "$DIR/.local/state" -type f)
                printf 'bo-export quota 1 %s -99999999999 open de9648e9\\n' "$(TZ=Asia/Seoul date +%F)" \
                    >"$ledger"
                "$0" quota; [ $? -eq 65 ] && "$0" --date 2022-05-02
                """, at: url)
            #expect(damaged.status == 0, "\(damaged.errors)")
            #expect(damaged.errors.contains("warning"))
            let again = try await other.run { address in
                try await home.run(
                    day, at: address.replacing("127.0.0.1", with: "localhost"))
            }
            #expect(again.status == 0)
            #expect(other.seen.count == 1)
        }
    }

    @Test("Neither a fault nor anything that comes with it is kept")
    func faultsAreNotKept() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let day = ["--date", "2022-05-01"]
        try await server.run { url in
            for trouble in [
                Trouble.fault("320010"), .htmlPage, .emptyList, .cutOff, .status(500),
                .anotherDay("20220502"),
            ] {
                server.give(trouble, to: "20220501", times: 1)
                let outcome = try await home.run(day, at: url)
                #expect(outcome.status != 0)
                #expect(try home.files(with: "bo-export recording") == [])
            }
            let good = try await home.run(day, at: url)
            #expect(good.status == 0 && good.rows.count == 10)
        }
    }

    // MARK: - Retries

    @Test("A temporary fault is retried as often as --retries says, a permanent one is not")
    func retries() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let day = ["--date", "2022-05-01", "--retries", "3"]
        try await server.run { url in
            server.give(.status(500), to: "20220501", times: 1)
            let healed = try await home.run(
                day + ["--report", home.folder.path("r.json")], at: url)
            #expect(healed.status == 0 && server.seen.count == 2)
            #expect(try home.folder.text("r.json").contains("\"retries\" : 1"))
            _ = try await home.run(["cache", "clear"], at: url)
            server.give(.status(500), to: "20220501")
            let down = try await home.run(day, at: url)
            #expect(down.status == 69 && server.seen.count == 6)
            #expect(down.errors.contains("(4 attempts)"))
            for (code, status) in [("320011", 75), ("320010", 77)] as [(String, Int32)] {
                let other = try Household()
                server.give(.fault(code), to: "20220501")
                let before = server.seen.count
                let refused = try await other.run(day, at: url)
                #expect(refused.status == status && server.seen.count == before + 1)
                if code == "320011" {
                    // The ledger knows about it: the next run sends no request.
                    #expect(try await other.run(day, at: url).status == 75)
                    #expect(server.seen.count <= before + 2)
                }
            }
        }
    }

    // MARK: - Reports and messages

    @Test("A report describes the outcome of the run, even if it failed")
    func reports() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let file = home.folder.path("x.csv")
        let arguments = [
            "--from", "2022-05-01", "-o", file, "--report", home.folder.path("r.json"), "--to",
        ]
        @Sendable func report() throws -> [String: Any] {
            let data = Data(try home.folder.text("r.json").utf8)
            return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }
        try await server.run { url in
            #expect(try await home.run(arguments + ["2022-05-03"], at: url).status == 0)
            let good = try report()
            #expect(good["status"] as? Int == 0 && good["rows"] as? Int == 30)
            #expect((good["calls"] as? [String: Int]) == ["kobis": 3, "kakao": 0, "kmdb": 0])
            let documents = try #require(good["documents"] as? [[String: Any]])
            let sum = try await home.shell("sha256sum \"$DIR/x.csv\"", at: url)
            #expect((documents.first?["sha256"] as? String).map(sum.output.hasPrefix) == true)
            server.give(.status(500), to: "20220504")
            let failed = try await home.run(
                arguments + ["2022-05-04", "--keep-going"], at: url)
            #expect(failed.status == 2)
            let partial = try report()
            #expect(partial["archive_hits"] as? Int == 3 && partial["status"] as? Int == 2)
            let missing = try #require(partial["missing"] as? [[String: Any]])
            #expect((missing.first?["message"] as? String)?.hasPrefix("2022-05-04: ") == true)
            server.give(.fault("320010"), to: "20220504")
            _ = try await home.run(arguments + ["2022-05-04"], at: url)
            #expect(try report()["status"] as? Int == 77)
        }
        let same = try await Program.run([
            "--source", "sample", "-o", file, "--report", home.folder.path("./x.csv"),
        ])
        #expect(same.status == 64)
        let nowhere = try await Program.run(["--source", "sample", "--report", "/nonexistent/r"])
        #expect(nowhere.status == 73)
    }

    @Test("A dry run shows the requests, sends none, and needs no key")
    func dryRun() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        try await server.run { url in
            _ = try await home.run(["--date", "2022-05-02"], at: url)
            let outcome = try await home.run(
                ["--from", "2022-05-01", "--to", "2022-05-03", "--dry-run"], at: url,
                environment: ["KOBIS_API_KEY": ""])
            let lines = outcome.output.split(separator: "\n").map { $0.prefix(4) }
            #expect(lines == ["ask ", "kept", "ask "] && outcome.status == 0)
            #expect(outcome.output.contains("targetDt=20220501&itemPerPage=10&key=***"))
            #expect(outcome.errors == "bo-export: 2 of 3 requests would be sent\n")
            let objects = try await home.run(
                [
                    "--from", "2022-05-01", "--to", "2022-05-02", "--dry-run", "--log-format",
                    "json",
                ],
                at: url
            ).output.split(separator: "\n")
            let ask = outcome.output.split(separator: "\n")[0].dropFirst(6)
            let kept = outcome.output.split(separator: "\n")[1].split(separator: " ")
            let end = "\"source\":\"kobis-json\",\"url\":"
            #expect(
                objects == [
                    "{\"action\":\"ask\",\"fetched_at\":null,\(end)\"\(ask)\"}",
                    "{\"action\":\"kept\",\"fetched_at\":\"\(kept[3])\",\(end)\"\(kept[1])\"}",
                ])
            #expect(server.seen.count == 1)
        }
    }

    @Test("-q says nothing, -v shows the requests, JSON lines are JSON")
    func messages() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let arguments = ["--date", "2022-05-02", "--refresh", "-o", "/dev/null"]
        try await server.run { url in
            #expect(try await home.run(arguments + ["-q"], at: url).errors == "")
            let info = try await home.run(arguments + ["-v"], at: url)
            #expect(info.errors.contains("bo-export: info: kobis boxoffice/"))
            #expect(info.errors.contains("HTTP 200"))
            let debug = try await home.run(arguments + ["-vv", "--log-format", "json"], at: url)
            let lines = debug.errors.split(separator: "\n")
            #expect(lines.count > 8)
            for line in lines {
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                #expect((object as? [String: Any])?["level"] is String)
            }
            #expect(debug.errors.contains("&***") && !debug.errors.contains("key=test"))
        }
    }

    @Test("Progress is a line on standard error if it is wanted, and never in the data")
    func progress() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let always = try await home.run(forty + ["--progress", "always"], at: url)
            #expect(always.errors.contains("[####################] 40 of 40 charts"))
            #expect(always.rows.count == 400)
            let auto = try await home.run(forty, at: url)
            #expect(auto.errors == "")
        }
    }
}
