import Foundation
import Loopback
import SlowLane
import Testing

/// The formats as a person sees them: files, terminals, rendered pages.
@Suite(.serialized) struct FormatCommandTests {
    private let week = ["--source", "sample", "--from", "2022-05-30", "--to", "2022-06-05"]
    private let escape = "\u{1B}"

    // MARK: - Paths

    @Test("A name in braces is filled in, and {date} gives every period its own file")
    func templates() async throws {
        let folder = try TemporaryFolder()
        let whole = try await Program.run(
            week + ["-o", folder.path("{chart}-{from}-{to}.{format}")])
        #expect(whole.status == 0)
        #expect(try folder.names == ["daily-2022-05-30-2022-06-05.csv"])
        let daily = try await Program.run(
            week + ["-o", folder.path("{date}.md"), "--format", "markdown"])
        #expect(daily.status == 0)
        #expect(daily.errors == "bo-export: rows written: 70, files: 7\n")
        #expect(try folder.names.count == 8)
        for day in ["30", "31"] {
            let text = try folder.text("2022-05-\(day).md")
            #expect(text.hasPrefix("## 2022년 5월 \(day)일"))
            #expect(text.split(separator: "\n").count == 13)
        }
        let one = try await Program.run([
            "--source", "sample", "--date", "2022-06-01", "-o", folder.path("{date}-{to}.csv"),
        ])
        #expect(one.status == 0)
        #expect(try folder.text("2022-06-01-2022-06-01.csv").split(separator: "\n").count == 11)
    }

    @Test(
        "An unknown name in braces is reported",
        arguments: [
            (["--source", "sample"], "{day}", "{date}"),
            (["codes", "regions"], "{date}", "{chart}"),
        ])
    func unknownNames(arguments: [String], name: String, known: String) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.run(arguments + ["-o", folder.path("\(name).csv")])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("'\(name)'; known are"))
        #expect(outcome.errors.contains(known))
        #expect(try folder.names == [])
    }

    @Test("An incomplete period leaves its file as it was; complete ones are written")
    func missingPeriod() async throws {
        let folder = try TemporaryFolder()
        let server = try LoopbackKOBIS()
        server.give(.status(500), to: "20220531")
        let days = ["--from", "2022-05-30", "--to", "2022-06-01", "--jobs", "1"]
        let arguments = days + ["-o", folder.path("{date}.csv")]
        try await server.run { url in
            for regions in [[], ["--region", "서울", "--region", "부산"]] {
                for day in ["05-30", "05-31", "06-01"] {
                    try Data("old".utf8).write(to: folder.url.appending(path: "2022-\(day).csv"))
                }
                let failed = try await Program.run(against: url, arguments + regions)
                #expect(failed.status == 69)
                #expect(failed.errors.contains("files written before that: 1"))
                #expect(try folder.text("2022-05-30.csv") != "old")
                #expect(try folder.text("2022-06-01.csv") == "old")
                let partial = try await Program.run(
                    against: url, arguments + regions + ["--keep-going"])
                #expect(partial.status == 2)
                #expect(try folder.text("2022-05-31.csv") == "old")
                #expect(try folder.text("2022-06-01.csv") != "old")
            }
        }
        #expect(try folder.names.count == 3)
    }

    @Test("If one region of a day is missing, the day's file stays; else it gets the rows")
    func missingRegion() async throws {
        let folder = try TemporaryFolder()
        let server = try LoopbackKOBIS()
        // One of the two requests for a day's regions fails.
        server.give(.status(500), to: "20220531", times: 1)
        try Data("old".utf8).write(to: folder.url.appending(path: "2022-05-31.csv"))
        let outcome = try await server.run { url in
            try await Program.run(
                against: url,
                [
                    "--from", "2022-05-30", "--to", "2022-06-01", "--region", "서울", "--region",
                    "부산", "--keep-going", "-o", folder.path("{date}.csv"),
                ])
        }
        #expect(outcome.status == 2)
        #expect(try folder.text("2022-05-31.csv") == "old")
        #expect(try folder.text("2022-06-01.csv").split(separator: "\n").count == 21)
    }

    @Test("An empty chart that may not replace a file does not stop others from being written")
    func emptyPeriod() async throws {
        let folder = try TemporaryFolder()
        let server = try LoopbackKOBIS()
        server.give(.emptyList, to: "20220530")
        try Data("old".utf8).write(to: folder.url.appending(path: "2022-05-30.csv"))
        let outcome = try await server.run { url in
            try await Program.run(
                against: url,
                [
                    "--from", "2022-05-30", "--to", "2022-05-31", "--region", "서울",
                    "--keep-going", "-o", folder.path("{date}.csv"),
                ])
        }
        #expect(outcome.status == 2)
        #expect(try folder.text("2022-05-30.csv") == "old")
        #expect(try folder.text("2022-05-31.csv").split(separator: "\n").count == 11)
    }

    @Test("A file that cannot be created is found before any request")
    func unwritableTemplate() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "2022-05-31.csv"), withIntermediateDirectories: true)
        let server = try LoopbackKOBIS()
        let outcome = try await server.run { url in
            try await Program.run(
                against: url,
                [
                    "--from", "2022-05-30", "--to", "2022-06-01", "-o", folder.path("{date}.csv"),
                ])
        }
        #expect(outcome.status == 73)
        #expect(server.seen.isEmpty)
        #expect(try folder.names == ["2022-05-31.csv"])
    }

    // MARK: - Profiles

    @Test("The profile for Excel shows the marker under Korean headers; only CSV has it")
    func excel() async throws {
        let outcome = try await Program.run(
            ["--source", "sample", "--top", "1", "--profile", "excel"])
        let expected = """
            \u{FEFF}날짜,순위,순위증감,변동,신규진입,영화코드,영화명,개봉일,매출액,매출액점유율,매출액증감,매출액증감률,누적매출액,\
            관객수,관객수증감,관객수증감률,누적관객수,스크린수,상영횟수\r\n\
            2022-06-05,1,0,-,false,20204548,범죄도시2,2022-05-18,5809904520,51.9,876855010,17.8,\
            91777135610,552233,85301,18.3,8868469,1786,7898\r\n
            """
        #expect(outcome.output == expected)
        let wrong = try await Program.run(
            ["--source", "sample", "--profile", "excel", "--format", "jsonl"])
        #expect(wrong.status == 64)
        #expect(
            wrong.errors == """
                bo-export: error: --profile goes with --format csv, not with jsonl
                bo-export: hint: leave out --profile

                """)
    }

    @Test(
        "An option that a format does not have, or a value it does not take, is reported",
        arguments: [
            ("csv", "titel-link=true", "there is no option of csv 'titel-link'; known are"),
            ("markdown", "titel-link=true", "known are title-link, "),
            ("markdown", "cards=0", "-O cards= takes 1 to 20, not '0'"),
            ("markdown", "pad=yes", "-O pad= takes true or false, not 'yes'"),
            ("markdown", "pad", "-O takes KEY=VALUE, not 'pad'"),
        ])
    func options(format: String, option: String, message: String) async throws {
        let outcome = try await Program.run(
            ["--source", "sample", "--format", format, "-O", option])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message))
    }

    // MARK: - Terminals

    @Test(
        "A pipe gets no ESC unless colours are asked for, whatever the environment says",
        arguments: [
            ([:], [], false), (["FORCE_COLOR": "1", "TERM": "xterm"], [], false),
            ([:], ["-O", "marker=ansi"], false), ([:], ["--color", "always"], true),
            (["NO_COLOR": "1"], ["--color", "always"], true),
        ] as [([String: String], [String], Bool)])
    func pipes(environment: [String: String], options: [String], isColoured: Bool) async throws {
        for format in ["markdown", "csv", "jsonl"] {
            let outcome = try await Program.run(
                week + ["--format", format, "--columns", "rank_marker,title"]
                    + options
                    .filter { format == "markdown" || !($0 == "-O" || $0.hasPrefix("marker")) },
                environment: environment)
            #expect(outcome.status == 0)
            let hasEscape = outcome.output.contains(escape)
            #expect(hasEscape == (isColoured && format == "markdown"))
        }
    }

    @Test(
        "A terminal gets colours unless the user turns them off or it has none",
        .enabled(if: Tool.isThere("script"), "this needs script(1)"),
        arguments: [
            ("TERM=xterm", "", true), ("TERM=dumb", "", false), ("TERM=", "", false),
            ("TERM=xterm NO_COLOR=1", "", false), ("TERM=xterm NO_COLOR=", "", true),
            ("TERM=dumb FORCE_COLOR=1", "", true), ("TERM=dumb CLICOLOR_FORCE=1", "", true),
            ("TERM=xterm NO_COLOR=1 FORCE_COLOR=1", "", false),
            ("TERM=dumb NO_COLOR=1", "--color always", true),
            ("TERM=xterm FORCE_COLOR=1", "--color never", false),
            ("TERM=dumb FORCE_COLOR=0", "", false), ("TERM=xterm FORCE_COLOR=0", "", true),
            ("TERM=dumb FORCE_COLOR=false CLICOLOR_FORCE=1", "", true),
        ])
    func terminals(variables: String, option: String, isColoured: Bool) async throws {
        let outcome = try await Program.shell(
            """
            script -qec "env \(variables) $0 --source sample --format markdown \(option)" /dev/null \
                </dev/null
            """)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("\(escape)[31m▲2\(escape)[0m") == isColoured)
        #expect(outcome.output.contains("\(escape)[34m▼1\(escape)[0m") == isColoured)
        #expect(!outcome.output.contains("<span"))
    }

    @Test(
        "On a terminal the table of Korean titles is aligned and has both colours",
        .enabled(
            if: Tool.isThere("tmux") && Tool.isThere("python3"), "this needs tmux and python3"))
    func tmux() async throws {
        let outcome = try await Program.shell(
            """
            socket=bo-export-$$
            tmux -u -L $socket -f /dev/null new-session -d -x 180 -y 40 \\
                "$0 --source sample --format markdown; tmux -L $socket wait-for -S done; sleep 60"
            tmux -L $socket wait-for done
            tmux -L $socket capture-pane -p
            echo ======
            tmux -L $socket capture-pane -e -p
            tmux -L $socket kill-server
            """, environment: ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"])
        #expect(outcome.status == 0)
        let parts = outcome.output.split(separator: "======\n")
        try #require(parts.count == 2)
        let table = parts[0].split(separator: "\n").filter { $0.hasPrefix("|") }
        try #require(table.count == 12)
        let columns = table.map { line in columnStarts(of: line) }
        #expect(columns.allSatisfy { $0 == columns[0] && $0.count == 11 })
        #expect(parts[1].contains("\(escape)[31m▲2") && parts[1].contains("\(escape)[34m▼1"))
    }

    /// Returns the columns of the terminal in which cells begin; Hangul takes two.
    private func columnStarts(of line: Substring) -> [Int] {
        var column = 0
        var starts: [Int] = []
        for scalar in line.unicodeScalars {
            if scalar == "|" { starts.append(column) }
            column += (0xAC00...0xD7A3).contains(scalar.value) ? 2 : 1
        }
        return starts
    }

    // MARK: - Rendered

    @Test(
        "A browser shows the marker of a rise in red and that of a fall in blue",
        .slow,
        .enabled(
            if: Tool.isThere("chromium") && Tool.isThere("cmark-gfm") && Tool.isThere("python3"),
            "this needs chromium, cmark-gfm and python3"))
    func browser() async throws {
        let folder = try TemporaryFolder()
        let program = """
            import struct, sys, zlib
            data, packed, at = open(sys.argv[1], "rb").read(), b"", 8
            while at < len(data):
                length, kind = struct.unpack(">I4s", data[at:at + 8])
                if kind == b"IHDR": width, height, _, form = struct.unpack(">IIBB", data[at + 8:at + 18])
                if kind == b"IDAT": packed += data[at + 8:at + 8 + length]
                at += length + 12
            size = {2: 3, 6: 4}[form]
            raw, before, counts = zlib.decompress(packed), bytearray(width * size), [0, 0]
            for y in range(height):
                start = y * (width * size + 1)
                kind, line = raw[start], bytearray(raw[start + 1:start + 1 + width * size])
                for i in range(width * size):
                    a = line[i - size] if i >= size else 0
                    b, c = before[i], before[i - size] if i >= size else 0
                    p = a + b - c
                    paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
                    line[i] = (line[i] + (0, a, b, (a + b) // 2, paeth)[kind]) % 256
                for x in range(0, width * size, size):
                    red, green, blue = line[x:x + 3]
                    counts[0] += red > 200 and green < 60 and blue < 60
                    counts[1] += blue > 200 and green < 60 and red < 60
                before = line
            print(*counts)
            """
        try Data(program.utf8).write(to: folder.url.appending(path: "pixels.py"))
        let outcome = try await Program.shell(
            """
            cd '\(folder.url.path)'
            export HOME=$PWD
            for marker in span plain; do
                { echo '<meta charset="utf-8">'
                  "$0" --source sample --format markdown -O marker=$marker |
                      cmark-gfm --unsafe -e table; } >page.html
                chromium --headless --no-sandbox --disable-gpu --hide-scrollbars \\
                    --window-size=900,600 --screenshot=page.png page.html >/dev/null 2>&1
                python3 pixels.py page.png
            done
            """)
        #expect(outcome.status == 0)
        let counts = outcome.output.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
        try #require(counts.count == 4, "\(outcome.output) \(outcome.errors)")
        #expect(counts[0] > 10 && counts[1] > 10, "red and blue: \(counts)")
        #expect(counts[2] == 0 && counts[3] == 0, "none without colours: \(counts)")
    }
}

/// External programs that a test may need.
enum Tool {
    static func isThere(_ name: String) -> Bool {
        ["/usr/local/bin", "/usr/bin", "/bin"].contains { folder in
            FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
        }
    }
}
