import Foundation
import Loopback
import SlowLane
import Testing

/// Sources of details that answer more than they are asked, at any time.
@Suite(.serialized, .timeLimit(.minutes(10))) struct DetailsPluginCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a source of details that runs `begin` once, and `answer` for each film with its `$code`.
    private func add(answer: String, begin: String = ":") throws {
        try folder.add(
            executable: "bo-export-details-shifting",
            """
            #!/bin/sh
            IFS= read -r hello
            echo '{"manifest":{"protocol":1,"name":"shifting","summary":"a test","keeps":30,\
            "columns":[{"name":"note","korean":"비고","type":"text"}]}}'
            say() { echo "{\\"details\\":{\\"note\\":\\"$1\\"}}"; echo '{"end":{}}'; }
            \(begin)
            while IFS= read -r film; do
                printf '%s\\n' "$film" >>'\(folder.path("asked"))'
                code=${film#*'"code":"'}
                code=${code%%\\"*}
                \(answer)
            done
            """)
    }

    /// Runs a chart with its details.
    private func run(_ more: [String] = []) async throws -> Program.Outcome {
        try await Program.run(
            [
                "--source", "sample", "--with", "details", "--plugin-dir", folder.url.path,
                "--details-from", "shifting", "--columns", "movie_code,note",
            ] + more, environment: ["HOME": folder.url.path])
    }

    /// Expects that it is asked again once it has been mended: no wrong answer was kept.
    private func expectMended() async throws {
        try add(answer: "say $code")
        try? FileManager.default.removeItem(atPath: folder.path("asked"))
        let mended = try await run(["--jobs", "1"])
        #expect(mended.status == 0, "\(mended.errors)")
        #expect(mended.rows.allSatisfy { $0.prefix(8) == $0.suffix(8) }, "\(mended.output)")
    }

    @Test(
        "More answers than films are noticed before a row is written, however late they come",
        .slow,
        arguments: [
            (#"say $code; sleep 0.03; say $code"#, ":"),
            (#"say $code; case $code in 20204548) sleep 0.03; say $code;; esac"#, ":"),
            (#"say $code; sleep 0.03; echo '{"end":{}}'"#, ":"),
            ("say $code", "say early"), ("say $code", "say early; sleep 0.03"),
        ])
    func surplus(answer: String, begin: String) async throws {
        try add(answer: answer, begin: begin)
        for output in [folder.path("x.csv"), folder.path("{date}.csv")] {
            let outcome = try await run(["-o", output])
            #expect(outcome.status == 65, "\(outcome.errors)")
            #expect(outcome.errors.contains("writes more after the end of its answer"))
            #expect(try folder.names.allSatisfy { !$0.hasSuffix(".csv") })
        }
        try await expectMended()
        #expect(try !folder.text("asked").isEmpty)
    }

    @Test(
        "Wrong answers are not kept by a run that ends in another way or keeps going either",
        arguments: [
            (["--max-calls", "6"], "", [65, 75]), (["-o", "/dev/full"], "", [65, 74]),
            (["--keep-going"], "", [65]), ([], "20224304) exit 3;;", [65]),
        ] as [([String], String, [Int32])])
    func surplusElsewhere(more: [String], other: String, statuses: [Int32]) async throws {
        try add(
            answer: "say $code; case $code in 20204548) sleep 0.03; say no;; \(other) esac")
        let outcome = try await run(["--jobs", "1"] + more)
        #expect(statuses.contains(outcome.status), "\(outcome.errors)")
        try await expectMended()
    }
}
