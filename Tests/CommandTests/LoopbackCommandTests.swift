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

    @Test("Both endpoints give the same bytes")
    func bothEndpoints() async throws {
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let days = ["--from", "2022-05-25", "--to", "2022-06-10"]
            let json = try await Program.run(against: url, days)
            let xml = try await Program.run(against: url, ["--source", "kobis-xml"] + days)
            #expect(json.status == 0 && json.rows.count == 170)
            #expect(json.output == xml.output)
        }
    }

    @Test("Titles with every special character are read back by Python's csv module")
    func hostileTitles() async throws {
        let titles = [
            "쉼표, 하나", "따옴표 \"둘\"", "막대|셋", "줄\n넷", "줄\r\n다섯", "탭\t여섯", "틈\u{A0}일곱",
            "여덟", "\"", "#9 <b>&amp;</b>",
        ]
        let server = try LoopbackKOBIS()
        server.set(titles: titles, on: "20210101")
        let folder = try TemporaryFolder()
        let read = """
            import csv, json, sys
            rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8", newline=""), strict=True))
            json.dump([row["title"] for row in rows], sys.stdout)
            """
        try await server.run { url in
            let outcome = try await Program.run(
                against: url, ["--date", "2021-01-01", "-q", "-o", folder.path("x.csv")])
            #expect(outcome.status == 0 && outcome.errors == "")
        }
        let python = try await Program.shell(
            "command -v python3 >/dev/null || exit 99; python3 -c \"$SCRIPT\" \"$FILE\"",
            environment: ["SCRIPT": read, "FILE": folder.path("x.csv")])
        guard python.status != 99 else {
            try Test.cancel("python3 is not installed")
        }
        let back = try JSONDecoder().decode([String].self, from: Data(python.output.utf8))
        #expect(back == titles)
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

    @Test("A refused key is 77, no key is 78 with a hint, an unreachable service is 69")
    func keys() async throws {
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let refused = try await Program.run(against: url, key: "CANARY-1", ["--last", "3"])
            #expect(refused.status == 77)
            #expect(!(refused.output + refused.errors).contains("CANARY"))
        }
        let missing = try await Program.run([])
        #expect(missing.status == 78)
        #expect(missing.output == "")
        for word in ["KOBIS_API_KEY", "www.kobis.or.kr/kobisopenapi", "--source sample"] {
            #expect(missing.errors.contains(word))
        }
        let nobody = try await Program.run(against: "http://127.0.0.1:1", [])
        #expect(nobody.status == 69)
    }

    @Test("A key may be in a file or in the service manager's credentials")
    func keyFiles() async throws {
        let folder = try TemporaryFolder()
        try Data("test\n".utf8).write(to: folder.url.appending(path: "kobis_api_key"))
        let server = try LoopbackKOBIS()
        try await server.run { url in
            for variables in [
                ["KOBIS_API_KEY_FILE": folder.path("kobis_api_key")],
                ["CREDENTIALS_DIRECTORY": folder.url.path],
            ] {
                let outcome = try await Program.run(
                    ["--date", "2022-06-05"],
                    environment: variables.merging(["KOBIS_BASE_URL": url]) { first, _ in first })
                #expect(outcome.status == 0 && outcome.rows.count == 10)
            }
            for (name, value) in [
                ("KOBIS_API_KEY_FILE", folder.path("none")),
                ("KOBIS_API_KEY_FILE", folder.url.path),
                ("KOBIS_API_KEY", "a b"), ("KOBIS_API_KEY", "a\nX-Header: b"),
                ("CREDENTIALS_DIRECTORY", "/nonexistent"),
            ] {
                let outcome = try await Program.run(
                    ["--date", "2022-06-05"], environment: [name: value, "KOBIS_BASE_URL": url])
                #expect(outcome.status == 78)
                #expect(!outcome.errors.contains("X-Header"))
            }
        }
    }

    @Test(
        "An invalid address is 78",
        arguments: ["ftp://a", "127.0.0.1:80", "http://a/?b", " ", "http://a:99999"])
    func addresses(address: String) async throws {
        #expect(try await Program.run(against: address, []).status == 78)
    }

    @Test(
        "An error in the command is 64, and found before any request",
        arguments: [
            (["--columns", "date,rak"], "there is no column 'rak'; known are rank, date"),
            (["--columns", ""], "--columns needs a value"),
            (["--date", "2999-01-01"], "has not come yet"),
            (["--date", "-0d"], "is today, which is not over yet"),
            (["--format", "xls"], "known are xlsx, csv"),
            (["--source", "kobis"], "known are kobis-json, kobis-xml, file, sample"),
            (["--top", "11"], "--top takes a number from 1 to 10, not 11"),
            (["--jobs", "0"], "--jobs takes"), (["--timeout", "0"], "--timeout takes"),
            (["--region", "평양"], "known are 서울시"), (["-O", "x=1"], "known are"),
            (["--nation", "both"], "both"), (["--unknown"], "--unknown"), (["surplus"], "surplus"),
            (["--last", "x"], "x"), (["--header", "fr"], "fr"),
            (["--record", "a", "--replay", "b"], "cannot be used together"),
            (["--plugin-dir", ""], "--plugin-dir needs a value"),
            (["--record", ""], "--record needs a value"), (["-o", ""], "-o needs a value"),
            (["-o", "{dat}.csv"], "there is no name for --output '{dat}'; known are {date}"),
            (["--source", "sample", "--replay", "/tmp"], "which sends no requests"),
        ])
    func usage(arguments: [String], text: String) async throws {
        let server = try LoopbackKOBIS()
        let folder = try TemporaryFolder()
        let output = arguments.contains("-o") ? [] : ["-o", folder.path("x.csv")]
        let outcome = try await server.run { url in
            try await Program.run(against: url, output + arguments)
        }
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("bo-export: error: "))
        #expect(outcome.errors.contains(text))
        #expect(outcome.errors.split(separator: "\n").count <= 2)
        #expect(server.seen.isEmpty)
        #expect(try folder.names.isEmpty)
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

    @Test(
        "A key typed in a wrong place by mistake is not repeated",
        arguments: [
            (["KOBIS_API_KEY_FILE": "CANARY0123"], []),
            (["KOBIS_API_KEY": "CANARY0123"], ["CANARY0123"]),
            (["KOBIS_API_KEY": "CANARY0123"], ["--date", "CANARY0123"]),
            (["KOBIS_API_KEY": "CANARY0123"], ["--source", "sample", "-o", "CANARY0123/x"]),
            (["KOBIS_API_KEY": "CANARY0123"], ["--columns", "CANARY0123\u{301}"]),
            (
                ["KOBIS_API_KEY": "CANARY0123"],
                ["--date", String(repeating: "x", count: 3970) + "CANARY0123"]
            ),
        ] as [([String: String], [String])])
    func misplacedKeys(environment: [String: String], arguments: [String]) async throws {
        let outcome = try await Program.run(arguments, environment: environment)
        #expect(outcome.status != 0)
        #expect(!(outcome.output + outcome.errors).contains("CANARY"))
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

    @Test("An argument that is not UTF-8 is refused, because it could not name the right file")
    func argumentsThatAreNotUTF8() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.shell(
            #"cd "$DIR" && "$0" --source sample -o "$(printf '\277\354.csv')""#,
            environment: ["DIR": folder.url.path])
        #expect(outcome.status == 64)
        #expect(try folder.names.isEmpty)
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

    @Test("Filters reach the service, and regions get their column")
    func filters() async throws {
        let server = try LoopbackKOBIS()
        let outcome = try await server.run { url in
            try await Program.run(
                against: url,
                [
                    "--date", "2022-06-05", "--region", "서울", "--region", "0105011", "--nation",
                    "foreign", "--kind", "commercial", "--top", "1",
                ])
        }
        #expect(outcome.output.hasPrefix("date,region,rank,"))
        #expect(outcome.rows.map { $0.split(separator: ",")[1] } == ["서울시", "부산시"])
        for seen in server.seen {
            #expect(seen.parameters["repNationCd"] == "F" && seen.parameters["multiMovieYn"] == "N")
            #expect(seen.parameters["itemPerPage"] == "10")
        }
        #expect(
            Set(server.seen.compactMap { $0.parameters["wideAreaCd"] }) == ["0105001", "0105011"])
    }

    @Test("A recording is replayed without a key or a network, and contains no key")
    func recordAndReplay() async throws {
        let server = try LoopbackKOBIS(key: "CANARY-77")
        let folder = try TemporaryFolder()
        let days = ["--from", "2022-05-25", "--to", "2022-06-10"]
        let recorded = try await server.run { url in
            try await Program.run(
                against: url, key: "CANARY-77", days + ["--record", folder.path("r")])
        }
        let replayed = try await Program.run(days + ["--replay", folder.path("r")])
        #expect(replayed.status == 0 && replayed.output == recorded.output)
        let leaks = try await Program.shell(
            "grep -r CANARY \"$FOLDER\"", environment: ["FOLDER": folder.url.path])
        #expect(leaks.output == "" && leaks.status == 1)
        let missing = try await Program.run(["--date", "2022-05-24", "--replay", folder.path("r")])
        #expect(missing.status == 69)
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
