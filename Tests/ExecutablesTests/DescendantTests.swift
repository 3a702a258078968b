import BoxOffice
import Executables
import Foundation
import SlowLane
import Subprocess
import SystemPackage
import Testing

/// Processes that a plugin has started end with it, even in sessions of their own.
@Suite(
    .enabled(if: hasSetsid, "this needs setsid"), .timeLimit(.minutes(10)))
struct DescendantTests {
    /// Returns a script that starts a child, which writes its process ID to the file `child` and
    /// stays, and that waits for the file.
    private func start(_ child: String) -> String {
        "\(child)\nwhile [ ! -s child ]; do sleep 0.02; done\n"
    }

    /// Returns true if the process whose ID is in `child` exists, even if it was not reaped.
    private func isThere(_ shop: Workshop) throws -> Bool {
        let child = try #require(shop.lines("child").first)
        return FileManager.default.fileExists(atPath: "/proc/\(child)")
    }

    private static let stay = "sh -c 'echo $$ >child; exec sleep 1000' </dev/null"
    private static let stubborn =
        "sh -c 'trap \"\" TERM HUP; echo $$ >child; while :; do sleep 1; done' </dev/null"

    @Test(
        "A child with a session of its own ends with its plugin, and is reaped",
        arguments: [
            "setsid \(stay) >/dev/null 2>&1 &",
            "(setsid \(stay) >/dev/null 2>&1 &)",
            "(env -i /usr/bin/setsid /bin/\(stay) >/dev/null 2>&1 &)",
            "(setsid setsid \(stubborn) >/dev/null 2>&1 &)",
        ])
    func normalEnd(child: String) async throws {
        let shop = try Workshop()
        let outcome = try await shop.write(1, through: try shop.format("\(start(child))cat"))
        #expect(outcome.fault == nil && outcome.isCommitted)
        #expect(try !isThere(shop))
    }

    @Test("A child that holds standard output open delays a document, but does not spoil it")
    func heldOutput() async throws {
        var limits = PluginLimits()
        limits.silence = .seconds(3)
        let shop = try Workshop(limits)
        let body = start("setsid \(Self.stay) 2>/dev/null &") + "cat >/dev/null; printf written"
        let outcome = try await shop.write(1, through: try shop.format(body))
        #expect(outcome.fault == nil, "\(outcome.fault as Any)")
        #expect(outcome.isCommitted && outcome.text == "written")
        #expect(try !isThere(shop))
        let failing = try shop.format("\(body); echo sorry >&2; exit 3", name: "failing")
        let failed = try await shop.write(1, through: failing)
        #expect(
            failed.fault?.message
                == "the plugin 'failing': it ended with status 3: sorry")
        #expect(try !isThere(shop))
    }

    @Test(
        "A child that ignores TERM may use all of its time, even beyond the timeout for plugins",
        .slow)
    func stubbornOutput() async throws {
        var limits = PluginLimits()
        limits.silence = .seconds(5)
        limits.grace = .seconds(7)
        let shop = try Workshop(limits)
        let body = start("setsid \(Self.stubborn) &") + "cat >/dev/null; printf written"
        let outcome = try await shop.write(1, through: try shop.format(body))
        #expect(outcome.fault == nil, "\(outcome.fault as Any)")
        #expect(outcome.text == "written")
        #expect(try !isThere(shop))
    }

    @Test("A cancelled run ends what plugins have started", .slow)
    func cancellation() async throws {
        let shop = try Workshop()
        let file = try shop.format(
            start("(setsid \(Self.stubborn) >/dev/null 2>&1 &)") + "echo begun >&2; exec sleep 1000"
        )
        let running = Task { try await shop.write(9000, through: file) }
        #expect(await shop.log.first() == "test: begun")
        running.cancel()
        #expect(try await running.value.fault?.kind == .cancelled)
        #expect(try !isThere(shop))
    }

    @Test("The end of one plugin does not affect what another has started, nor our own processes")
    func others() async throws {
        _ = try await Subprocess.run(
            .path("/bin/sleep"), arguments: ["1000"], input: .none, output: .discarded,
            error: .discarded
        ) { own in
            let own = own.processIdentifier.value
            // Children also block the signals that this process blocks.
            defer { kill(own, SIGKILL) }
            try await endOfOne(besides: own)
        }
    }

    private func endOfOne(besides own: pid_t) async throws {
        let other = try Workshop()
        let file = try other.format(
            start("(setsid \(Self.stay) >/dev/null 2>&1 &)")
                + "cat; echo begun >&2; exec sleep 1000")
        let running = Task { try await other.write(1, through: file) }
        #expect(await other.log.first() == "test: begun")
        let shop = try Workshop()
        let child = start("(setsid \(Self.stay) >/dev/null 2>&1 &)")
        let outcome = try await shop.write(1, through: try shop.format("\(child)cat"))
        #expect(outcome.isCommitted)
        #expect(try !isThere(shop))
        #expect(try isThere(other))
        #expect(isRunning(own))
        running.cancel()
        _ = try await running.value
        #expect(try !isThere(other))
        #expect(isRunning(own))
    }

    /// Returns true if the child of this process has not ended.
    private func isRunning(_ child: pid_t) -> Bool {
        var status: Int32 = 0
        return unsafe waitpid(child, &status, WNOHANG) == 0
    }

    @Test(
        "A plugin that stops itself or a process above it ends, with what it has started", .slow,
        arguments: [
            "kill -STOP $$", "kill -STOP 0", "kill -STOP $PPID; exec sleep 1000",
            "kill -STOP $PPID; trap '' TERM; while :; do sleep 1; done",
            "read -r a b c keeper d </proc/$PPID/stat; kill -STOP $keeper; exec sleep 1000",
        ])
    func stopped(act: String) async throws {
        var limits = PluginLimits()
        limits.silence = .seconds(2)
        let shop = try Workshop(limits)
        let body = start("(setsid \(Self.stubborn) >/dev/null 2>&1 &)") + act
        let outcome = try await shop.write(9000, through: try shop.format(body))
        #expect(
            outcome.fault?.message
                == "the plugin 'test': it neither read nor wrote anything for 2 seconds")
        #expect(try !isThere(shop))
    }

    @Test("A plugin that stops the process above it again and again ends a little later", .slow)
    func stoppedAgain() async throws {
        var limits = PluginLimits()
        limits.silence = .seconds(2)
        let shop = try Workshop(limits)
        let body =
            start("(setsid \(Self.stubborn) >/dev/null 2>&1 &)")
            + "trap '' TERM; while :; do kill -STOP $PPID; done"
        let outcome = try await shop.write(9000, through: try shop.format(body))
        #expect(outcome.fault?.kind == .unavailable)
        #expect(try !isThere(shop))
    }

    @Test(
        "A plugin that kills the process above it ends, with what it has started", .slow,
        arguments: ["exec sleep 1000", "trap '' TERM; while :; do sleep 1; done", "exec cat"])
    func killed(act: String) async throws {
        let shop = try Workshop()
        let body =
            start("(setsid \(Self.stubborn) >/dev/null 2>&1 &)") + "kill -KILL $PPID; \(act)"
        let outcome = try await shop.write(1, through: try shop.format(body))
        #expect(
            outcome.fault?.message
                == "the plugin 'test': the process that it runs below was killed")
        #expect(try !isThere(shop))
    }

    @Test("A source that failed has left no process when the next one is started")
    func source() async throws {
        let shop = try Workshop()
        let body = start("(setsid \(Self.stay) >/dev/null &)") + "echo '{\"end\":{}}'"
        let outcome = try await shop.read(from: try shop.source(body))
        #expect(outcome.fault == nil && outcome.isCommitted)
        #expect(try !isThere(shop))
    }
}

/// True if setsid, which starts a session, is installed.
private let hasSetsid = FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid")
