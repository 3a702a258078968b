import Foundation
import Loopback
import SlowLane
import Testing

/// Few processes, little memory or few descriptors: the run succeeds, or a sentence names the lack.
@Suite(.timeLimit(.minutes(10))) struct ScarcityCommandTests {
    /// The runs to try: the sample, both endpoints of KOBIS, many requests at a time, a plugin.
    private static let runs = [
        "--source sample --top 1",
        "--from 2022-05-01 --to 2022-05-20 --top 1 --refresh",
        "--source kobis-xml --from 2022-05-01 --to 2022-05-20 --top 1 --refresh",
        "--from 2022-05-01 --to 2022-05-31 --top 1 --refresh --jobs 64",
        "--source sample --top 1 --format lines",
    ]

    @Test("Few descriptors", arguments: SlowLane.cases(of: [6, 12, 30, 4, 10, 19, 64], quick: 3))
    func descriptors(limit: Int) async throws {
        try await check("prlimit --nofile=\(limit)")
    }

    @Test(
        "Little memory", .slow,
        arguments: [20, 60, 100, 110, 130, 150, 200, 260, 600, 1500])
    func memory(megabytes: Int) async throws {
        try await check("prlimit --as=\(megabytes << 20)")
    }

    @Test(
        "Few processes", .enabled(if: geteuid() == 0, "this needs root, to run as another user"),
        arguments: [7, 9, 16, 1, 3, 4, 5, 12, 140].prefix(SlowLane.cases(9, quick: 3)))
    func processes(limit: Int) async throws {
        // Each limit has its own user, so that tests at the same time do not share one.
        let user = 60_000 + limit
        let become = "setpriv --reuid=\(user) --regid=\(user) --clear-groups"
        let mayBecome = try await Program.shell("\(become) env \"$0\" --version")
        guard mayBecome.status == 0 else { try Test.cancel("others may not run the program") }
        try await check("\(become) prlimit --nproc=\(limit)")
    }

    @Test(
        "A run that has its threads goes on when no more can be created",
        .slow,
        .enabled(if: geteuid() == 0 && Tool.isThere("prlimit"), "this needs root and prlimit"))
    func processesMeanwhile() async throws {
        let become = "setpriv --reuid=60200 --regid=60200 --clear-groups"
        let mayBecome = try await Program.shell("\(become) env \"$0\" --version")
        guard mayBecome.status == 0 else { try Test.cancel("others may not run the program") }
        let server = try LoopbackKOBIS()
        // Longer than idle threads are kept, and than a run may stall.
        server.give(.slow(milliseconds: 9000), to: "20220501")
        try await server.run { url in
            let outcome = try await Program.shell(
                """
                \(become) timeout -s KILL 40 "$0" --from 2022-05-01 --to 2022-05-04 --top 1 \
                    --jobs 2 --refresh & run=$!
                sleep 1
                for process in $run $(cat /proc/$run/task/$run/children); do
                    \(become) prlimit --pid $process --nproc=1 || kill $run
                done
                wait $run
                """, environment: ["KOBIS_BASE_URL": url, "KOBIS_API_KEY": "test"])
            #expect(outcome.status == 0 && outcome.rows.count == 4, "\(outcome.errors)")
        }
    }

    /// Runs everything under `limit`, and checks how it ends.
    private func check(_ limit: String) async throws {
        let plugins = try TemporaryFolder()
        try plugins.add(format: "lines", "exec cat")
        try await LoopbackKOBIS().run { url in
            for run in Self.runs {
                let outcome = try await Program.shell(
                    "exec timeout -s KILL 40 \(limit) \"$0\" \(run)",
                    environment: [
                        "KOBIS_BASE_URL": url, "KOBIS_API_KEY": "test",
                        "BO_EXPORT_PLUGIN_PATH": plugins.url.path,
                    ])
                // Before the program begins, the loader reports the lack.
                if outcome.errors.contains("error while loading shared libraries") { continue }
                let said = outcome.errors.split(separator: "\n").filter { $0.contains("error: ") }
                switch outcome.status {
                case 0: #expect(outcome.output.hasSuffix("\n") && said.isEmpty, "\(run): \(said)")
                case 71: #expect(said.count == 1, "\(run): \(outcome.errors)")
                default: Issue.record("\(run): \(outcome.status), \(outcome.errors)")
                }
            }
        }
    }
}
