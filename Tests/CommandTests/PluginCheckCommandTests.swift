import Foundation
import Loopback
import SlowLane
import Testing

/// `plugins check` as a user sees it: the processes left running, and the time it takes.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PluginCheckCommandTests {
    /// Makes a folder with a format that runs `body` before it writes what it reads.
    private func folder(_ body: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.add(format: "test", "\(body)\nsed -n '/^{\"end\":{}}$/q 0; p; $ q 3'")
        return folder
    }

    private func check(_ folder: TemporaryFolder, _ more: [String] = []) async throws
        -> Program.Outcome
    {
        try await Program.run(["plugins", "check", folder.path("bo-export-format-test")] + more)
    }

    @Test(
        "A process that a plugin leaves running in its own session is found and killed", .slow,
        .enabled(if: Tool.isThere("setsid"), "this needs setsid"))
    func survivors() async throws {
        let folder = try folder("setsid sleep 7654321 </dev/null >/dev/null 2>&1 &")
        let outcome = try await check(folder)
        #expect(outcome.status == 65, "\(outcome.output)")
        #expect(outcome.output.contains("wrong  it leaves nothing running: "), "\(outcome.output)")
        #expect(outcome.output.contains("'sleep 7654321'"), "\(outcome.output)")
        let left = try await Program.shell("cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' '")
        #expect(!left.output.contains("sleep 7654321"))
    }

    @Test(
        "A check that takes too long in all is stopped, and says what it did not check",
        .slow)
    func total() async throws {
        // It writes more often than --timeout requires, and never finishes.
        let folder = try folder("while :; do echo more; sleep 0.2; done")
        let outcome = try await check(folder, ["--total", "8", "--timeout", "600"])
        #expect(outcome.status == 65, "\(outcome.output)\(outcome.errors)")
        #expect(
            outcome.output.contains(
                "wrong  it writes the same bytes for the same rows: not looked at\n"),
            "\(outcome.output)")
        #expect(
            outcome.output.contains(
                "wrong  everything was checked within 8 seconds: it was not; "
                    + "--total allows more time\n"), "\(outcome.output)")
        for total in ["0", "86401", "x"] {
            #expect(try await check(folder, ["--total", total]).status == 64)
        }
    }
}
