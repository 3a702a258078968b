import Foundation
import Loopback
import Testing

/// The features that an unattended cron job needs.
@Suite(.serialized) struct UnattendedCommandTests {
    private let home: Household
    private let server: LoopbackKOBIS
    private let forty = ["--from", "2022-04-01", "--to", "2022-05-10"]

    init() throws {
        home = try Household()
        server = try LoopbackKOBIS()
    }

    @Test("A range that exceeds the quota is continued where it stopped")
    func backfill() async throws {
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

    @Test("The report counts both attempts at the latest chart")
    func attempts() async throws {
        let yesterday = Household.yesterday.replacing("-", with: "")
        server.give(.status(500), to: "\(yesterday) ", times: 1)
        server.give(.emptyList, to: yesterday)
        try await server.run { url in
            let report = home.folder.path("r.json")
            let outcome = try await home.run(
                ["--date", "latest", "--retries", "1", "--report", report], at: url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try home.folder.text("r.json").contains("\"retries\" : 1,"))
        }
    }

    @Test("--max-calls ends a run like a quota; --offline sends no request; --refresh asks for all")
    func modes() async throws {
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

    @Test("An answer of another service is not used")
    func strangers() async throws {
        let other = try LoopbackKOBIS()
        let day = ["--date", "2022-05-01", "-q"]
        try await LoopbackKOBIS().run { url in _ = try await home.run(day, at: url) }
        let again = try await other.run { address in
            try await home.run(day, at: address.replacing("127.0.0.1", with: "localhost"))
        }
        #expect(again.status == 0)
        #expect(other.seen.count == 1)
    }

    @Test("Neither a fault nor anything that comes with it is kept")
    func faultsAreNotKept() async throws {
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

    @Test("A temporary fault is retried as often as --retries says, a permanent one is not")
    func retries() async throws {
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

    @Test("Progress is a line on standard error if it is wanted, and never in the data")
    func progress() async throws {
        try await server.run { url in
            let always = try await home.run(forty + ["--progress", "always"], at: url)
            #expect(always.errors.contains("[####################] 40 of 40 charts"))
            #expect(always.rows.count == 400)
            let auto = try await home.run(forty, at: url)
            #expect(auto.errors == "")
        }
    }
}
