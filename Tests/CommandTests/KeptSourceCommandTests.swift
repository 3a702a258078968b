import Foundation
import Loopback
import SlowLane
import Testing

/// Executable sources whose charts have filters and are kept, as a user sees them.
@Suite(.serialized, .timeLimit(.minutes(10))) struct KeptSourceCommandTests {
    /// Makes a home with a source of daily charts that logs its starts and what it is asked.
    private func household(
        _ fields: String = "", version: String = "1", in home: Household? = nil
    ) throws -> Household {
        let home = try home ?? Household()
        try home.folder.add(
            executable: "bo-export-source-coast",
            """
            #!/bin/sh
            echo start >>'\(home.folder.path("starts"))'
            IFS= read -r hello
            echo '{"manifest":{"protocol":1,"name":"coast","summary":"a test","charts":["daily"],\
            "from":"2022-01-01","keeps":true,"version":"\(version)","columns":[{"name":"date"},\
            {"name":"rank"},{"name":"movie_code"},{"name":"title"},{"name":"audience_count"}],\
            "filters":{"regions":[{"name":"서울","code":"11"},{"name":"부산시","code":"21"}],\
            "nations":["korean"]}\(fields)}}'
            while IFS= read -r query; do
                printf '%s\\n' "$query" >>'\(home.folder.path("asked"))'
                day=${query##*'"from":"'}
                day=${day%%\\"*}
                region=${query##*'"region":'}
                region=${region%%,*}
                count=1000
                case "$region" in '"11"') count=500 ;; '"21"') count=20\(version) ;; esac
                echo "{\\"row\\":{\\"date\\":\\"$day\\",\\"rank\\":1,\\"movie_code\\":\\"C1\\",\
            \\"title\\":\\"t\\",\\"audience_count\\":$count}}"
                echo '{"end":{}}'
            done
            """)
        return home
    }

    private func coast(_ home: Household, _ more: String...) -> [String] {
        ["--source", "coast", "--plugin-dir", home.folder.url.path] + more
    }

    private func lines(_ name: String, in home: Household) -> [String] {
        ((try? home.folder.text(name)) ?? "").split(separator: "\n").map(String.init)
    }

    @Test(
        "A hundred days of a region are asked for once, and offline they are the same bytes", .slow)
    func hundredDays() async throws {
        let home = try household()
        let span = ["--from", "2022-02-01", "--to", "+99d", "--region", "서울"]
        let first = try await home.run(coast(home) + span, at: "")
        #expect(first.status == 0 && first.errors == "", "\(first.errors)")
        #expect(
            first.output.hasPrefix(
                """
                date,region,rank,movie_code,title,audience_count
                2022-02-01,서울,1,C1,t,500

                """), "\(first.output.prefix(200))")
        #expect(first.output.split(separator: "\n").count == 101)
        // Once for the manifest, and once for all queries.
        #expect(lines("starts", in: home).count == 2 && lines("asked", in: home).count == 100)
        #expect(
            lines("asked", in: home).allSatisfy {
                $0.hasSuffix(#","region":"11","nation":null,"kind":null},"options":{}}"#)
            })
        for more in [["--offline"], []] {
            let again = try await home.run(coast(home) + span + more, at: "")
            #expect(again.output == first.output && again.errors == "", "\(again.errors)")
        }
        #expect(lines("starts", in: home).count == 4 && lines("asked", in: home).count == 100)
        let status = try await home.run(["cache", "status"], at: "")
        #expect(status.output.contains("plugin-coast 100 answers"), "\(status.output)")
        let other = try await home.run(
            coast(home, "--date", "2022-02-01", "--region", "부산", "--offline"), at: "")
        #expect(other.status == 69 && other.errors.contains("it is not in the archive"))
    }

    @Test("Versions are compared to the last letter, and the order of columns does not matter")
    func versionToTheLetter() async throws {
        // Two texts with the same checksum of 32 bits.
        let home = try household(version: "ff81d0f447")
        let day = coast(home, "--date", "2022-02-01", "--columns", "title")
        #expect(try await home.run(day, at: "").status == 0)
        _ = try household(version: "69d19deb1c", in: home)
        #expect(try await home.run(day + ["--offline"], at: "").status == 69)
    }

    @Test("A chart may become shorter if the source does not say how many rows it has")
    func shorter() async throws {
        let home = try Household()
        func add(_ rows: Int) throws {
            let row = #"{"row":{"date":"2022-06-01","rank":1,"title":"t"}}"#
            try home.folder.add(
                executable: "bo-export-source-coast",
                """
                #!/bin/sh
                IFS= read -r hello
                echo '{"manifest":{"protocol":1,"name":"coast","summary":"a test","charts":["daily"],\
                "from":"2022-01-01","keeps":true,"final_after":36500,"columns":[{"name":"date"},\
                {"name":"rank"},{"name":"title"}]}}'
                while IFS= read -r query; do
                    \((0..<rows).map { _ in "echo '\(row)'" }.joined(separator: "\n"))
                    echo '{"end":{}}'
                done
                """)
        }
        for rows in [3, 2, 4, 1] {
            try add(rows)
            let run = try await home.run(coast(home, "--date", "2022-06-01"), at: "")
            #expect(run.rows.count == rows && run.errors == "", "\(run.output)\(run.errors)")
        }
    }

    @Test("Each source is asked for its own region of that name, whatever its code, in any order")
    func ownRegions() async throws {
        let home = try household()
        let server = try LoopbackKOBIS()
        try await server.run { url in
            for names in ["coast,kobis-json", "kobis-json,coast"] {
                let sources = ["--source", names, "--plugin-dir", home.folder.url.path]
                let day = ["--date", "2022-06-01", "--top", "1", "--columns", "source,region"]
                let run = try await home.run(sources + day + ["--region", "서울"], at: url)
                #expect(run.status == 0, "\(run.errors)")
                #expect(Set(run.rows) == ["coast,서울", "kobis-json,서울시"], "\(run.output)")
                // Two names for one region at this source may be two regions at another.
                let other = try await home.run(
                    sources + day + ["--region", "서울,서울특별시,부산"], at: url)
                #expect(other.status == 0, "\(other.errors)")
            }
        }
    }

    @Test("Regions with the same file, and a source without regions, are refused")
    func refusedRegions() async throws {
        let home = try Household()
        func add(_ name: String, _ regions: String) throws {
            try home.folder.add(
                executable: "bo-export-source-\(name)",
                """
                #!/bin/sh
                IFS= read -r hello
                echo '{"manifest":{"protocol":1,"name":"\(name)","summary":"a test","charts":["daily"],\
                "from":"2022-01-01","columns":[{"name":"rank"},{"name":"title"}]\(regions)}}'
                while IFS= read -r query; do
                    echo '{"row":{"rank":1,"title":"t"}}'
                    echo '{"end":{}}'
                done
                """)
        }
        func regions(_ names: String...) -> String {
            let list = names.map { #"{"name":"\#($0)","code":"\#($0)-"}"# }
            return #","filters":{"regions":[\#(list.joined(separator: ","))]}"#
        }
        try add("odd", regions("a/b", "a_b"))
        try add("two", regions("서울", "서울특별시"))
        try add("one", regions("서울시"))
        try add("none", "")
        try add(
            "north", #","filters":{"regions":[{"name":"산","code":"1"},{"name":"강","code":"2"}]}"#)
        try add(
            "south", #","filters":{"regions":[{"name":"강","code":"1"},{"name":"산","code":"2"}]}"#)
        let day = ["--plugin-dir", home.folder.url.path, "--date", "2022-06-01"]
        for (arguments, message) in [
            (
                ["--source", "odd", "--region", "a/b,a_b", "-o", home.folder.path("{region}.csv")],
                "two regions or sources would go to one file"
            ),
            (
                ["--source", "two,one", "--region", "서울,서울특별시"],
                "--region '서울특별시' is a region of its own for one of the sources, but not for another"
            ),
            (
                ["--source", "odd,none", "--region", "a_b"],
                "none: the plugin none holds only charts of the whole"
            ),
        ] {
            let run = try await home.run(day + arguments, at: "")
            #expect(run.status == 64 && run.errors.contains(message), "\(run.errors)")
        }
        #expect(try home.folder.names.allSatisfy { !$0.hasSuffix(".csv") })
        // A code belongs to the first source; the others are asked for the region by name.
        let both = try await home.run(
            day + ["--source", "north,south", "--region", "1", "--columns", "source,region"], at: ""
        )
        #expect(both.rows == ["north,산", "south,산"], "\(both.errors)")
    }

    @Test("A source may share its name with another's details, and a call counts when it is made")
    func namesAndCalls() async throws {
        let home = try household()
        let coast = try home.folder.text("bo-export-source-coast")
        try home.folder.add(
            executable: "bo-export-source-details-x",
            coast.replacing("\"name\":\"coast\"", with: "\"name\":\"details-x\""))
        try home.folder.add(
            executable: "bo-export-details-x",
            """
            #!/bin/sh
            IFS= read -r hello
            echo '{"manifest":{"protocol":1,"name":"x","summary":"s","columns":[\
            {"name":"note","type":"text"}]}}'
            while IFS= read -r film; do echo '{"details":{"note":"n"}}'; echo '{"end":{}}'; done
            """)
        let run = try await home.run(
            [
                "--source", "details-x", "--plugin-dir", home.folder.url.path, "--date",
                "2022-06-01", "--with", "details", "--details-from", "x", "--columns", "title,note",
                "--report", home.folder.path("r.json"),
            ], at: "")
        #expect(run.output == "title,note\nt,n\n", "\(run.errors)")
        let report = try home.folder.text("r.json")
        #expect(report.contains("\"plugin-details-x\" : 1"), "\(report)")
        #expect(report.contains("\"plugin-source-details-x\" : 1"), "\(report)")
        // Eight queries wait their turn, and one is running.
        let slow = try household(#","calls":10"#)
        try slow.folder.add(
            executable: "bo-export-source-coast",
            try slow.folder.text("bo-export-source-coast").replacing(
                "day=${query##", with: "sleep 60; day=${query##"))
        let days = [
            "--source", "coast", "--plugin-dir", slow.folder.url.path, "--from", "2022-01-01",
            "--to", "2022-01-08", "--jobs", "8", "--timeout", "1",
        ]
        #expect(try await slow.run(days, at: "").status == 69)
        let quota = try await slow.run(["quota", "--plugin-dir", slow.folder.url.path], at: "")
        let asked = lines("asked", in: slow).count
        #expect(quota.output.contains("plugin-coast \(asked) of 10 calls"), "\(quota.output)")
    }

    @Test("Answers of an older version are asked for again")
    func version() async throws {
        let home = try household()
        let day = coast(
            home, "--date", "2022-02-01", "--region", "21", "--columns", "audience_count")
        #expect(try await home.run(day, at: "").output == "audience_count\n201\n")
        _ = try household(version: "2", in: home)
        #expect(try await home.run(day + ["--offline"], at: "").status == 69)
        #expect(try await home.run(day, at: "").output == "audience_count\n202\n")
        _ = try household(in: home)
        #expect(try await home.run(day + ["--offline"], at: "").output == "audience_count\n201\n")
    }

    @Test(
        "Recordings have its answers too, beside those of KOBIS, with another name for the region")
    func joined() async throws {
        let home = try household()
        let server = try LoopbackKOBIS()
        let both =
            coast(home, "--date", "2022-06-01", "--region", "서울,부산", "--top", "1") + [
                "--source", "kobis-json", "--columns", "source,region,rank",
            ]
        let recordings = home.folder.path("r")
        let rows = """
            source,region,rank
            coast,서울,1
            coast,부산시,1
            kobis-json,서울시,1
            kobis-json,부산시,1

            """
        let files = ["--offline", "-o", home.folder.path("{region}.csv")]
        try await server.run { url in
            for more in [["--record", recordings], ["--offline"], ["--replay", recordings]] {
                let run = try await home.run(both + more, at: url)
                #expect(run.output == rows && run.errors == "", "\(run.output)\(run.errors)")
            }
            // One start for the manifest in each of three runs, and one for the first run's queries.
            #expect(lines("starts", in: home).count == 4)
            let run = try await home.run(both + files, at: url)
            #expect(run.status == 0, "\(run.errors)")
        }
        #expect(
            try home.folder.text("서울.csv")
                == "source,region,rank\ncoast,서울,1\nkobis-json,서울시,1\n")
        #expect(
            try home.folder.text("부산시.csv")
                == "source,region,rank\ncoast,부산시,1\nkobis-json,부산시,1\n")
    }

    @Test(
        "A file of two sources that call a region differently is brought up to date",
        arguments: ["csv", "singer"])
    func updated(format: String) async throws {
        let home = try household()
        let server = try LoopbackKOBIS()
        let file = home.folder.path("x")
        try await server.run { url in
            let both = coast(home) + ["--source", "kobis-json", "--region", "서울", "--top", "1"]
            func run(_ more: String...) async throws -> Program.Outcome {
                let run = try await home.run(both + more, at: url)
                #expect(run.status == 0, "\(run.errors)")
                return run
            }
            if format == "csv" {
                let span = ["--from", "2022-05-01", "--to", "2022-05-02"]
                for _ in 1...2 {
                    _ = try await home.run(both + span + ["--update", "-o", file], at: url)
                }
                let whole = try home.folder.text("x")
                #expect(whole.split(separator: "\n").count == 5)
                _ = try await run("--date", "2022-05-03", "--update", "-o", file)
                #expect(try home.folder.text("x").hasPrefix(whole))
                #expect(try home.folder.text("x").split(separator: "\n").count == 7)
            } else {
                try Data().write(to: URL(filePath: file))
                let first = try await run(
                    "--date", "2022-05-01", "--format", "singer", "--state", file)
                let state = try #require(first.output.split(separator: "\n").last)
                for region in ["서울", "서울시"] {
                    #expect(
                        state.contains(
                            #""region":"\#(region)","nation":"all","kind":"all"},"replication_key":"#
                                + #""to","replication_key_value":"2022-05-01""#), "\(state)")
                }
                try Data(state.utf8).write(to: URL(filePath: file))
                let second = try await run(
                    "--to", "2022-05-02", "--format", "singer", "--state", file)
                let records = second.output.split(separator: "\n").filter {
                    $0.contains(#""type":"RECORD""#)
                }
                #expect(records.count == 2 && records.allSatisfy { $0.contains("2022-05-02") })
            }
        }
    }

    @Test(
        "A filter that it does not have is refused before it is asked",
        arguments: [
            (
                ["--region", "제주"],
                "error: there is no region '제주'; known are 서울, 부산시"
            ),
            (
                ["--nation", "foreign"],
                "error: the plugin coast has no charts for --nation foreign"
            ),
            (["--kind", "art"], "error: the plugin coast has no charts for --kind art"),
            (
                ["--source", "kobis-json", "--region", "제주"],
                "error: coast: there is no region '제주'; known are 서울, 부산시"
            ),
            (
                ["--source", "kobis-json", "--nation", "외국"],
                "error: coast: the plugin coast has no charts for --nation foreign"
            ),
        ])
    func refused(options: [String], message: String) async throws {
        let home = try household()
        let outcome = try await home.run(
            coast(home, "--date", "2022-02-01") + options, at: "http://127.0.0.1:1")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("bo-export: \(message)\n"), "\(outcome.errors)")
        #expect(lines("asked", in: home).isEmpty)
    }

    @Test("The calls of a day are counted over all runs, shown and used up; the next run goes on")
    func calls() async throws {
        let home = try household(#","calls":4"#)
        let span = coast(home, "--from", "2022-02-01", "--to", "2022-02-05", "--jobs", "1")
        let limited = try await home.run(span + ["--max-calls", "3"], at: "")
        #expect(limited.status == 75)
        #expect(
            limited.errors.contains(
                "the --max-calls limit of 3 is reached; the archive has 3 of 5 charts"),
            "\(limited.errors)")
        let spent = try await home.run(span, at: "")
        #expect(spent.status == 75)
        #expect(
            spent.errors.contains(
                "the day's quota of plugin-coast is used up: 4 of 4 calls made"),
            "\(spent.errors)")
        #expect(lines("asked", in: home).count == 4)
        let quota = try await home.run(
            ["quota", "--plugin-dir", home.folder.url.path], at: "")
        #expect(
            quota.output.contains("plugin-coast 4 of 4 calls, 0 left on "), "\(quota.output)")
        _ = try household(#","calls":5"#, in: home)
        let rest = try await home.run(span, at: "")
        #expect(rest.status == 0 && rest.output.split(separator: "\n").count == 6, "\(rest.errors)")
        #expect(lines("asked", in: home).count == 5)
    }

    @Test("plugins shows a source's terms of queries")
    func listed() async throws {
        let home = try household(#","pause":0.5,"calls":1000"#)
        let list = ["plugins", "coast", "--plugin-dir", home.folder.url.path]
        let text = try await home.run(list, at: "")
        #expect(
            text.output.contains(
                """
                        final after: 3 days
                        regions: 서울 (11), 부산시 (21)
                        nations: korean
                        version: 1
                        its answers are kept
                        pause: 0.5 s
                        calls a day: 1000

                """), "\(text.output)")
        let json = try await home.run(list + ["--json"], at: "")
        #expect(
            json.output.contains(
                #""final_after":3,"filters":{"regions":[{"name":"서울","code":"11"},"#
                    + #"{"name":"부산시","code":"21"}],"nations":["korean"],"kinds":[]},"version":"1","#
                    + #""keeps":true,"asks_network":true,"pause":0.5,"calls":1000,"options":["#),
            "\(json.output)")
    }

    @Test(
        "The command lines in the documentation work",
        .enabled(if: Tool.isThere("python3"), "this needs python3"))
    func documents() async throws {
        let home = try Household()
        let towns = ["--source", "towns", "--plugin-dir", SamplePlugins.folder, "--last", "7"]
        let files = try await home.run(
            towns + ["--region", "강마을,산마을", "-o", home.folder.path("{region}.csv")], at: "")
        #expect(files.status == 0, "\(files.errors)")
        #expect(
            try home.folder.text("강마을.csv").hasPrefix(
                "date,region,rank,movie_code,title,open_date,sales_amount,audience_count\n"
                    + "2024-12-25,강마을,1,"))
        let korean = try await home.run(towns + ["--nation", "korean", "--offline"], at: "")
        #expect(korean.output.split(separator: "\n").count == 15, "\(korean.errors)")
        let quota = try await home.run(
            ["quota", "--plugin-dir", SamplePlugins.folder], at: "")
        #expect(quota.output.contains("plugin-towns 14 of 3,000 calls"), "\(quota.output)")
    }
}
