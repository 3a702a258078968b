import Foundation
import Loopback
import SlowLane
import Testing

/// `--update`: a report that runs every morning.
@Suite struct UpdateCommandTests {
    private let home: Household
    private let server: LoopbackKOBIS
    private let days = ["--from", "2022-05-01", "--to", "2022-05-20"]

    init() throws {
        home = try Household()
        server = try LoopbackKOBIS()
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
        let file = home.folder.path("x")
        server.set(
            titles: ["a\nb", "\"", "c,d", "e|f", "g\r\nh", "i", "\\", "j\u{2028}k", "=1", "'"],
            on: "20220512")
        try await server.run { url in
            let full = try await home.run(days + options + ["-o", file], at: url)
            #expect(full.status == 0)
            let expected = try home.folder.text("x")
            #expect(!expected.contains("g\r\n") && !expected.contains("g\\r"))
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
            let asked = server.seen.dropFirst(before).compactMap { $0.parameters["targetDt"] }
            #expect(asked.sorted() == ["20220501", "20220510", "20220515", "20220520"])
            #expect(try home.folder.text("x") == expected)
            let again = try await home.run(days + options + ["-o", file, "--update"], at: url)
            #expect(again.status == 0 && server.seen.count == before + 4)
            #expect(again.errors == "bo-export: '\(file)' is up to date\n")
            #expect(try home.folder.text("x") == expected)
        }
    }

    @Test("Yesterday is asked for again on later runs, but not at once")
    func yesterday() async throws {
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

    @Test("A damaged file of an earlier month is in the report and, with -q, nowhere else")
    func damaged() async throws {
        try await server.run { url in
            let outcome = try await home.shell(
                """
                cd "$DIR"; echo a,b >2022-05.csv
                "$0" --date 2022-06-05 --update -o '{year}-{month}.csv' -q --report r.json
                """, at: url)
            #expect(outcome.status == 0 && outcome.errors == "")
            #expect(try Report("r.json", in: home.folder).warnings.count == 1)
        }
    }

    @Test("Two runs through two links to one file lose nothing")
    func links() async throws {
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

    @Test("Two runs at once on one file and one ledger lose nothing and count nothing twice")
    func twoAtOnce() async throws {
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
}
