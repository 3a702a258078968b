import Foundation
import Loopback
import SlowLane
import Testing

/// Sources of details that are executables, as a user sees them.
@Suite(.serialized, .timeLimit(.minutes(10))) struct DetailsPluginCommandTests {
    private static let hasPython = Tool.isThere("python3")
    private let chart = ["--source", "sample", "--top", "2", "--with", "details"]

    /// Writes a source of details that knows the films whose code begins with `code`, logs its starts
    /// and what it is asked, and runs `body` for every film before it answers.
    private func add(
        _ name: String, _ code: String, to folder: TemporaryFolder, fields: String = "",
        _ body: String = ""
    ) throws {
        try folder.add(
            executable: "bo-export-details-\(name)",
            """
            #!/bin/sh
            IFS= read -r hello
            echo '{"manifest":{"protocol":1,"name":"\(name)","summary":"a test","columns":[\
            {"name":"\(name)_id","korean":"\(name) 코드","type":"text"},{"name":"genres"}]\(fields)}}'
            while IFS= read -r film; do
                printf '%s\\n' "$film" >>'\(folder.path(name))'
                \(body)
                case "$film" in *'"code":"\(code)'*) \
            echo '{"details":{"\(name)_id":"\(name)-1","genres":["\(name)"]}}';; esac
                echo '{"end":{}}'
            done
            """)
    }

    /// Returns the outcome of a chart with details from these sources.
    private func run(
        _ folder: TemporaryFolder, _ names: String, _ more: [String] = []
    ) async throws -> Program.Outcome {
        try await Program.run(
            chart + ["--plugin-dir", folder.url.path, "--details-from", names] + more)
    }

    private func asked(_ name: String, _ folder: TemporaryFolder) -> Int {
        let text = (try? folder.text(name)) ?? ""
        return text.split(separator: "\n").count
    }

    @Test("Each source is asked for the films that those before it do not know, once a run")
    func order() async throws {
        let folder = try TemporaryFolder()
        try add("one", "20204548", to: folder)
        try add("two", "", to: folder)
        let columns = ["--columns", "movie_code,genres,one_id,two_id"]
        let outcome = try await run(folder, "one,two", columns)
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
        #expect(
            outcome.rows.map(String.init) == [
                "20204548,one,one-1,", "20206061,two,,two-1",
            ])
        #expect(asked("one", folder) == 2 && asked("two", folder) == 1)
        // The columns that every register has come first, then each source's own.
        let usual = try await run(folder, "two, one")
        #expect(usual.output.contains(",show_count,genres,two_id,one_id\n"), "\(usual.output)")
        // A week with a file for every day still asks for every film only once.
        let other = try TemporaryFolder()
        try add("one", "2", to: other)
        let week = try await Program.run([
            "--source", "sample", "--with", "details", "--plugin-dir", other.url.path,
            "--details-from", "one", "--from", "2022-05-30", "--to", "2022-06-05",
            "-o", other.path("{date}.csv"), "--report", other.path("report.json"),
        ])
        #expect(week.status == 0, "\(week.errors)")
        let films = Set(try other.text("one").split(separator: "\n"))
        #expect(films.count == asked("one", other) && films.count > 10)
        #expect(
            try other.text("report.json").contains("\"plugin-details-one\" : \(films.count)"))
    }

    // MARK: - Invalid answers

    /// Writes a source of details whose answer to `$code` is what `answer` writes, and which runs `end`
    /// when nothing more is asked.
    private func add(
        _ name: String, to folder: TemporaryFolder, answer: String, end: String = ":",
        begin: String = ":"
    ) throws {
        try folder.add(
            executable: "bo-export-details-\(name)",
            """
            #!/bin/sh
            IFS= read -r hello
            echo '{"manifest":{"protocol":1,"name":"\(name)","summary":"a test","keeps":30,"columns":[\
            {"name":"note","korean":"비고","type":"text"}]}}'
            say() { echo "{\\"details\\":{\\"note\\":\\"$1\\"}}"; echo '{"end":{}}'; }
            \(begin)
            while IFS= read -r film; do
                printf '%s\\n' "$film" >>'\(folder.path("asked"))'
                code=${film#*'"code":"'}
                code=${code%%\\"*}
                \(answer)
            done
            \(end)
            """)
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
        let folder = try TemporaryFolder()
        try add("shifting", to: folder, answer: answer, begin: begin)
        let cache = ["HOME": folder.url.path]
        let all = [
            "--source", "sample", "--with", "details", "--plugin-dir", folder.url.path,
            "--details-from", "shifting", "--columns", "movie_code,note",
        ]
        for output in [folder.path("x.csv"), folder.path("{date}.csv")] {
            let outcome = try await Program.run(all + ["-o", output], environment: cache)
            #expect(outcome.status == 65, "\(outcome.errors)")
            #expect(outcome.errors.contains("writes more after the end of its answer"))
            #expect(try folder.names.allSatisfy { !$0.hasSuffix(".csv") })
        }
        // No wrong answer is kept: a plugin that has been fixed is asked again.
        try add("shifting", to: folder, answer: "say $code")
        try? FileManager.default.removeItem(atPath: folder.path("asked"))
        let mended = try await Program.run(all, environment: cache)
        #expect(mended.rows.allSatisfy { $0.prefix(8) == $0.suffix(8) }, "\(mended.output)")
        #expect(mended.status == 0 && asked("asked", folder) > 0, "\(mended.errors)")
    }

    @Test(
        "Wrong answers are not kept by a run that ends in another way or keeps going either",
        arguments: [
            (
                ["--max-calls", "6"],
                #"say $code; case $code in 20204548) sleep 0.03; say no;; esac"#, 75
            ),
            (
                ["-o", "/dev/full"],
                #"say $code; case $code in 20204548) sleep 0.03; say no;; esac"#, 65
            ),
            (
                ["--keep-going"], #"say $code; case $code in 20204548) sleep 0.03; say no;; esac"#,
                65
            ),
            (
                [],
                #"say $code; case $code in 20204548) sleep 0.03; say no;; 20224304) exit 3;; esac"#,
                65
            ),
        ] as [([String], String, Int32)])
    func surplusElsewhere(more: [String], answer: String, status: Int32) async throws {
        let folder = try TemporaryFolder()
        try add("shifting", to: folder, answer: answer)
        let cache = ["HOME": folder.url.path]
        let all = [
            "--source", "sample", "--with", "details", "--plugin-dir", folder.url.path, "--jobs",
            "1",
            "--details-from", "shifting", "--columns", "movie_code,note",
        ]
        let outcome = try await Program.run(all + more, environment: cache)
        #expect([status, 65].contains(outcome.status), "\(outcome.errors)")
        try add("shifting", to: folder, answer: "say $code")
        let mended = try await Program.run(all, environment: cache)
        #expect(mended.status == 0, "\(mended.errors)")
        #expect(mended.rows.allSatisfy { $0.prefix(8) == $0.suffix(8) }, "\(mended.output)")
    }

    @Test(
        "A plugin that exits with an error is a fault, even if it has answered everything",
        arguments: [
            ("say $code", "exit 3", 69, "it ended with status 3"),
            ("say $code", "echo garbage", 65, "writes more after the end"),
            (#"echo "{\"details\":{\"note\":\"x\"},\"end\":{}}""#, ":", 65, "and the end at once"),
            (
                #"echo "{\"details\": {\"note\": \"x\"}, \"end\": {} }""#, ":", 65,
                "and the end at once"
            ),
        ] as [(String, String, Int32, String)])
    func badEnd(answer: String, end: String, status: Int32, message: String) async throws {
        let folder = try TemporaryFolder()
        try add("ending", to: folder, answer: answer, end: end)
        let outcome = try await run(folder, "ending", ["-o", folder.path("x.csv")])
        #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try !folder.names.contains("x.csv"))
    }

    @Test("Missing details are asked for again, even if the file has the time of its rows")
    func missingAgain() async throws {
        let folder = try TemporaryFolder()
        let server = try LoopbackKOBIS()
        @Sendable func script(_ answer: String) throws {
            try add("late", to: folder, answer: answer)
        }
        let file = folder.path("x.csv")
        let update = [
            "--date", "2022-06-05", "--top", "2", "--with", "details", "--plugin-dir",
            folder.url.path, "--details-from", "late", "-o", file, "--update",
        ]
        try await server.run { url in
            func run(_ more: String...) async throws -> Program.Outcome {
                try await Program.run(
                    update + more,
                    environment: [
                        "HOME": folder.url.path, "KOBIS_BASE_URL": url, "KOBIS_API_KEY": "test",
                    ])
            }
            try script("exit 1")
            let first = try await run(
                "--columns", "movie_code,title,note,date,fetched_at", "--keep-going")
            #expect(first.status == 2, "\(first.errors)")
            try script("say $code")
            let second = try await run()
            #expect(second.status == 0, "\(second.errors)")
            let rows = try folder.text("x.csv").split(separator: "\n").dropFirst()
            #expect(rows.allSatisfy { $0.contains(",\($0.prefix(8)),") }, "\(rows)")
            let third = try await run()
            #expect(third.errors.contains("is up to date"), "\(third.errors)")
        }
    }

    @Test("A file without the columns of one of the sources was written with other options")
    func otherSources() async throws {
        let folder = try TemporaryFolder()
        try add("one", "20204548", to: folder)
        try add("notes", to: folder, answer: "say $code")
        let file = ["-o", folder.path("x.csv"), "--update"]
        #expect(try await run(folder, "one", file).status == 0)
        let before = try folder.text("x.csv")
        let outcome = try await run(folder, "one,notes", file)
        #expect(outcome.status == 65, "\(outcome.errors)")
        #expect(outcome.errors.contains("the file does not have the columns note"))
        #expect(try folder.text("x.csv") == before)
    }

    @Test("A source of details may share its name with another kind of source, and is recorded")
    func names() async throws {
        let folder = try TemporaryFolder()
        try add("kmdb", to: folder, answer: "say $code")
        let columns = ["--columns", "note"]
        let recordings = ["--record", folder.path("r")]
        let recorded = try await run(folder, "kmdb", columns + recordings)
        #expect(recorded.status == 0 && recorded.errors == "", "\(recorded.errors)")
        #expect(recorded.rows == ["20204548", "20206061"])
        let replayed = try await run(folder, "kmdb", columns + ["--replay", folder.path("r")])
        #expect(replayed.output == recorded.output, "\(replayed.errors)")
        #expect(asked("asked", folder) == 2)
    }

    // MARK: - Films

    @Test("Films that no source knows are reported, in one line however many there are")
    func unknown() async throws {
        let folder = try TemporaryFolder()
        try add("one", "no", to: folder)
        let outcome = try await run(folder, "one", ["--columns", "movie_code,genres"])
        #expect(outcome.status == 0)
        #expect(outcome.rows.map(String.init) == ["20204548,", "20206061,"])
        #expect(
            outcome.errors
                == "bo-export: warning: details of 20204548: not known to one, and 1 more "
                + "such film\n")
        let korean = try await run(folder, "one", ["--lang", "ko"])
        #expect(korean.errors.contains("20204548 상세정보: one에 없는 영화입니다"), "\(korean.errors)")
    }

    @Test(
        "Wrong names, and options that do not go together, are refused before any request",
        arguments: [
            ("on", [], 64, "there is no source of details 'on'; known are one, two"),
            ("one,one", [], 64, "the source of details 'one' is given twice"),
            ("file", [], 64, "there is no source of details 'file'"),
            ("", [], 64, "--details-from needs a value"),
            ("one", ["-O", "one.x=1"], 64, "there is no option of one 'x'"),
            ("one,same", [], 64, "the column 'one_id' is text at one and integer at same"),
            ("one", ["--offline"], 78, "--offline does not go with --details-from one"),
            ("one", ["--record", "r"], 64, "--record does not go with"),
            ("title", [], 65, "column 'title': it is one of charts or posters"),
            ("decimals", [], 65, "column 'decimals': it is one of charts or posters"),
        ] as [(String, [String], Int32, String)])
    func refused(names: String, more: [String], status: Int32, message: String) async throws {
        let folder = try TemporaryFolder()
        try add("one", "", to: folder)
        try add("two", "", to: folder)
        for (name, column) in [
            ("same", "one_id"), ("title", "title"), ("decimals", "decimals"),
        ] {
            try folder.add(
                executable: "bo-export-details-\(name)",
                """
                #!/bin/sh
                read -r hello
                echo '{"manifest":{"protocol":1,"name":"\(name)","summary":"s","columns":[\
                {"name":"\(column)","type":"\(name == "same" ? "integer" : "text")"}]}}'
                """)
        }
        let outcome = try await run(folder, names, more)
        #expect(outcome.status == status && outcome.output == "", "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(asked("one", folder) == 0)
    }

    @Test(
        "One that fails ends the run; with --keep-going the gaps are reported, with status 2")
    func failing() async throws {
        let folder = try TemporaryFolder()
        try add("one", "", to: folder, "case \"$film\" in *20206061*) exit 1;; esac")
        try add("two", "2", to: folder)
        let more = ["--retries", "0", "--columns", "movie_code,one_id,two_id"]
        let ended = try await run(folder, "one,two", more)
        #expect(ended.status == 69 && ended.output == "", "\(ended.errors)")
        #expect(ended.errors.contains("details of 20206061 from one: the plugin 'one': "))
        let report = folder.path("report.json")
        let partial = try await run(
            folder, "one,two", more + ["--keep-going", "--report", report])
        #expect(partial.status == 2, "\(partial.errors)")
        #expect(partial.rows.map(String.init) == ["20204548,one-1,", "20206061,,two-1"])
        #expect(partial.errors.contains("missing: details of 20206061 from one"))
        let text = try folder.text("report.json")
        #expect(
            text.contains("\"movie_code\" : \"20206061\"") && text.contains("plugin-exit-status"))
        let few = try await run(
            folder, "two", more.dropLast(2) + ["--max-calls", "1", "--jobs", "1"])
        #expect(few.status == 75 && few.errors.contains("--max-calls limit of 1"), "\(few.errors)")
    }

    @Test("Answers are kept if the manifest says so: the next run, and one offline, ask no source")
    func kept() async throws {
        let household = try TemporaryFolder()
        let folder = try TemporaryFolder()
        try add("one", "20204548", to: folder, fields: #","keeps":30"#)
        let environment = ["XDG_CACHE_HOME": household.url.path]
        func rows(_ more: [String]) async throws -> [String] {
            let outcome = try await Program.run(
                chart + ["--plugin-dir", folder.url.path, "--details-from", "one"] + more,
                environment: environment)
            #expect(outcome.status == 0, "\(outcome.errors)")
            return outcome.rows.map(String.init)
        }
        let first = try await rows([])
        #expect(asked("one", folder) == 2)
        #expect(try await rows([]) == first && asked("one", folder) == 2)
        #expect(try await rows(["--offline"]) == first && asked("one", folder) == 2)
        #expect(try await rows(["--refresh"]) == first && asked("one", folder) == 4)
    }

    @Test(
        "KOBIS is asked for the films that a plugin does not know; archive and recordings have both"
    )
    func besideKOBIS() async throws {
        let home = try Household()
        let folder = try TemporaryFolder()
        try add("one", "20204548", to: folder, fields: #","keeps":30"#)
        let server = try LoopbackKOBIS()
        let run = [
            "--date", "2022-06-05", "--top", "2", "--with", "details", "--plugin-dir",
            folder.url.path, "--columns", "movie_code,genres,production_year,one_id",
            "--details-from",
        ]
        let rows = [
            "movie_code,genres,production_year,one_id", "20204548,one,,one-1",
            "20206061,액션|어드벤처,2022,",
        ].map { $0 + "\n" }.joined()
        try await server.run { url in
            let record = ["--record", folder.path("r")]
            let first = try await home.run(run + ["one,kobis-json"] + record, at: url)
            #expect(first.status == 0 && first.output == rows, "\(first.errors)")
            #expect(server.seen.count == 2, "the chart and the film that the plugin does not know")
            for more in [[], ["--offline"], ["--replay", folder.path("r")]] {
                let again = try await home.run(run + ["one,kobis-json"] + more, at: url)
                #expect(again.status == 0 && again.output == rows, "\(again.errors)")
            }
            #expect(server.seen.count == 2 && asked("one", folder) == 2)
            let other = try await home.run(run + ["kobis-json,one"], at: url)
            #expect(other.rows.first == "20204548,범죄|액션,2022,", "\(other.errors)")
            #expect(asked("one", folder) == 2)
        }
    }

    @Test("One that needs no network is asked offline")
    func local() async throws {
        let folder = try TemporaryFolder()
        try add("one", "2", to: folder, fields: #","asks_network":false"#)
        let outcome = try await run(folder, "one", ["--offline", "--columns", "one_id"])
        #expect(
            outcome.status == 0 && outcome.output == "one_id\none-1\none-1\n", "\(outcome.errors)")
    }

    @Test("In a chart without codes, details are found by title, and every film has its own")
    func withoutCodes() async throws {
        let folder = try TemporaryFolder()
        try folder.add(
            executable: "bo-export-source-hall",
            """
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"hall","summary":"s","charts":["daily"],\
            "from":"2022-06-01","to":"2022-06-01","country":"US","currency":"USD","day_ends":"34:00",\
            "columns":[{"name":"date"},{"name":"title"}]}}'
            while read -r query; do
                for title in A B; do
                    echo '{"row":{"date":"2022-06-01","title":"'$title'"}}'
                done
                echo '{"end":{}}'
            done
            """)
        try folder.add(
            executable: "bo-export-details-one",
            """
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"one","summary":"s","columns":[\
            {"name":"one_id","type":"text"}]}}'
            while read -r film; do
                printf '%s\\n' "$film" >>'\(folder.path("one"))'
                case "$film" in *'"title":"A"'*) echo '{"details":{"one_id":"1"}}';; esac
                echo '{"end":{}}'
            done
            """)
        let outcome = try await Program.run([
            "--source", "hall", "--date", "2022-06-01", "--with", "details", "--details-from",
            "one",
            "--columns", "title,one_id", "--plugin-dir", folder.url.path,
        ])
        #expect(outcome.status == 0 && outcome.rows.map(String.init) == ["A,1", "B,"])
        #expect(outcome.errors.contains("details of B: not known to one"), "\(outcome.errors)")
        #expect(
            try folder.text("one").split(separator: "\n").sorted().first
                == #"{"film":{"code":null,"source":"hall","title":"A","opened":null,"year":null,"#
                + #""country":"US"},"options":{}}"#)
    }

    @Test("A database has their columns among those of the films")
    func database() async throws {
        let folder = try TemporaryFolder()
        try add("one", "2", to: folder)
        let path = folder.path("x.sqlite")
        let before = try await Program.run(["--source", "sample", "--top", "2", "-o", path])
        let outcome = try await run(folder, "one", ["-o", path])
        #expect(before.status == 0 && outcome.status == 0, "\(outcome.errors)")
        guard Self.hasPython else { return }
        let script =
            "import sqlite3, sys\nfor row in sqlite3.connect(sys.argv[1]).execute("
            + "'select movie_code, one_id, genres from films order by 1'): print(*row)"
        let rows = try await OtherProgram.output(of: ["python3", "-c", script, path])
        #expect(
            String(decoding: rows, as: UTF8.self)
                == "20204548 one-1 [\"one\"]\n20206061 one-1 [\"one\"]\n")
    }

    @Test("They are listed as the kind details, with their columns")
    func listed() async throws {
        let folder = try TemporaryFolder()
        try add("one", "", to: folder, fields: #","keeps":30"#)
        let origin = ["--plugin-dir", folder.url.path]
        let list = try await Program.run(["plugins", "one"] + origin)
        #expect(list.output.hasPrefix("details one          a test ("), "\(list.output)")
        #expect(list.output.contains("        kept: for 30 days\n"), "\(list.output)")
        #expect(list.output.contains("one_id  text     one 코드\n"), "\(list.output)")
        let json = try await Program.run(["plugins", "--json"] + origin)
        #expect(json.output.contains(#""name":"one","kind":"details","summary":"a test""#))
        let alone = try await Program.run(["--source", "sample", "--details-from", "nobody"])
        #expect(alone.status == 0, "it changes nothing: \(alone.errors)")
        #expect(alone.errors.contains("--details-from does nothing without --with details"))
        let set = try await Program.run(
            ["--source", "sample"], environment: ["BO_EXPORT_DETAILS_FROM": "nobody"])
        #expect(set.status == 0 && set.errors.isEmpty, "it may be set for good: \(set.errors)")
    }

    @Test("The check says that it saw no details if the plugin does not know its film")
    func checkWithoutDetails() async throws {
        for (code, isSeen) in [("20204548", false), ("20192193", true)] {
            let folder = try TemporaryFolder()
            try add("one", code, to: folder)
            let check = try await Program.run([
                "plugins", "check", folder.path("bo-export-details-one"),
            ])
            #expect(check.status == 0, "\(check.output)")
            #expect(
                check.output.contains(
                    "ok     it does not know 20192193 (기생충), so no details were checked\n")
                    == !isSeen, "\(check.output)")
        }
    }

    @Test(
        "The sample of details keeps to the protocol", .enabled(if: hasPython, "this needs python3")
    )
    func sample() async throws {
        let check = try await Program.run([
            "plugins", "check", "\(SamplePlugins.folder)/bo-export-details-ids",
        ])
        #expect(check.status == 0, "\(check.output)")
        #expect(!check.output.contains("so no details were checked"))
        let folder = try TemporaryFolder()
        let file = folder.path("mine.csv")
        try Data("code,our_id,genres\n20206061,X-9,a|b\n".utf8).write(to: URL(filePath: file))
        for (more, rows) in [
            ([], ["범죄|액션,F-0001", "액션|모험,F-0002"]),
            (["-O", "ids.file=\(file)"], [",", "a|b,X-9"]),
        ] {
            let outcome = try await run(
                try TemporaryFolder(), "ids",
                ["--plugin-dir", SamplePlugins.folder, "--columns", "genres,our_id", "--offline"]
                    + more)
            #expect(
                outcome.status == 0 && outcome.rows.map(String.init) == rows, "\(outcome.errors)")
        }
    }

    @Test(
        "The source of details of Plugins/README.md can be pasted",
        .enabled(if: hasPython, "this needs python3"))
    func readme() async throws {
        let file = ChartFixtures.repository.appending(path: "Plugins/README.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let block = try #require(
            text.split(separator: "```python\n").first { $0.contains("\"diary\"") })
        let script = String(try #require(block.split(separator: "```\n").first))
        #expect(script.split(separator: "\n").count <= 25)
        let folder = try TemporaryFolder()
        try folder.add(executable: "bo-export-details-diary", script)
        let check = try await Program.run([
            "plugins", "check", folder.path("bo-export-details-diary"),
        ])
        #expect(check.status == 0, "\(check.output)")
        let outcome = try await run(
            folder, "diary", ["--columns", "movie_code,genres,seen_on,stars"])
        #expect(outcome.rows.first == "20204548,범죄|액션,2022-06-01,4", "\(outcome.errors)")
    }
}
