import Foundation
import Loopback
import SlowLane
import Testing

/// Plugins that are executables, as a user sees them.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ExecutableCommandTests {
    private static let samples = SamplePlugins.folder
    private static let hasPython = Tool.isThere("python3")
    private let week = ["--source", "sample", "--from", "2022-05-30", "--to", "2022-06-05"]

    /// Returns a folder with the plugins of `scripts` in it.
    private func folder(_ scripts: [String: String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, script) in scripts {
            try folder.add(executable: "bo-export-\(name)", script)
        }
        return folder
    }

    private func format(_ name: String, _ body: String) -> String {
        """
        #!/bin/sh
        read -r hello
        echo '{"manifest":{"protocol":1,"name":"\(name)","summary":"a test","columns":["rank","title"]}}'
        read -r columns || exit 0
        \(body)
        """
    }

    @Test("A source that fails after many rows is reported with its own message")
    func farDown() async throws {
        let folder = try folder([
            "source-far": """
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"far","summary":"s","dataset":"things",\
            "columns":[{"name":"a","type":"integer"}]}}'
            read -r query || exit 0
            i=0
            while [ $i -lt 700 ]; do echo "{\\"row\\":{\\"a\\":$i}}"; i=$((i + 1)); done
            echo sorry >&2
            exit 3
            """
        ])
        let outcome = try await Program.run([
            "rows", "--source", "far", "--plugin-dir", folder.url.path,
        ])
        #expect(outcome.status == 69)
        #expect(
            outcome.errors
                == "bo-export: error: page 2: the plugin 'far': it ended with status 3: sorry\n")
    }

    @Test(
        "A source that fails again and again, with answers between, leaves no descriptors open",
        .enabled(if: Tool.isThere("prlimit"), "this needs prlimit"))
    func failures() async throws {
        let folder = try folder([
            "source-moody": """
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"moody","summary":"s","charts":["daily"],\
            "from":"2020-01-01","columns":[{"name":"rank"}]}}'
            while read -r query; do
                case $query in *[02468]'","to"'*) echo nonsense ;; esac
                echo '{"row":{"rank":1}}'
                echo '{"end":{}}'
            done
            """
        ])
        let outcome = try await Program.shell(
            """
            prlimit --nofile=40 "$0" --source moody --plugin-dir '\(folder.url.path)' \
                --from 2022-05-01 --to 2022-06-30 --keep-going --columns rank
            """)
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.rows.count == 31, "\(outcome.errors)")
    }

    // MARK: - Samples

    @Test(
        "The samples keep to the protocol", .slow,
        .enabled(if: hasPython, "this needs python3"),
        arguments: [
            "format-mediawiki", "format-jsonl-gz", "source-csvchart", "source-cinemart",
            "source-towns",
        ])
    func samples(name: String) async throws {
        let outcome = try await Program.run([
            "plugins", "check", "\(Self.samples)/bo-export-\(name)",
        ])
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.hasPrefix("ok ") })
    }

    @Test(
        "The notes about KOBIS's figures do not appear in a document of a plugin's chart",
        arguments: ["html", "sqlite"])
    func notes(format: String) async throws {
        let columns = ["rank", "title", "movie_code", "sales_share"].map { "{\"name\":\"\($0)\"}" }
        let folder = try folder([
            "source-ours": """
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"ours","summary":"a test","charts":["daily"],\
            "from":"2020-01-01","rows":2,"columns":[\(columns.joined(separator: ","))]}}'
            read -r query || exit 0
            echo '{"row":{"rank":1,"title":"A","movie_code":"1","sales_share":60.5}}'
            echo '{"row":{"rank":2,"title":"B","movie_code":"2","sales_share":30.0}}'
            echo '{"end":{}}'
            """
        ])
        let file = folder.path("x.\(format)")
        for (origin, isOfKOBIS) in [
            (["--source", "ours", "--plugin-dir", folder.url.path, "--date", "2022-06-01"], false),
            (["--source", "sample", "--date", "2022-06-01"], true),
        ] {
            let outcome = try await Program.run(origin + ["--header", "en", "-q", "-o", file])
            #expect(outcome.status == 0, "\(outcome.errors)")
            let bytes = try Data(contentsOf: URL(filePath: file))
            func holds(_ text: String) -> Bool { bytes.range(of: Data(text.utf8)) != nil }
            #expect(holds("sales_share is ") == isOfKOBIS)
            #expect(holds("charts have \(isOfKOBIS ? 10 : 2) films at most"))
            try FileManager.default.removeItem(atPath: file)
        }
    }

    @Test(
        "A wiki's table shows markers in colour, and a title unchanged",
        .enabled(if: hasPython, "this needs python3"))
    func wiki() async throws {
        let outcome = try await Program.run([
            "--source", "sample", "--date", "2022-06-01", "--top", "2", "--format", "mediawiki",
            "--plugin-dir", Self.samples, "-O", "title=<Top & Co>", "--columns",
            "rank_marker,title,audience_count", "--header", "en",
        ])
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(
            outcome.output == """
                {| class="wikitable sortable"
                |+ <nowiki>&lt;Top &amp; Co&gt;</nowiki>
                ! <nowiki>rank_marker</nowiki> !! title !! <nowiki>audience_count</nowiki>
                |-
                | style="color:#d32f2f" | ▲8
                | 쥬라기 월드: 도미니언
                | style="text-align:right" | 763,642
                |-
                | style="color:#1565c0" | ▼1
                | 범죄도시2
                | style="text-align:right" | 463,146
                |}

                """, "\(outcome.output)")
    }

    @Test(
        "The output that the shell compresses is the JSON Lines export, byte for byte",
        .enabled(if: Tool.isThere("gzip") && Tool.isThere("awk"), "this needs gzip and awk"))
    func compressed() async throws {
        let plain = try await Program.run(week + ["--format", "jsonl"])
        let outcome = try await Program.shell(
            """
            "$0" \(week.joined(separator: " ")) --plugin-dir '\(Self.samples)' \
                --format jsonl-gz -O level=9 | gzip -dc
            """)
        #expect(outcome.errors == "")
        #expect(outcome.output == plain.output)
        #expect(plain.output.split(separator: "\n").count == 70)
    }

    @Test(
        "A chart of another country is a chart in every format", .slow,
        .enabled(if: hasPython, "this needs python3"))
    func chart() async throws {
        let origin = ["weekend", "--source", "csvchart", "--plugin-dir", Self.samples]
        let csv = try await Program.run(origin + ["--header", "ko"])
        #expect(
            csv.output == """
                시작일,종료일,순위,순위증감,신규진입,영화명,개봉일,관객수,흥행수입(엔)
                2022-06-03,2022-06-05,1,0,false,고래의 등,2022-05-27,268900,392594000
                2022-06-03,2022-06-05,2,1,false,밤의 기차,2022-04-29,90120,121662000
                2022-06-03,2022-06-05,3,-1,false,"여름, 그리고 비",2022-05-13,,\n
                """)
        let folder = try TemporaryFolder()
        let files = try await Program.run(
            origin + [
                "--last", "2", "--top", "1", "-o", folder.path("{date}.{format}"), "--columns",
                "title,rank_marker", "--format", "jsonl",
            ])
        #expect(files.status == 0)
        #expect(
            try folder.text("2022-05-27.jsonl") == "{\"title\":\"고래의 등\",\"rank_marker\":\"신작\"}\n")
        let wiki = try await Program.run(origin + ["--last", "2", "--format", "mediawiki"])
        #expect(wiki.output.components(separatedBy: "|-\n").count == 7)
        let markdown = try await Program.run(origin + ["--format", "markdown"])
        #expect(markdown.output.contains("| 흥행수입(엔) |"))
        let missing = try await Program.run(origin + ["-O", "file=none.csv"])
        #expect(missing.status == 78)
        #expect(missing.errors.contains("ended with status 78: [Errno 2] No such file"))
        for (arguments, message) in [
            (["--last", "3"], "there is no chart of"),
            (["--region", "서울"], "only charts of the whole"),
            (["-O", "fil=x"], "there is no option of csvchart 'fil'"),
        ] {
            let outcome = try await Program.run(origin + arguments)
            #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
        }
        let daily = try await Program.run([
            "daily", "--source", "csvchart", "--plugin-dir", Self.samples,
        ])
        #expect(daily.status == 64 && daily.errors.contains("holds weekend from 2022-05-27"))
    }

    @Test(
        "The format of Plugins/README.md can be pasted", .slow,
        .enabled(if: hasPython, "this needs python3"))
    func readme() async throws {
        let file = ChartFixtures.repository.appending(path: "Plugins/README.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let block = try #require(text.split(separator: "```python\n").dropFirst().first)
        let script = String(try #require(block.split(separator: "```\n").first))
        #expect(script.split(separator: "\n").count < 30)
        let folder = try folder(["format-tsv": script])
        let check = try await Program.run([
            "plugins", "check", folder.path("bo-export-format-tsv"),
        ])
        #expect(check.status == 0, "\(check.output)")
        let outcome = try await Program.run([
            "--source", "sample", "--format", "tsv", "--plugin-dir", folder.url.path, "--top", "1",
            "--columns", "rank,title",
        ])
        #expect(outcome.output == "rank\ttitle\n1\t범죄도시2\n")
    }

    // MARK: - Files and statuses

    @Test("A file is written only if the plugin has succeeded; every period has its own")
    func files() async throws {
        let folder = try folder([
            "format-good": format("good", "sed -n 's/.*\"title\":\"\\(.*\\)\"}}/\\1/p'"),
            "format-bad": format("bad", "cat; echo 'no\u{1B}[31m' >&2; exit 1"),
        ])
        let origin = week + ["--plugin-dir", folder.url.path, "--top", "1"]
        let good = try await Program.run(
            origin + ["--format", "good", "-o", folder.path("{date}.{format}")])
        #expect(good.status == 0)
        #expect(good.errors == "bo-export: rows written: 7, files: 7\n")
        #expect(try folder.text("2022-06-05.good") == "범죄도시2\n")
        try Data("old".utf8).write(to: folder.url.appending(path: "out"))
        let bad = try await Program.run(origin + ["--format", "bad", "-o", folder.path("out")])
        #expect(bad.status == 69)
        #expect(
            bad.errors == """
                bo-export: error: the plugin 'bad': it ended with status 1: no [31m

                """)
        #expect(try folder.text("out") == "old")
        let quiet = try await Program.run(origin + ["--format", "bad", "-q"])
        #expect(quiet.errors.split(separator: "\n").count == 1)
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
        let folder = try folder([
            "format-slow": format(
                "slow", "trap '' TERM; echo $$ >begun; while :; do sleep 1; done")
        ])
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

    @Test("No key is handed to a plugin that does not ask for it")
    func keys() async throws {
        let folder = try folder(["format-spy": format("spy", "cat >/dev/null; env")])
        let outcome = try await Program.run(
            ["--source", "sample", "--format", "spy", "--plugin-dir", folder.url.path],
            environment: ["KOBIS_API_KEY": "d0n0tt3ll", "MY_TOKEN": "n0rth1s"])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("LANG=C.UTF-8\n"))
        #expect(!outcome.output.contains("KOBIS_API_KEY") && !outcome.output.contains("MY_TOKEN"))
    }

    // MARK: - The list

    @Test("The list says where plugins are from, in words and in JSON, and one can be shown")
    func list() async throws {
        let things = """
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"things","summary":"a test","dataset":"things",\
            "options":[{"name":"size","type":"integer","minimum":1,"maximum":9,"default":2,"help":"h"}],\
            "columns":[{"name":"a","type":"year","korean":"해"}]}}'
            read -r query || exit 0
            printf '%s\\n' "$query" >&2
            echo '{"row":{"a":2022}}'
            echo '{"end":{}}'
            """
        let folder = try folder([
            "source-things": things, "format-csv": format("csv", "cat"),
            "format-broken": "#!/bin/sh\necho hello\n",
        ])
        let path = folder.path("bo-export-source-things")
        let list = try await Program.run(
            ["plugins"], environment: ["BO_EXPORT_PLUGIN_PATH": folder.url.path])
        #expect(list.status == 0)
        #expect(list.output.contains("source  things       a test (\(path))\n"))
        #expect(list.output.contains("(built in)"))
        #expect(list.errors.contains("the format 'csv' is built in"))
        #expect(list.errors.contains("the plugin 'broken': the JSON"))
        #expect(list.errors.split(separator: "\n").allSatisfy { $0.contains(" warning: ") })

        let origin = ["--plugin-dir", folder.url.path]
        let one = try await Program.run(["plugins", "things"] + origin)
        #expect(
            one.output.contains("        dataset: things, for 'bo-export rows --source things'\n"))
        #expect(one.output.contains("        a  year     해\n"))
        #expect(one.output.contains("        currency: KRW\n"))
        #expect(one.output.split(separator: "\n").count == 7)
        #expect(one.errors == "")
        let json = try await Program.run(["plugins", "things", "--json"] + origin)
        let entries = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        let entry = try #require((entries as? [String: [[String: Any]]])?["plugins"]?.first)
        #expect(entry["path"] as? String == path)
        #expect(entry["origin"] as? String == "executable")
        let all = try await Program.run(["plugins", "--json"])
        let builtIn = try JSONSerialization.jsonObject(with: Data(all.output.utf8))
        #expect((builtIn as? [String: [[String: Any]]])?["plugins"]?.count == 17)

        let rows = try await Program.run(
            ["rows", "--source", "things", "--format", "jsonl", "-O", "size=5"] + origin)
        #expect(rows.output == "{\"a\":2022}\n")
        #expect(
            rows.errors
                == "bo-export: things: {\"query\":{\"dataset\":\"things\"},\"options\":{\"size\":5}}\n"
        )
        for (arguments, message) in [
            (["plugins", "thing"] + origin, "there is no plugin 'thing'; known are things, "),
            (["rows", "--source", "sample"], "--source sample has no dataset of its own"),
            (["--source", "things"] + origin, "the plugin things holds no charts"),
            (["rows", "--source", "things", "-O", "size=10"] + origin, "-O size= takes 1 to 9"),
            (["--format", "nothing"] + origin, "'nothing'; known are "),
            (
                ["--plugin-dir", "/nonexistent"],
                "'/nonexistent' that --plugin-dir names is not there"
            ),
        ] {
            let outcome = try await Program.run(arguments)
            #expect(outcome.status == 64, "\(arguments) \(outcome.errors)")
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
        let shadow = try await Program.run(["--source", "sample", "--top", "1"] + origin)
        #expect(shadow.status == 0 && shadow.output.hasPrefix("date,"))
        #expect(shadow.errors.contains("warning: the plugin"))
        let wrong = try await Program.run([
            "plugins", "check", folder.path("bo-export-format-broken"),
        ])
        #expect(wrong.status == 65)
        #expect(wrong.output.contains("wrong  its manifest is right: "))
    }
}
