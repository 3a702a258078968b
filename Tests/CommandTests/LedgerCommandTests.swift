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
            #expect(doctor.status == 0 && doctor.output.contains("the count of today's calls in "))
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

    @Test("A quota that is used up is told once")
    func usedUp() async throws {
        try await server.run { url in
            server.give(.fault("320011"))
            for command in [day, "doctor --online"] {
                let outcome = try await home.shell("\"$0\" \(command)", at: url)
                #expect(outcome.status == 75)
                #expect(outcome.errors.components(separatedBy: "error: ").count == 2)
            }
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
}
