import Foundation
import Loopback
import Testing

/// The content of a report.
struct Report {
    let status: Int?
    let rows: Int?
    let documents: [[String: Any]]
    let missing: [[String: Any]]
    let warnings: [[String: Any]]

    /// Reads the file called `name`.
    init(_ name: String, in folder: TemporaryFolder) throws {
        let object = try JSONSerialization.jsonObject(with: Data(try folder.text(name).utf8))
        let report = try #require(object as? [String: Any])
        status = report["status"] as? Int
        rows = report["rows"] as? Int
        documents = try #require(report["documents"] as? [[String: Any]])
        missing = try #require(report["missing"] as? [[String: Any]])
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

    // MARK: - Reports that cannot be written

    @Test("If there is no room for the report, the run ends with 73 before the output is replaced")
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

    @Test(
        "An earlier report of any size is replaced, by a failed run too",
        arguments: ["--jobs 0", "--source nope", "-o /nonexistent/x.csv", "\(sampleOptions) -q"])
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

    // MARK: - The content

    private func run(
        _ server: LoopbackKOBIS, _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> (outcome: Program.Outcome, report: Report) {
        let home = try Household()
        let outcome = try await server.run { url in
            try await home.run(
                arguments + ["--report", home.folder.path("r.json")], at: url,
                environment: environment)
        }
        return (outcome, try Report("r.json", in: home.folder))
    }

    @Test("Each missing period is an object with all its keys, in English in any language")
    func missing() async throws {
        let server = try LoopbackKOBIS()
        server.give(.status(404), to: "20220502")
        server.give(.absentRows(["3"]), to: "20220503")
        let (outcome, report) = try await run(
            server,
            ["--from", "2022-05-01", "--to", "2022-05-03", "--keep-going", "--region", "서울"],
            environment: ["LANG": "ko_KR.UTF-8"])
        #expect(outcome.status == 2 && report.status == 2 && report.rows == 19)
        let missing = try #require(report.missing.first)
        #expect(
            missing as NSDictionary == [
                "code": "http-status", "source": "kobis-json", "chart": "daily",
                "message": "2022-05-02 서울시: the service answered HTTP 404",
                "from": "2022-05-02", "to": "2022-05-02", "region": "서울시",
                "movie_code": NSNull(),
            ])
        #expect(report.missing.count == 1 && report.warnings.count == 1)
        #expect(report.warnings.first?["code"] as? String == "rows-missing")
        #expect(report.warnings.first?["from"] as? String == "2022-05-03")
        let document = try #require(report.documents.first)
        #expect(document["path"] as? String == "-" && document["format"] as? String == "csv")
        #expect(document["rows"] as? Int == 19)
        #expect(document["from"] as? String == "2022-05-01")
        #expect(document["to"] as? String == "2022-05-03")
    }

    @Test("A warning about a film has its code, and the name of the source that was asked")
    func film() async throws {
        let server = try LoopbackKOBIS()
        server.give(.status(404), to: "20204548")
        let (outcome, report) = try await run(
            server,
            ["movie", "20206061", "20204548", "--keep-going", "--format", "jsonl"])
        #expect(outcome.status == 2, "\(outcome.errors)")
        let missing = try #require(report.missing.first)
        #expect(missing["movie_code"] as? String == "20204548")
        #expect(missing["source"] as? String == "kobis-json")
        #expect(missing["chart"] is NSNull && missing["from"] is NSNull)
        #expect(report.documents.first?["from"] is NSNull && report.rows == 1)
    }

    @Test(
        "For a failed run it says what reached the output: rows of a pipe, whole files",
        arguments: [
            (["-"], 20, 0), (["-", "--format", "xlsx"], 0, 0), (["FOLDER/x.csv"], 0, 0),
            (["FOLDER/{date}.csv"], 20, 2), (["FOLDER/{date}.csv", "--keep-going"], 20, 2),
        ])
    func failed(output: [String], rows: Int, documents: Int) async throws {
        let server = try LoopbackKOBIS()
        server.give(.status(403), to: "20220503")
        let (outcome, report) = try await run(
            server,
            ["--from", "2022-05-01", "--to", "2022-05-04", "--jobs", "1", "-o"]
                + output.map { $0.replacing("FOLDER", with: folder.url.path) })
        #expect(outcome.status == 77 && report.status == 77, "\(outcome.errors)")
        #expect(report.rows == rows)
        #expect(
            report.documents.map { $0["rows"] as? Int } == .init(repeating: 10, count: documents))
        for document in report.documents {
            #expect((document["sha256"] as? String)?.count == 64)
            #expect(document["from"] as? String == document["to"] as? String)
        }
    }

    @Test("A run that gets no data is an error, and the report lists everything missing")
    func allMissing() async throws {
        let server = try LoopbackKOBIS()
        server.give(.status(404))
        let (outcome, report) = try await run(
            server, ["--from", "2022-05-01", "--to", "2022-05-03", "--keep-going"])
        #expect(outcome.status == 69 && report.rows == 0 && report.documents.isEmpty)
        #expect(
            report.missing.map { $0["from"] as? String } == [
                "2022-05-01", "2022-05-02", "2022-05-03",
            ])
    }

    @Test(
        "The report describes the file that is brought up to date, and counts the rows of the run")
    func update() async throws {
        let server = try LoopbackKOBIS()
        let home = try Household()
        try await server.run { url in
            @Sendable func report(to end: String) async throws -> Report {
                let outcome = try await home.run(
                    [
                        "--from", "2022-05-20", "--to", end, "--update", "-o",
                        home.folder.path("x.csv"), "--report", home.folder.path("r.json"),
                    ], at: url)
                #expect(outcome.status == 0, "\(outcome.errors)")
                return try Report("r.json", in: home.folder)
            }
            let first = try await report(to: "2022-05-22")
            #expect(first.rows == 30)
            let second = try await report(to: "2022-05-25")
            #expect(second.rows == 30)
            let idle = try await report(to: "2022-05-25")
            #expect(idle.rows == 0)
            for report in [second, idle] {
                let document = try #require(report.documents.first)
                #expect(report.documents.count == 1)
                #expect(document["rows"] as? Int == 60)
                #expect(document["from"] as? String == "2022-05-20")
                #expect(document["to"] as? String == "2022-05-25")
            }
        }
    }

    // MARK: - Failures before the run

    @Test(
        "An error in the command line is in the report",
        arguments: [
            ("--report \"$DIR/r.json\" --jobs 0", 64), ("--report=\"$DIR/r.json\" --nope", 64),
            ("--jobs=x --report \"$DIR/r.json\" -- a", 64), ("-q --report \"$DIR/r.json\" -v", 64),
            ("weekly --last x --report \"$DIR/r.json\"", 64),
            ("codes nope --report \"$DIR/r.json\"", 64),
            ("--source nope --report \"$DIR/r.json\"", 64),
            ("--date 2022-06-05 --report \"$DIR/r.json\"", 78),
            ("\(sampleOptions) --report \"$DIR/r.json\" -o /nonexistent/x", 73),
            ("\(sampleOptions) --report \"$DIR/r.json\" --config /nonexistent", 78),
            ("--from --report \"$DIR/r.json\" --jobs 0", 64),
            ("--report /nonexistent/r --report \"$DIR/r.json\" $(printf '\\377')", 64),
        ] as [(String, Int32)])
    func mistakes(arguments: String, status: Int32) async throws {
        let outcome = try await shell("\"$0\" \(arguments)")
        #expect(outcome.status == status, "\(outcome.errors)")
        let report = try report()
        #expect(report["status"] as? Int32 == status)
        let fields = try #require(report["error"] as? [String: Any])
        let error = try #require(fields["message"] as? String)
        #expect(fields["code"] as? String != nil)
        #expect(outcome.errors.hasPrefix("bo-export: error: \(error)\n"), "\(outcome.errors)")
    }

    @Test(
        "No report is written for a command that does not write one",
        arguments: [
            "--jobs 0 -- --report \"$DIR/r.json\"",
            "quota --report \"$DIR/r.json\"", "--help --report \"$DIR/r.json\"",
            "--jobs 0 --report", "--jobs 0 --report=", "--jobs 0 --reports \"$DIR/r.json\"",
        ])
    func others(arguments: String) async throws {
        let outcome = try await shell("\"$0\" \(arguments)")
        #expect(outcome.status == (arguments.hasPrefix("--help") ? 0 : 64), "\(outcome.errors)")
        #expect(try report()["status"] as? Int == 0)
    }

    @Test(
        "With status 75 a report says from when another run makes sense",
        arguments: [
            ("kobis-quota-exhausted", "320011", [], "T15:00:00Z"),
            ("no-more-calls", nil, ["--max-calls", "1"], "Z"),
        ] as [(String, String?, [String], String)])
    func retry(code: String, refusal: String?, options: [String], end: String) async throws {
        let server = try LoopbackKOBIS()
        if let refusal { server.give(.fault(refusal), to: "20220602") }
        let report = folder.path("r.json")
        try await server.run { url in
            let outcome = try await Program.run(
                ["--from", "2022-06-01", "--to", "2022-06-03", "--jobs", "1", "--report", report]
                    + options,
                environment: ["KOBIS_BASE_URL": url, "KOBIS_API_KEY": "test"])
            #expect(outcome.status == 75, "\(outcome.errors)")
        }
        let fields = try self.report()
        #expect((fields["error"] as? [String: Any])?["code"] as? String == code)
        #expect(try #require(fields["retry_at"] as? String).hasSuffix(end))
        #expect(
            fields["requested"] as? [String: String] == ["from": "2022-06-01", "to": "2022-06-03"])
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
        "A report never replaces the output, or a file that is not a report",
        arguments: ["", "--jobs 0", "--nope", "--source nope", "--config /nonexistent"])
    func output(arguments: String) async throws {
        let same = try await shell(
            "\"$0\" \(sample) \(arguments) -o \"$DIR/x.csv\" --report \"$DIR/./x.csv\"")
        #expect(same.status == 64 || same.status == 78)
        #expect(try folder.text("x.csv") == "old\n")
    }
}

private let sampleOptions = "--source sample --columns rank"
