import Foundation
import Loopback
import Testing

/// The content of a report.
struct Report {
    let rows: Int?
    let warnings: [[String: Any]]

    /// Reads the file called `name`.
    init(_ name: String, in folder: TemporaryFolder) throws {
        let object = try JSONSerialization.jsonObject(with: Data(try folder.text(name).utf8))
        let report = try #require(object as? [String: Any])
        rows = report["rows"] as? Int
        warnings = try #require(report["warnings"] as? [[String: Any]])
    }
}

/// The report of `--report`, for programs that see nothing else of the run.
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

    @Test("If there is no room for the report, the run ends before the output is replaced")
    func noRoom() async throws {
        let limited = try await shell(
            """
            trap '' XFSZ; ulimit -f 1
            exec "$0" \(sample) -o "$DIR/x.csv" --report "$DIR/r.json"
            """)
        #expect(limited.status == 73, "\(limited.errors)")
        #expect(limited.errors.contains("r.json' cannot be created: "))
        let full = try await shell("\"$0\" \(sample) -o \"$DIR/x.csv\" --report /dev/full")
        #expect(full.status == 74, "\(full.errors)")
        #expect(try folder.text("x.csv") == "old\n")
    }

    @Test(
        "An earlier report of any size is replaced, by a failed run too",
        arguments: [
            "--jobs 0", "--source nope", "-o /nonexistent/x.csv", "\(sampleOptions) -q", "codes",
        ])
    func long(arguments: String) async throws {
        let missing = String(repeating: "x", count: 100_000)
        try write("{\"archive_hits\":0,\"missing\":[\"\(missing)\"],\"status\":0}", to: "r.json")
        let outcome = try await shell("\"$0\" \(arguments) --report \"$DIR/r.json\" >\"$DIR/out\"")
        #expect(try report()["status"] as? Int32 == outcome.status)
        #expect(try report()["started_at"] != nil)
    }

    @Test(
        "A report never goes to the document, to standard output or to an input",
        arguments: [
            "--report -", "--report /dev/stdout", "--report /dev/fd/1 -o y.csv",
            "--report /dev/fd/3 -o y.csv 3>&1", "--report /proc/self/fd/3 -o y.csv 3>y.csv",
            "--report new.csv >new.csv", "--report x.csv -o x.csv", "--report hard -o x.csv",
            "--report link -o new.csv", "--report new.csv -o link", "--report ./new.csv -o new.csv",
            "--report 2022.csv -o '{year}.csv'", "--report empty -o '{year}.csv' --state empty",
            "--report empty --config empty", "--report empty --source file -O path=empty",
            "--report replay --replay replay", "--report x.csv", "--report empty --nope -o empty",
        ])
    func refused(arguments: String) async throws {
        let outcome = try await shell(
            """
            cd "$DIR"; ln x.csv hard; ln -s new.csv link; : >empty; mkdir replay
            "$0" \(sample) \(arguments); echo $?; cat x.csv empty 2022.csv y.csv new.csv; ls -A
            """)
        let lines = outcome.output.split(separator: "\n")
        #expect(
            lines.first == "64" && !outcome.output.contains("archive_hits"), "\(outcome.errors)")
        #expect(lines.dropFirst().first == "old" && !lines.contains("-"))
    }

    @Test("What else an open file holds is not in a digest")
    func appended() async throws {
        _ = try await shell("cd \"$DIR\"; \"$0\" \(sample) -o /dev/stdout --report r.json >>x.csv")
        let documents = try #require(try report()["documents"] as? [[String: Any]])
        #expect(documents.first?["sha256"] is NSNull)
    }

    @Test("Another pipe is written to")
    func pipe() async throws {
        let outcome = try await shell(
            """
            cd "$DIR"; mkfifo pipe; cat pipe >got & "$0" \(sample) -o x.csv --report pipe; wait
            "$0" \(sample) -o x.csv --report /dev/fd/3 3>other
            """)
        #expect(outcome.status == 0 && outcome.output == "", "\(outcome.errors)")
        for name in ["got", "other"] { #expect(try report(name)["status"] as? Int == 0) }
    }

    @Test("A killed run leaves no report of the day before")
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
}

private let sampleOptions = "--source sample --columns rank"
