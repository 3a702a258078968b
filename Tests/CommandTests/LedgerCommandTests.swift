import Foundation
import Loopback
import SlowLane
import Testing

/// The count of calls if it cannot be kept, and the messages about it.
@Suite(.serialized) struct LedgerCommandTests {
    private let home: Household
    private let server: LoopbackKOBIS

    init() throws {
        home = try Household()
        server = try LoopbackKOBIS()
    }

    private let day = "--date 2022-05-01 -o /dev/null --report \"$DIR/r.json\""

    private func warnings() throws -> [String] {
        try Report("r.json", in: home.folder).warnings.compactMap { $0["message"] as? String }
    }

    @Test("Without a home the calls are counted only for the run, and one message says so")
    func homeless() async throws {
        try await server.run { url in
            let outcome = try await home.shell("HOME= \"$0\" \(day)", at: url)
            let warning =
                "calls are counted for this run only: neither XDG_STATE_HOME nor HOME is set"
            #expect(outcome.status == 0)
            #expect(outcome.errors.components(separatedBy: warning).count == 2)
            #expect(try warnings() == [warning])
            let quiet = try await home.shell("HOME= \"$0\" \(day) -q", at: url)
            #expect(quiet.errors == "")
            #expect(try warnings() == [warning])
            server.give(.status(500), to: "20220501")
            let failed = try await home.shell("HOME= \"$0\" \(day)", at: url)
            #expect(failed.status == 69 && failed.errors.contains(warning))
            #expect(try warnings() == [warning])
        }
    }

    @Test(
        "A damaged ledger, or one that is not a file, stops no run, is reported, and is not 0 calls",
        .slow,
        arguments: [
            ("rm \"$l\"; mkfifo \"$l\"", 78, "it is not a regular file"),
            ("rm \"$l\"; mkdir \"$l\"", 78, "calls cannot be counted in"),
            ("echo hello >\"$l\"", 65, "it is damaged; only this run's calls are counted"),
        ] as [(String, Int32, String)])
    func broken(making: String, status: Int32, warning: String) async throws {
        try await server.run { url in
            let script = "l=$(find \"$DIR/.local/state\" -name 'kobis-*')\n"
            #expect(try await home.shell("\"$0\" -q \(day)", at: url).status == 0)
            let quota = try await home.shell(script + "\(making)\n\"$0\" quota", at: url)
            #expect(quota.status == status, "\(quota.errors)")
            #expect(!quota.output.contains("kobis"))
            #expect(quota.errors.hasPrefix("bo-export: error: the count of today's calls in "))
            let doctor = try await home.shell("\"$0\" doctor", at: url)
            #expect(doctor.status == status)
            server.give(.status(500), to: "20220501", times: 1)
            let failed = try await home.shell(
                script + "\(making)\n\"$0\" \(day) --refresh", at: url)
            #expect(failed.status == 69, "\(failed.errors)")
            #expect(try warnings().contains { $0.contains(warning) })
            let run = try await home.shell(script + "\(making)\n\"$0\" \(day) --refresh", at: url)
            #expect(run.status == 0 && run.errors.contains(warning), "\(run.errors)")
            #expect(try warnings().contains { $0.contains(warning) })
        }
    }

    @Test(
        "A ledger that another user keeps is not 0 calls",
        .enabled("another user can be had") { try await Program.canBeUnprivileged() })
    func foreign() async throws {
        try await server.run { url in
            #expect(try await home.shell("\"$0\" -q \(day)", at: url).status == 0)
            let quota = try await home.shell(
                Program.unprivileged + """
                    chmod -R go-rwx ~/.local/state; chmod 755 ~/.local/state
                    unprivileged "$0" quota
                    """, at: url)
            #expect(quota.status == 78 && !quota.output.contains("kobis"), "\(quota.errors)")
            #expect(quota.errors.contains("Permission denied"))
        }
    }

    @Test(
        "A range that begins today has nothing yet: the status is 0, and no file changes",
        arguments: [[], ["--update"]])
    func nothingYet(more: [String]) async throws {
        let file = home.folder.path("x.csv")
        let report = home.folder.path("r.json")
        let arguments = ["--from", "-0d", "-o", file, "--report", report] + more
        let url = "http://127.0.0.1:9"
        let new = try await home.run(arguments, at: url)
        #expect(new.status == 0, "\(new.errors)")
        #expect(new.errors.hasPrefix("bo-export: there is nothing to do yet"))
        #expect(!FileManager.default.fileExists(atPath: file))
        try Data("old\n".utf8).write(to: URL(filePath: file))
        let old = try await home.run(arguments + ["-q"], at: url)
        #expect(old.status == 0 && old.errors == "" && old.output == "")
        #expect(try home.folder.text("x.csv") == "old\n")
        let text = try home.folder.text("r.json")
        #expect(text.contains("\"status\" : 0") && text.contains("\"rows\" : 0"))
        for refused in [
            ["--date", "-0d"], ["--from", "-0d", "--to", "-0d"], ["--from", "2999-01-01"],
        ] {
            #expect(try await home.run(refused, at: url).status == 64)
        }
    }
}
