import SlowLane
import Foundation
import Loopback
import Testing

/// The program against a KOBIS on this machine.
@Suite struct LoopbackCommandTests {
    @Test(
        "A week is seventy rows in the order of its days, one request a day", arguments: [1, 2, 8])
    func week(jobs: Int) async throws {
        let server = try LoopbackKOBIS()
        let outcome = try await server.run { url in
            try await Program.run(
                against: url, ["--from", "2022-05-30", "--to", "2022-06-05", "--jobs", "\(jobs)"])
        }
        let file = ChartFixtures.repository.appending(path: "Samples/week-2022-05-30/expected.csv")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(outcome.rows.count == 70)
        #expect(try outcome.output == String(contentsOf: file, encoding: .utf8))
        let days = server.seen.compactMap { $0.parameters["targetDt"] }
        #expect(days.sorted() == (30...31).map { "202205\($0)" } + (1...5).map { "2022060\($0)" })
        #expect(Set(server.seen.map(\.port)).count <= jobs)
    }

    @Test(
        "Every failure has its exit status, leaves the old file alone and does not reveal the key",
        arguments: [
            (Trouble.fault("320010"), 77), (.fault("320011"), 75), (.fault("999999"), 69),
            (.status(500), 69), (.status(503), 69), (.status(403), 77), (.cutOff, 69),
            (.htmlPage, 65), (.wrongLength(by: 40), 65), (.body("{}"), 65), (.body(""), 65),
            (.anotherDay("20220601"), 65), (.emptyList, 65), (.absentList, 65),
            (.redirect("http://127.0.0.2/?key=CANARY-5f1c"), 69), (.bomb(bytes: 20 << 20), 65),
        ] as [(Trouble, Int32)])
    func troubles(trouble: Trouble, status: Int32) async throws {
        let server = try LoopbackKOBIS(key: "CANARY-5f1c")
        server.give(trouble, to: "20220604")
        let folder = try TemporaryFolder()
        try Data("old\n".utf8).write(to: folder.url.appending(path: "x.csv"))
        try await server.run { url in
            // With several jobs, an exhausted quota may stop an earlier day that still waits its turn.
            let jobs = status == 75 ? ["--jobs", "1"] : []
            for arguments in SlowLane.cases(of: [["-o", folder.path("x.csv")], []], quick: 1) {
                let outcome = try await Program.run(
                    against: url, key: "CANARY-5f1c",
                    ["--from", "2022-06-01", "--to", "2022-06-05"] + jobs + arguments)
                #expect(outcome.status == status)
                #expect(outcome.errors.hasPrefix("bo-export: error: 2022-06-04: "))
                #expect(outcome.errors.split(separator: "\n").count <= 2)
                #expect(!(outcome.output + outcome.errors).contains("CANARY"))
            }
        }
        #expect(try folder.text("x.csv") == "old\n")
        #expect(try folder.names == ["x.csv"])
    }

    @Test(
        "Whenever a signal arrives, the status says if the document was committed", .slow)
    func signalDuringReplay() async throws {
        let server = try LoopbackKOBIS()
        let folder = try TemporaryFolder()
        let days = ["--from", "2022-01-01", "--to", "2022-12-31"]
        try await server.run { url in
            let recorded = try await Program.run(
                against: url,
                days + ["--jobs", "16", "--retries", "5", "--record", folder.path("r"), "-q"])
            #expect(recorded.status == 0)
        }
        for milliseconds in stride(from: 10, to: 100, by: 10) {
            try Data("old\n".utf8).write(to: folder.url.appending(path: "x.csv"))
            let outcome = try await Program.shell(
                """
                timeout -s INT 0.0\(milliseconds) "$0" --from 2022-01-01 --to 2022-12-31 \
                    --replay "$DIR/r" -q -o "$DIR/x.csv"
                """,
                environment: ["DIR": folder.url.path])
            let text = try folder.text("x.csv")
            // `timeout` exits with 124 if it had to send the signal, whatever the program's status.
            #expect(text == "old\n" || text.split(separator: "\n").count == 3651)
            #expect(outcome.status == 124 || (outcome.status == 0 && text != "old\n"))
            #expect(try folder.names == ["r", "x.csv"])
        }
    }

    @Test("A run that is blocked in a system call still ends soon after a signal", .slow)
    func heldUp() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.shell(
            """
            mkfifo "$DIR/fifo"
            timeout -s TERM -k 8 0.2 "$0" --source sample -o "$DIR/fifo"; echo $?
            """,
            environment: ["DIR": folder.url.path])
        #expect(outcome.output == "124\n")
    }

    @Test("Standard output by another name is written to, never replaced")
    func devStdout() async throws {
        let folder = try TemporaryFolder()
        for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
            let outcome = try await Program.shell(
                """
                echo earlier > "$LOG"
                "$0" -q --source sample --top 1 --columns rank -o \(name) >> "$LOG"; cat "$LOG"
                """,
                environment: ["LOG": folder.path("log")])
            #expect(outcome.output == "earlier\nrank\n1\n")
        }
    }

    @Test("A service's text cannot control the terminal")
    func steering() async throws {
        let server = try LoopbackKOBIS()
        server.give(
            .body(#"{"faultInfo":{"message":"\u001b[2J\u202e\r\n\u2028x","errorCode":"9"}}"#))
        let outcome = try await server.run { url in try await Program.run(against: url, []) }
        #expect(outcome.status == 69)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        let isPlain = outcome.errors.unicodeScalars.allSatisfy { scalar in
            let category = scalar.properties.generalCategory
            return scalar == "\n" || ![.control, .format, .lineSeparator].contains(category)
        }
        #expect(isPlain)
    }

    @Test(
        "A run ends by the signal that it got, and leaves no partial file",
        arguments: [
            (SIGINT, 130, "interrupted"), (SIGTERM, 143, "terminated"), (SIGHUP, 129, "hung-up"),
        ] as [(Int32, Int32, String)])
    func signals(signal: Int32, status: Int32, code: String) async throws {
        let server = try LoopbackKOBIS()
        server.give(.slow(milliseconds: 20_000), to: "20220603")
        let folder = try TemporaryFolder()
        try Data("old\n".utf8).write(to: folder.url.appending(path: "x.csv"))
        let outcome = try await server.run { url in
            async let running = Program.shell(
                """
                echo $$ > "$PID"
                exec "$0" --from 2022-06-01 --to 2022-06-05 -o "$FILE" --report "$REPORT"
                """,
                environment: [
                    "KOBIS_BASE_URL": url, "KOBIS_API_KEY": "test", "FILE": folder.path("x.csv"),
                    "PID": folder.path("pid"), "REPORT": folder.path("r.json"),
                ])
            await server.waitForRequests(4)
            // Sent from here, because another program would wait its turn to start.
            #expect(try kill(#require(pid_t(folder.text("pid").dropLast())), signal) == 0)
            return try await running
        }
        #expect(outcome.status == status && outcome.signal == signal)
        #expect(try folder.text("x.csv") == "old\n")
        #expect(try folder.names == ["pid", "r.json", "x.csv"])
        let text = Data(try folder.text("r.json").utf8)
        let report = try JSONSerialization.jsonObject(with: text) as? [String: Any]
        #expect(report?["status"] as? Int32 == status)
        #expect((report?["error"] as? [String: Any])?["code"] as? String == code)
    }

    @Test("Ctrl-C ends the loop of a shell, too")
    func interruptedLoop() async throws {
        let server = try LoopbackKOBIS()
        server.give(.slow(milliseconds: 20_000), to: "20220603")
        let folder = try TemporaryFolder()
        let outcome = try await server.run { url in
            async let running = Program.shell(
                """
                exec setsid -w bash -c '
                    echo $$ > "$PID"
                    for i in 1 2 3; do echo "run $i"; "$0" --date 2022-06-03; done
                    echo after
                ' "$0"
                """,
                environment: [
                    "KOBIS_BASE_URL": url, "KOBIS_API_KEY": "test", "PID": folder.path("pid"),
                ])
            await server.waitForRequests(1)
            // A terminal sends it to the whole group.
            #expect(try kill(-#require(pid_t(folder.text("pid").dropLast())), SIGINT) == 0)
            return try await running
        }
        #expect(outcome.status == 130 && outcome.output == "run 1\n")
    }
}
