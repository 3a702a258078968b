import Foundation
import Loopback
import SlowLane
import Testing

/// Plugins that are executables, as a user sees them.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ExecutableCommandTests {
    private static let hasPython = Tool.isThere("python3")
    private let week = ["--source", "sample", "--from", "2022-05-30", "--to", "2022-06-05"]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "A source that fails again and again, with answers between, leaves no descriptors open",
        .enabled(if: Tool.isThere("prlimit"), "this needs prlimit"))
    func failures() async throws {
        try folder.add(
            executable: "bo-export-source-moody",
            """
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"moody","summary":"s","charts":["daily"],\
            "from":"2020-01-01","columns":[{"name":"rank"}]}}'
            while read -r query; do
                case $query in *[02468]'","to"'*) echo nonsense ;; esac
                echo '{"row":{"rank":1}}'
                echo '{"end":{}}'
            done
            """)
        let outcome = try await Program.shell(
            """
            prlimit --nofile=40 "$0" --source moody --plugin-dir '\(folder.url.path)' \
                --from 2022-05-01 --to 2022-06-30 --keep-going --columns rank
            """)
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.rows.count == 31, "\(outcome.errors)")
    }

    @Test(
        "The plugins of Plugins/README.md can be pasted",
        .enabled(if: hasPython, "this needs python3"),
        arguments: [
            ("format-tsv", 29, ["--format", "tsv", "--columns", "rank,title"], ["1\t범죄도시2"]),
            (
                "source-boston", 24,
                [
                    "--source", "boston", "--date", "2024-01-26", "--columns",
                    "date,title,sales_amount,currency,ticket_price",
                ],
                [
                    "2024-01-26,An Invented Winter,8125.50,USD,11.61",
                    "2024-01-26,The Made-Up Sister,640.25,USD,10.50",
                ]
            ),
            (
                "details-diary", 25,
                [
                    "--with", "details", "--details-from", "diary", "--columns",
                    "movie_code,genres,seen_on,stars",
                ], ["20204548,범죄|액션,2022-06-01,4"]
            ),
            (
                "posters-shelf", 15,
                [
                    "--with", "posters", "--posters-from", "shelf", "--columns",
                    "movie_code,poster_url",
                ], ["20204548,https://posters.example/20204548.jpg"]
            ),
        ])
    func readme(plugin: String, lines: Int, options: [String], rows: [String]) async throws {
        let file = ChartFixtures.repository.appending(path: "Plugins/README.md")
        let scripts = try String(contentsOf: file, encoding: .utf8).split(separator: "```python\n")
            .dropFirst().compactMap { $0.split(separator: "```\n").first.map { String($0) } }
        let name = "\"\(plugin.drop { $0 != "-" }.dropFirst())\""
        let script = try #require(scripts.first { $0.contains(name) })
        #expect(script.split(separator: "\n").count <= lines)
        try folder.add(executable: "bo-export-\(plugin)", script)
        let check = try await Program.run(
            ["plugins", "check", folder.path("bo-export-\(plugin)")])
        #expect(check.status == 0, "\(check.output)")
        let sample = options[0] == "--source" ? [] : ["--source", "sample"]
        let outcome = try await Program.run(
            sample + options + ["--plugin-dir", folder.url.path])
        #expect(outcome.rows.prefix(rows.count).map { String($0) } == rows, "\(outcome.errors)")
    }

    @Test("A call counts when it is made: most of eight queries never had their turn")
    func calls() async throws {
        let home = try Household()
        try home.folder.add(
            executable: "bo-export-source-slow",
            """
            #!/bin/sh
            IFS= read -r hello
            echo '{"manifest":{"protocol":1,"name":"slow","summary":"a test","charts":["daily"],\
            "from":"2022-01-01","calls":10,"columns":[{"name":"rank"}]}}'
            while IFS= read -r query; do echo >>'\(home.folder.path("asked"))'; sleep 60; done
            """)
        let origin = ["--plugin-dir", home.folder.url.path]
        let days = ["--from", "2022-01-01", "--to", "2022-01-08", "--jobs", "8", "--timeout", "1"]
        #expect(try await home.run(origin + days + ["--source", "slow"], at: "").status == 69)
        let quota = try await home.run(["quota"] + origin, at: "")
        let asked = try home.folder.text("asked").count
        #expect(quota.output.contains("plugin-slow \(asked) of 10 calls"), "\(quota.output)")
    }

    @Test(
        "A key that a source writes is neither in the document nor in the archive",
        arguments: ["opensesame", "o%70ensesame", #"\u006fpensesame"#])
    func key(spelling: String) async throws {
        try folder.add(
            executable: "bo-export-source-spy",
            """
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"spy","summary":"s","charts":["daily"],"keeps":true,\
            "from":"2020-01-01","columns":[{"name":"title"}]}}'
            while read -r query; do printf '%s\\n' '{"row":{"title":"\(spelling)"}}' '{"end":{}}'; done
            """)
        let stars = String(repeating: "*", count: spelling.count)
        for more in [[], ["--offline"]] {
            let outcome = try await Program.run(
                ["--source", "spy", "--date", "2022-06-01", "--columns", "title"]
                    + ["--plugin-dir", folder.url.path] + more,
                environment: ["HOME": folder.url.path, "KOBIS_API_KEY": "opensesame"])
            #expect(outcome.rows == [Substring(stars)], "\(outcome.errors)")
        }
    }

    @Test("A reader that stops early ends a format well")
    func closed() async throws {
        try folder.add(format: "good", "cat")
        let closed = try await Program.shell(
            """
            { "$0" \(week.joined(separator: " ")) --plugin-dir '\(folder.url.path)' --format good; \
            echo "status $?" >&2; } | head -n 1
            """)
        #expect(closed.errors == "status 0\n")
    }

    @Test(
        "A signal ends the plugin and leaves no file, whichever thread receives it",
        .enabled(if: hasPython, "this needs python3"),
        arguments: ["kill -TERM $!", "python3 tell.py $!"])
    func signal(kill: String) async throws {
        // Sends TERM to the thread other than the first that does not block signals; 234 is tgkill.
        let tell = """
            import ctypes, glob, os, platform, sys
            process = int(sys.argv[1])
            number = {"x86_64": 234, "aarch64": 131}[platform.machine()]
            for folder in glob.glob(f"/proc/{process}/task/*"):
                thread, status = int(os.path.basename(folder)), open(folder + "/status").read()
                blocked = int(status.split("SigBlk:")[1].split()[0], 16)
                if thread != process and not blocked & 1 << 14:
                    sys.exit(ctypes.CDLL(None).syscall(number, process, thread, 15))
            os.kill(process, 15)
            """
        try folder.add(
            format: "slow", "trap '' TERM; echo $$ >begun; while :; do sleep 1; done")
        try Data(tell.utf8).write(to: folder.url.appending(path: "tell.py"))
        let outcome = try await Program.shell(
            """
            cd '\(folder.url.path)'
            mkfifo begun
            "$0" \(week.joined(separator: " ")) --plugin-dir . --format slow -o out &
            read -r process <begun
            \(kill)
            wait $!
            echo "status $?"
            kill -0 "$process" 2>/dev/null && echo "still there"
            ls out 2>/dev/null
            """)
        #expect(outcome.output == "status 143\n", "\(outcome.output)\(outcome.errors)")
    }
}
