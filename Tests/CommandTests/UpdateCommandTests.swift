import Foundation
import Loopback
import SlowLane
import Testing

/// `--update`: a report that runs every morning.
@Suite struct UpdateCommandTests {
    private let days = ["--from", "2022-05-01", "--to", "2022-05-20"]

    /// Returns the days that `server` was asked for after the first `count` requests.
    private func asked(_ server: LoopbackKOBIS, since count: Int = 0) -> [String] {
        server.seen.dropFirst(count).compactMap { $0.parameters["targetDt"] }.sorted()
    }

    @Test(
        "Only rows that were cut out of a file are asked for, and put back in place", .slow,
        .enabled(if: Tool.isThere("python3"), "this needs python3"),
        arguments: [
            [], ["--format", "jsonl"], ["--profile", "excel"], ["--header", "ko"],
            ["--header", "none", "-O", "delimiter=;"],
            ["-O", "quote=all", "-O", "null=NA"],
            ["--columns", "rank,title,date,rank_marker,audience_count"],
        ])
    func holes(options: [String]) async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let file = home.folder.path("x")
        server.set(
            titles: ["a\nb", "\"", "c,d", "e|f", "g\r\nh", "i", "\\", "j\u{2028}k", "=1", "'"],
            on: "20220512")
        try await server.run { url in
            let full = try await home.run(days + options + ["-o", file], at: url)
            #expect(full.status == 0)
            let expected = try home.folder.text("x")
            // Three days are cut out, including the first and the last, and all but one line of another.
            let cut = try await home.shell(
                """
                rm -rf "$DIR/.cache"; cp "$DIR/x" "$DIR/full"
                python3 - "$DIR/x" <<'END'
                import re, sys
                data = open(sys.argv[1], "rb").read()
                ends = [m.end() for m in re.finditer(rb"\\n(?=[^\\n]*2022-05-|$)", data)]
                lines = [data[a:b] for a, b in zip([0] + ends, ends)]
                kept, seen = [], set()
                for line in lines:
                    day = re.search(rb"2022-05-[0-9]{2}", line)
                    day = day and day[0][-2:]
                    if day in (b"01", b"10", b"20") or (day == b"15" and day in seen): continue
                    seen.add(day)
                    kept.append(line)
                open(sys.argv[1], "wb").write(b"".join(kept))
                END
                """, at: url)
            try #require(cut.status == 0, "\(cut.errors)")
            #expect(try home.folder.text("x") != expected)
            let before = server.seen.count
            let update = try await home.run(days + options + ["-o", file, "--update"], at: url)
            #expect(update.status == 0, "\(update.errors)")
            #expect(
                asked(server, since: before) == ["20220501", "20220510", "20220515", "20220520"])
            #expect(try home.folder.text("x") == expected)
            let again = try await home.run(days + options + ["-o", file, "--update"], at: url)
            #expect(again.status == 0 && server.seen.count == before + 4)
            #expect(again.errors == "bo-export: '\(file)' is up to date\n")
            #expect(try home.folder.text("x") == expected)
        }
    }

    @Test("An empty chart of one region does not hold back the rows of the others")
    func emptyRegion() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let file = home.folder.path("x")
        let options = [
            "--date", "2022-05-02", "--region", "서울,부산", "--columns",
            "date,region,rank,title,fetched_at", "-o", file,
        ]
        server.give(.body(Self.empty), to: "20220502 0105011")
        try await server.run { url in
            #expect(try await home.run(options, at: url).status == 0)
            let full = try home.folder.text("x")
            #expect(full.split(separator: "\n").count == 11)
            // Pretends that the rows were asked for on the day after.
            let aged = try await home.shell(
                "sed -i -E 's/,영화/,옛 영화/; s/,[^,]*T[^,]*$/,2022-05-03T09:00:00+09:00/' \"$DIR/x\"",
                at: url)
            #expect(aged.status == 0)
            let outcome = try await home.run(options + ["--update"], at: url)
            #expect(outcome.errors.contains("brought '\(file)' up to date: 1 period is"))
            #expect(try home.folder.text("x").contains("옛") == false)
        }
    }

    @Test("Rows of a region are written even if another's are missing, and asked for again")
    func missingRegion() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let file = home.folder.path("x")
        let options = [
            "--region", "서울,부산", "--columns", "date,region,rank,title", "-o", file, "--update",
            "--keep-going",
        ]
        try await server.run { url in
            #expect(
                try await home.run(["--date", "2022-05-01"] + options, at: url).status == 0)
            server.give(.status(404), to: "20220502 0105011", times: 1)
            let partial = try await home.run(["--date", "2022-05-02"] + options, at: url)
            #expect(partial.status == 2, "\(partial.errors)")
            #expect(try home.folder.text("x").split(separator: "\n").count == 31)
            let whole = try await home.run(["--date", "2022-05-02"] + options, at: url)
            #expect(whole.status == 0, "\(whole.errors)")
            #expect(try home.folder.text("x").split(separator: "\n").count == 41)
        }
    }

    private static let empty =
        #"{"boxOfficeResult":{"showRange":"20220502~20220502","dailyBoxOfficeList":[]}}"#

    @Test("A period that became empty loses its rows only with --allow-empty")
    func emptied() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let file = home.folder.path("x")
        let options = [
            "--from", "2022-05-01", "--to", "2022-05-03", "--kind", "art", "--columns",
            "date,rank,title,fetched_at", "-o", file,
        ]
        try await server.run { url in
            #expect(try await home.run(options, at: url).status == 0)
            let aged = try await home.shell(
                """
                rm -r "$DIR/.cache"
                sed -i -E 's/(2022-05-02.*),[^,]*T[^,]*$/\\1,2022-05-03T09:00:00+09:00/' "$DIR/x"
                """, at: url)
            #expect(aged.status == 0)
            let full = try home.folder.text("x")
            server.give(.body(Self.empty), to: "20220502")
            let kept = try await home.run(options + ["--update"], at: url)
            #expect(kept.errors.contains("the file keeps its 10 rows"))
            #expect(try home.folder.text("x") == full)
            let allowed = try await home.run(options + ["--update", "--allow-empty"], at: url)
            #expect(allowed.status == 0, "\(allowed.errors)")
            let days = Set(try home.folder.text("x").split(separator: "\n").map { $0.prefix(10) })
            #expect(days == ["date,rank,", "2022-05-01", "2022-05-03"])
        }
    }

    @Test(
        "Provisional days are asked for again even in a run for another day",
        arguments: ["x.csv", "{year}-{month}.csv"])
    func provisionalBeside(name: String) async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let dates = try await home.shell(
            "for ago in 26 25 24; do TZ=Asia/Seoul date -d \"-$ago days\" +%F; done", at: "")
        let days = dates.output.split(separator: "\n").map(String.init)
        try #require(days.count == 3)
        let options = ["--columns", "date,rank,title,fetched_at", "-o", home.folder.path(name)]
        try await server.run { url in
            let first = try await home.run(
                ["--from", days[0], "--to", days[1]] + options, at: url)
            #expect(first.status == 0)
            // Pretends that the rows of each day were asked for on the day after it.
            let aged = try await home.shell(
                """
                rm -r "$DIR/.cache"
                sed -i -E 's/,[^,]*T[^,]*$/,\(days[1])T23:00:00+09:00/; s/,영화/,옛 영화/' "$DIR"/*.csv
                """, at: url)
            #expect(aged.status == 0, "\(aged.errors)")
            let before = server.seen.count
            let outcome = try await home.run(["--update"] + options, at: url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(asked(server, since: before).count == 3)
            let all = try await home.shell("cat \"$DIR\"/*.csv", at: url)
            #expect(!all.output.contains("옛"))
            #expect(all.output.split(separator: "\n").count(where: { $0.contains("영화") }) == 30)
            _ = try await home.run(["--update"] + options, at: url)
            #expect(asked(server, since: before).count == 3)
            // A failed request for such a day does not end the run, and its older rows stay.
            let again = try await home.shell(
                """
                rm -r "$DIR/.cache"
                sed -i -E 's/^(\(days[1]).*),[^,]*T[^,]*$/\\1,\(days[1])T23:00:00+09:00/' "$DIR"/*.csv
                """, at: url)
            #expect(again.status == 0, "\(again.errors)")
            server.give(.status(500), to: days[1].replacing("-", with: ""))
            let failing = try await home.run(["--last", "2", "--update"] + options, at: url)
            #expect(failing.status == 0, "\(failing.errors)")
            #expect(failing.errors.contains("the older rows stay: \(days[1])"))
            let rows = try await home.shell("cat \"$DIR\"/*.csv", at: url)
            #expect(rows.output.split(separator: "\n").count(where: { $0.contains("영화") }) == 40)
        }
    }

    @Test("A day that was provisional when it was asked for is asked for again")
    func provisional() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let file = home.folder.path("x")
        let options = days + ["--columns", "date,rank,title,audience_count,fetched_at", "-o", file]
        try await server.run { url in
            #expect(try await home.run(options, at: url).status == 0)
            let aged = try await home.shell(
                """
                rm -rf "$DIR/.cache"
                sed -i -E '/^2022-05-07/ { s/,[^,]*$/,2022-05-09T23:59:59+09:00/; s/영화/옛/ }
                           /^2022-05-08/ s/,[^,]*$/,2022-05-11T00:00:00+09:00/' "$DIR/x"
                """, at: url)
            #expect(aged.status == 0)
            let before = server.seen.count
            let update = try await home.run(options + ["--update"], at: url)
            #expect(update.status == 0, "\(update.errors)")
            #expect(asked(server, since: before) == ["20220507"])
            let text = try home.folder.text("x")
            #expect(!text.contains("옛") && text.split(separator: "\n").count == 201)
        }
    }

    @Test("Yesterday is asked for again on later runs, but not at once")
    func yesterday() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let options = ["--last", "5", "-o", home.folder.path("x.csv"), "--update"]
        try await server.run { url in
            #expect(try await home.run(options, at: url).status == 0)
            #expect(server.seen.count == 5)
            let first = try home.folder.text("x.csv")
            #expect(try await home.run(options, at: url).status == 0)
            #expect(server.seen.count == 5)
            #expect(try home.folder.text("x.csv") == first)
            // Pretends that the archive and the file are two hours old.
            let aged = try await home.shell(
                """
                touch -d '2 hours ago' "$DIR/x.csv"
                """, at: url)
            #expect(aged.status == 0)
            #expect(try await home.run(options, at: url).status == 0)
            #expect(server.seen.count == 7)
            #expect(try home.folder.text("x.csv") == first)
            #expect(try await home.run(options, at: url).status == 0)
            #expect(server.seen.count == 7)
        }
    }

    @Test(
        "A file that this command did not write is reported and left alone",
        arguments: [
            "날짜;순위\n", "hello\n", "date,rank\n2022-05-01\n",
            "date,rank\n2022-05-02,1\n2022-05-01,1\n",
            "date,rank\n2022-05-01,1", "date,rank\nyesterday,1\n", "date,rank\r\n2022-05-01,1\r\n",
            "\u{FEFF}date,rank\n2022-05-01,1\n", "rank,title\n1,a\n", "date,ranks\n2022-05-01,1\n",
            "date,rank\n\"2022-05-01,1\n", "{\"date\":\"2022-05-01\"}\n", "\0\0\0\n",
        ])
    func foreign(text: String) async throws {
        let home = try Household()
        try Data(text.utf8).write(to: home.folder.url.appending(path: "x.csv"))
        let server = try LoopbackKOBIS()
        let outcome = try await server.run { url in
            try await home.run(
                days + ["--update", "-o", home.folder.path("x.csv")], at: url)
        }
        #expect(outcome.status == 65)
        #expect(outcome.errors.hasPrefix("bo-export: error: "))
        #expect(server.seen.isEmpty)
        let bytes = FileManager.default.contents(atPath: home.folder.path("x.csv"))
        #expect(bytes == Data(text.utf8))
    }

    @Test("Another chart, another region or other columns do not continue a file", .slow)
    func otherCharts() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let file = ["-o", home.folder.path("x.csv")]
        try await server.run { url in
            let week = ["--from", "2022-05-01", "--to", "2022-05-20"]
            #expect(try await home.run(["weekend"] + week + file, at: url).status == 0)
            for other in [
                ["weekly"], ["daily"], ["weekend", "--columns", "from,rank"],
                ["weekend", "--region", "서울", "--region", "부산"], ["weekend", "--region", "서울"],
            ] {
                let outcome = try await home.run(other + week + file + ["--update"], at: url)
                #expect(outcome.status == 65, "\(other): \(outcome.errors)")
            }
            let same = try await home.run(["weekend"] + week + file + ["--update"], at: url)
            #expect(same.status == 0)
            let bare = ["--profile", "excel", "--header", "none", "-o", home.folder.path("e.csv")]
            #expect(try await home.run(week + bare, at: url).status == 0)
            #expect(try await home.run(week + bare + ["--update"], at: url).status == 0)
            // A week does not identify the day.
            let weeks = ["--columns", "year_week,rank,title", "-o", home.folder.path("w.csv")]
            #expect(try await home.run(week + weeks, at: url).status == 0)
            #expect(try await home.run(week + weeks + ["--update"], at: url).status == 65)
            let korean = [
                "--columns", "date,rank,nation", "--nation", "korean", "-o",
                home.folder.path("n.csv"),
            ]
            #expect(try await home.run(week + korean, at: url).status == 0)
            let source = ["--columns", "date,rank,source", "-o", home.folder.path("s.csv")]
            #expect(try await home.run(week + source, at: url).status == 0)
            let xml = week + source + ["--source", "kobis-xml", "--update"]
            let other = try await home.run(xml, at: url)
            #expect(other.status == 65)
            #expect(
                other.errors.contains("of the source 'kobis-json', but this run asks kobis-xml"))
            let details = ["-o", home.folder.path("d.csv")]
            #expect(try await home.run(week + details, at: url).status == 0)
            let more = week + details + ["--with", "details", "--update"]
            let lacking = try await home.run(more, at: url)
            #expect(lacking.status == 65)
            #expect(lacking.errors.contains("the file does not have the columns title_en"))
            let foreign = korean.map { $0 == "korean" ? "foreign" : $0 }
            #expect(try await home.run(week + foreign + ["--update"], at: url).status == 65)
        }
    }

    @Test("A dry run of an update shows what is missing; an unchanged file is not replaced")
    func dryRun() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let file = ["-o", home.folder.path("x.csv")]
        try await server.run { url in
            let week = ["--from", "2022-05-01", "--to", "2022-05-07"]
            #expect(try await home.run(week + file, at: url).status == 0)
            let none = try await home.run(week + file + ["--update", "--dry-run"], at: url)
            #expect(none.output == "")
            #expect(none.errors == "bo-export: 0 of 0 requests would be sent\n")
            let two = try await home.run(
                ["--from", "2022-05-01", "--to", "2022-05-09", "--update", "--dry-run"] + file,
                at: url)
            #expect(two.output.split(separator: "\n").count == 2)
        }
    }

    @Test("Two runs through two links to one file lose nothing")
    func links() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let outcome = try await home.shell(
                """
                mkdir "$DIR/a" "$DIR/b" "$DIR/real"
                ln -s ../real/x.csv "$DIR/a/x.csv"; ln -s ../real/x.csv "$DIR/b/x.csv"
                "$0" --from 2022-01-01 --to 2022-02-10 --update -q -o "$DIR/a/x.csv" & one=$!
                "$0" --from 2022-02-01 --to 2022-03-10 --update -q -o "$DIR/b/x.csv" & two=$!
                wait $one && wait $two && wc -l <"$DIR/real/x.csv"
                """, at: url)
            #expect(outcome.status == 0 && outcome.output.contains("691"), "\(outcome.errors)")
        }
    }

    @Test("A missing day leaves the file as it was, or with --keep-going only its lines")
    func failure() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let file = home.folder.path("x.csv")
        try await server.run { url in
            _ = try await home.run(
                ["--from", "2022-05-01", "--to", "2022-05-03", "-o", file], at: url)
            let old = try home.folder.text("x.csv")
            server.give(.status(500), to: "20220505")
            let update = ["--from", "2022-05-01", "--to", "2022-05-06", "-o", file, "--update"]
            let failed = try await home.run(update, at: url)
            #expect(failed.status == 69)
            #expect(try home.folder.text("x.csv") == old)
            let partial = try await home.run(update + ["--keep-going"], at: url)
            #expect(partial.status == 2)
            let text = try home.folder.text("x.csv")
            #expect(text.hasPrefix(old) && text.split(separator: "\n").count == 51)
            #expect(!text.contains("2022-05-05") && text.contains("2022-05-06"))
        }
        #expect(try home.folder.names.filter { !$0.hasPrefix(".") } == ["x.csv"])
    }

    @Test("Two runs at once on one file and one ledger lose nothing and count nothing twice")
    func twoAtOnce() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let outcome = try await home.shell(
                """
                "$0" --from 2022-01-01 --to 2022-02-28 --update -q -o "$DIR/x.csv" & one=$!
                "$0" --from 2022-02-01 --to 2022-03-31 --update -q -o "$DIR/x.csv" & two=$!
                wait $one && wait $two && "$0" quota
                """, at: url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("kobis    \(server.seen.count) of 3,000 calls"))
            let both = try home.folder.text("x.csv")
            _ = try await home.run(
                ["--from", "2022-01-01", "--to", "2022-03-31", "-o", home.folder.path("y.csv")],
                at: url)
            #expect(try both == home.folder.text("y.csv"))
            #expect(server.seen.count == 90)
        }
    }

    @Test(
        "An impossible use of --update is 64",
        arguments: [
            ["--update"], ["--update", "--format", "markdown", "-o", "x.md"],
            ["--update", "--last", "3", "-o", "{date}.csv"],
        ])
    func usage(arguments: [String]) async throws {
        let outcome = try await Program.run(
            arguments,
            environment: ["KOBIS_API_KEY": "test", "KOBIS_BASE_URL": "http://127.0.0.1:9"])
        #expect(outcome.status == 64)
        let search = try await Program.run(
            ["movies", "--update", "-o", "x.csv"],
            environment: ["KOBIS_API_KEY": "test", "KOBIS_BASE_URL": "http://127.0.0.1:9"])
        #expect(search.status == 64)
    }
}
