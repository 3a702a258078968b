import Foundation
import Testing

/// The report of `--report`, which a program reads that knows of nothing else.
@Suite(.serialized) struct ReportCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try write("{\n  \"archive_hits\" : 0,\n  \"status\" : 0\n}\n", to: "r.json")
        try write("old\n", to: "x.csv")
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.url.appending(path: name))
    }

    private func report(_ name: String = "r.json") throws -> [String: Any] {
        let data = Data(try folder.text(name).utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func shell(_ script: String) async throws -> Program.Outcome {
        try await Program.shell(script, environment: ["DIR": folder.url.path])
    }

    private let sample = "--source sample --top 1 --columns rank -q"

    // MARK: - What cannot be written

    @Test("A report for which there is no room ends the run with 73 before the output is replaced")
    func noRoom() async throws {
        let limited = try await shell(
            """
            trap '' XFSZ; ulimit -f 1
            exec "$0" \(sample) -o "$DIR/x.csv" --report "$DIR/r.json"
            """)
        #expect(limited.status == 73, "\(limited.errors)")
        #expect(limited.errors.contains("r.json' cannot be created: "))
        let full = try await shell("\"$0\" \(sample) -o \"$DIR/x.csv\" --report /dev/full")
        #expect(full.status == 73, "\(full.errors)")
        #expect(try folder.text("x.csv") == "old\n")
    }

    @Test("A report that cannot be put in its place leaves the output as it was")
    func noPlace() async throws {
        let outcome = try await shell(
            """
            exec "$0" \(sample) -o "$DIR/x.csv" --report "$DIR/none/r.json"
            """)
        #expect(outcome.status == 73)
        #expect(try folder.text("x.csv") == "old\n")
    }

    @Test("A run that was killed leaves no report of the day before")
    func killed() async throws {
        let outcome = try await shell(
            """
            mkfifo "$DIR/pipe"
            "$0" \(sample) -o "$DIR/pipe" --report "$DIR/r.json" & run=$!
            i=0
            while grep -q status "$DIR/r.json" && [ $i -lt 100 ]; do sleep 0.05; i=$((i + 1)); done
            kill -9 $run
            wait $run
            """)
        #expect(outcome.status == 137)
        let report = try report()
        #expect(report["status"] == nil && report["started_at"] != nil)
    }

    // MARK: - Failures before the run

    @Test(
        "What is wrong with the command line is in the report",
        arguments: [
            ("--report \"$DIR/r.json\" --jobs 0", 64), ("--report=\"$DIR/r.json\" --nope", 64),
            ("--jobs=x --report \"$DIR/r.json\" -- a", 64), ("-q --report \"$DIR/r.json\" -v", 64),
            ("weekly --last x --report \"$DIR/r.json\"", 64),
            ("codes nope --report \"$DIR/r.json\"", 64),
            ("--source nope --report \"$DIR/r.json\"", 64),
            ("--date 2022-06-05 --report \"$DIR/r.json\"", 78),
            ("\(sampleOptions) --report \"$DIR/r.json\" -o /nonexistent/x", 73),
            ("\(sampleOptions) --report \"$DIR/r.json\" --config /nonexistent", 78),
            ("--report /nonexistent/r --report \"$DIR/r.json\" $(printf '\\377')", 64),
        ] as [(String, Int32)])
    func mistakes(arguments: String, status: Int32) async throws {
        let outcome = try await shell("\"$0\" \(arguments)")
        #expect(outcome.status == status, "\(outcome.errors)")
        let report = try report()
        #expect(report["status"] as? Int32 == status)
        let error = try #require(report["error"] as? String)
        #expect(outcome.errors.hasPrefix("bo-export: error: \(error)\n"), "\(outcome.errors)")
    }

    @Test(
        "A report that no command would write is not written",
        arguments: [
            "--jobs 0 -- --report \"$DIR/r.json\"", "--from --report \"$DIR/r.json\" --jobs 0",
            "quota --report \"$DIR/r.json\"", "--help --report \"$DIR/r.json\"",
            "--jobs 0 --report", "--jobs 0 --report=", "--jobs 0 --reports \"$DIR/r.json\"",
        ])
    func others(arguments: String) async throws {
        let outcome = try await shell("\"$0\" \(arguments)")
        #expect(outcome.status == (arguments.hasPrefix("--help") ? 0 : 64), "\(outcome.errors)")
        #expect(try report()["status"] as? Int == 0)
    }

    @Test("A report that is set in the environment or a configuration is written, too")
    func settings() async throws {
        let environment = try await shell("BO_EXPORT_REPORT=\"$DIR/r.json\" \"$0\" --jobs 0")
        #expect(environment.status == 64)
        #expect(try report()["status"] as? Int == 64)
        for (text, status) in [
            ("\"jobs\": 0", 78), ("\"jbos\": 1", 78), ("\"jobs\": 1, \"daily\": {\"tpo\": 1}", 78),
        ] {
            try write("{\"report\": \"\(folder.path("s.json"))\", \(text)}", to: "c.json")
            let file = try await shell("\"$0\" \(sample) --config \"$DIR/c.json\"")
            #expect(file.status == status, "\(file.errors)")
            #expect(try report("s.json")["status"] as? Int == status)
            let other = try await shell(
                "\"$0\" \(sample) --config \"$DIR/c.json\" --report \"$DIR/r.json\"")
            #expect(other.status == status)
            #expect(try report()["status"] as? Int == status)
            try FileManager.default.removeItem(atPath: folder.path("s.json"))
        }
        try write("{", to: "c.json")
        let broken = try await shell(
            "BO_EXPORT_REPORT=\"$DIR/s.json\" \"$0\" \(sample) --config \"$DIR/c.json\"")
        #expect(broken.status == 78)
        #expect(try report("s.json")["status"] as? Int == 78)
    }

    @Test(
        "A report never takes the place of the output, nor of what is no report",
        arguments: ["", "--jobs 0", "--nope", "--source nope", "--config /nonexistent"])
    func output(arguments: String) async throws {
        let same = try await shell(
            "\"$0\" \(sample) \(arguments) -o \"$DIR/x.csv\" --report \"$DIR/./x.csv\"")
        #expect(same.status == 64 || same.status == 78)
        #expect(try folder.text("x.csv") == "old\n")
    }
}

private let sampleOptions = "--source sample --columns rank"
