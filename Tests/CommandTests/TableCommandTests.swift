import Foundation
import Loopback
import SlowLane
import Testing

/// Tables in files as a source, from a user's point of view.
@Suite struct TableCommandTests {
    private static let typed = """
        from,to,순위,영화명,매출액,통화,출처,메모
        2022-06-03,2022-06-05,1,Top Gun: Maverick,90.1,USD,hall,"a, b"
        2022-06-03,2022-06-05,2,Jurassic World,7.65,USD,hall,

        """
    /// Three days, of which the second is missing.
    private static let days = """
        date,rank,title,movie_code
        2024-05-01,1,가,1
        2024-05-01,2,나,2
        2024-05-03,1,가,1
        2024-06-01,1,나,2

        """

    private func home(_ files: [String: String]) throws -> Household {
        let home = try Household()
        for (name, text) in files {
            try Data(text.utf8).write(to: home.folder.url.appending(path: name))
        }
        return home
    }

    /// Returns the options for the source with the file called `name`.
    private func file(_ name: String, of home: Household) -> [String] {
        ["--source", "file", "-O", "path=\(home.folder.path(name))"]
    }

    @Test(
        "An export is reproduced to the byte, from a file and from standard input",
        arguments: [
            [], ["--format", "jsonl"], ["--format", "jsonl", "--columns", "all"],
            ["--columns", "all"],
            ["--profile", "excel"], ["--header", "ko", "-O", "delimiter=tab", "-O", "quote=all"],
            ["-O", "null=NA", "-O", "thousands=,", "-O", "bom=true"],
            ["--columns", "title,rank,date,release_day,rank_marker,ticket_price,source"],
        ])
    func roundTrips(_ options: [String]) async throws {
        let home = try home([:])
        let path = home.folder.path("a")
        let line = options.map { "'\($0)'" }.joined(separator: " ")
        let run = try await home.shell(
            """
            set -e
            "$0" --source sample --last 3 -q -o "$DIR/a" \(line)
            "$0" --source file -O "path=$DIR/a" \(line) | cmp - "$DIR/a"
            cat "$DIR/a" | "$0" --source file -O path=- \(line) | cmp - "$DIR/a"
            """, at: "")
        #expect(
            run.status == 0 && run.output == "" && run.errors == "", "\(run.output)\(run.errors)")
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("The separator of list items is given once, for reading and for writing")
    func lists() async throws {
        let text = "date,rank,title,genres\n2024-05-01,1,가,a;b|c\n"
        let home = try home(["a.csv": text])
        for options in [["list=;"], ["list-separator=;"], ["file.list=;", "csv.list-separator=;"]] {
            let run = try await home.run(
                file("a.csv", of: home) + options.flatMap { ["-O", $0] }, at: "")
            #expect(run.output == text && run.errors == "", "\(run.errors)")
        }
        let other = try await home.run(file("a.csv", of: home) + ["-O", "file.list=;"], at: "")
        #expect(other.rows == ["2024-05-01,1,가,a|b|c"])
        let lines = try await home.run(
            file("a.csv", of: home) + ["-O", "list=;", "--format", "jsonl"], at: "")
        #expect(lines.output.hasSuffix("\"genres\":[\"a\",\"b|c\"]}\n"))
    }

    @Test("Hundreds of files are one table, in the order of their periods")
    func manyFiles() async throws {
        let home = try home([:])
        let run = try await home.shell(
            """
            set -e
            cd "$DIR"
            ulimit -n 64
            for year in $(seq 2200 -1 1900); do
                printf 'date,rank,title\\n%s-01-01,1,x\\n' $year > $year.csv
            done
            "$0" --source file $(printf ' -O path=%s' *.csv) -O path=- --jobs 1 <<end | md5sum
            date,rank,title
            1899-01-01,1,x
            end
            (echo date,rank,title; for year in $(seq 1899 2200); do echo "$year-01-01,1,x"; done) | md5sum
            """, at: "")
        let sums = Set(run.output.split(separator: "\n"))
        #expect(run.status == 0 && sums.count == 1, "\(run.output)\(run.errors)")
    }

    @Test("Charts of regions and joined ones are reproduced, and each region can have its file")
    func filtered() async throws {
        let home = try home([:])
        try await LoopbackKOBIS().run { url in
            let run = try await home.shell(
                """
                set -e
                cd "$DIR"
                "$0" --last 2 --region 서울,부산 -q -o a.csv
                "$0" --source file -O path=a.csv | cmp - a.csv
                "$0" --source file -O path=a.csv -q -o '{region}.csv'
                "$0" --source file -O path=a.csv --region 부산 | cmp - 부산시.csv
                "$0" --last 2 --deep -q -o b.csv
                "$0" --source file -O path=b.csv | cmp - b.csv
                "$0" --source file -O path=b.csv -q -o '{date}.csv'
                ls
                """, at: url)
            #expect(run.status == 0 && run.errors == "", "\(run.errors)")
            #expect(run.output.split(separator: "\n").count == 6)
        }
    }

    @Test(
        "Alone it gives all its periods, and --last, --month and --year count within them",
        arguments: [
            ([], ["2024-05-01", "2024-05-01", "2024-05-03", "2024-06-01"]),
            (["--last", "2"], ["2024-05-03", "2024-06-01"]),
            (["--month", "2024-05", "--top", "1"], ["2024-05-01", "2024-05-03"]),
            (["--year", "2024", "--top", "1"], ["2024-05-01", "2024-05-03", "2024-06-01"]),
            (["--date", "2024-05-03"], ["2024-05-03"]),
            (["--from", "2024-06-01"], ["2024-06-01"]),
        ])
    func periods(_ options: [String], _ expected: [String]) async throws {
        let home = try home(["a.csv": Self.days])
        let run = try await home.run(file("a.csv", of: home) + options, at: "")
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
        #expect(run.rows.map { String($0.prefix(10)) } == expected)
    }

    @Test(
        "Periods that it lacks, and queries that need a service, are refused with a command that works",
        arguments: [
            (
                ["--from", "2024-05-01", "--to", "2024-05-03"],
                "there is no chart of 2024-05-02: 'a.csv' holds"
            ),
            (
                ["--date", "2024-05-02", "--keep-going"],
                "there is no chart of 2024-05-02: 'a.csv' holds"
            ),
            (["--last", "4"], "--last 4 is more than there are: 'a.csv' holds 3"),
            (["--year", "2023"], "there is no chart of 2023: 'a.csv' holds"),
            (["weekend"], "hint: 'bo-export daily' with the same options reads them"),
            (
                ["--nation", "korean"],
                "'a.csv' has no rows of the daily chart for that region, nation and kind"
            ),
            (["market"], "hint: leave out --source file; the archive has the charts"),
            (
                ["ranking", "--year", "2024"],
                "hint: leave out --source file; the archive has the charts"
            ),
            (["--deep"], "hint: leave out --source file; the archive has the charts"),
            (["--cross-check"], "--cross-check does not take --source file"),
            (
                ["movies", "--title", "가"],
                "movies does not take --source file: files have only charts"
            ),
            (
                ["--format", "sqlite"],
                "sqlite needs source in every row, and not all of 'a.csv' have it"
            ),
            (["--format", "singer"], "hint: -O file.source=NAME sets it for rows without one"),
            (["-O", "file.currency=WON"], "-O file.currency= takes a currency of ISO 4217"),
        ] as [([String], String)])
    func refusals(_ options: [String], _ message: String) async throws {
        let home = try home(["a.csv": Self.days])
        let line = (options + ["--source", "file", "-O", "path=a.csv"]).map { "'\($0)'" }
            .joined(separator: " ")
        let run = try await home.shell("cd \"$DIR\" && \"$0\" \(line) -o out", at: "")
        #expect(run.status == 64 && run.errors.contains(message), "\(run.errors)")
        #expect(try home.folder.names.contains("out") == false)
    }

    @Test("A broken or missing file, or a missing path, writes nothing")
    func broken() async throws {
        let home = try home(["a.csv": Self.days + "2024-06-02,x,가,1\n"])
        for (options, status, message) in [
            (
                ["-O", "path=a.csv"], 65,
                "error: 'a.csv', line 6: 'x' in the column rank is not a whole number\n"
            ),
            (["-O", "path=b.csv"], 65, "error: there is no file 'b.csv'\n"),
            (["-O", "path=."], 65, "error: '.' cannot be read: Is a directory\n"),
            (
                [], 64,
                "hint: name it: -O path=FILE, once for each file; -O path=- reads standard input\n"
            ),
        ] as [([String], Int32, String)] {
            let line = options.joined(separator: " ")
            for output in ["-o out.csv", "-o out.db", ""] {
                let run = try await home.shell(
                    "cd \"$DIR\" && \"$0\" --source file \(line) -O file.source=a \(output)", at: ""
                )
                #expect(run.status == status && run.errors.hasSuffix(message), "\(run.errors)")
                #expect(run.output == "")
            }
        }
        #expect(try home.folder.names.filter { $0.hasPrefix("out") } == [])
    }

    @Test(
        "Beside a live source it gives the source's periods, and those that it lacks are 64 or missing"
    )
    func besideOthers() async throws {
        let home = try home(["us.csv": Self.typed])
        let both = [
            "weekend", "--source", "kobis-json,file", "-O", "path=\(home.folder.path("us.csv"))",
        ]
        try await LoopbackKOBIS().run { url in
            let run = try await home.run(
                both + [
                    "--date", "2022-06-03", "--columns",
                    "source,currency,rank,title,sales_amount,메모",
                ],
                at: url)
            #expect(run.status == 0 && run.errors.contains("stay as text: '메모'"), "\(run.errors)")
            #expect(run.rows.count == 12 && run.rows[0].hasPrefix("kobis-json,KRW,1,"))
            #expect(
                run.rows.suffix(2) == [
                    "hall,USD,1,Top Gun: Maverick,90.1,\"a, b\"", "hall,USD,2,Jurassic World,7.65,",
                ])
            let range = ["--from", "2022-05-27", "--to", "2022-06-05"]
            let part = try await home.run(both + range, at: url)
            #expect(part.status == 64 && part.output == "")
            #expect(part.errors.contains("hall has no chart of 2022-05-27~2022-05-29"))
            let kept = try await home.run(both + range + ["--keep-going"], at: url)
            #expect(kept.status == 2 && kept.rows.count == 22)
            #expect(kept.errors.contains("missing: hall has no chart of 2022-05-27~2022-05-29"))
        }
    }

    @Test("A chart that both a file and a service have is refused with file and line")
    func twice() async throws {
        let home = try home([:])
        try await LoopbackKOBIS().run { url in
            let columns = ["--columns", "default,source"]
            let export = try await home.run(
                ["--last", "2", "-o", home.folder.path("a.csv")] + columns, at: url)
            #expect(export.status == 0)
            for source in ["kobis-json", "kobis-xml"] {
                let run = try await home.shell(
                    "cd \"$DIR\" && \"$0\" --source \(source),file -O path=a.csv --last 1 -o out.csv",
                    at: url)
                #expect(run.status == 65)
                #expect(run.errors.contains("error: 'a.csv', line 12: the chart of "))
                #expect(run.errors.contains(" is there twice: \(source) has it too\n"))
            }
            #expect(try home.folder.names.contains("out.csv") == false)
        }
    }

    @Test("Rows of another chart, and rows of one region among others, are left out with a message")
    func leftOut() async throws {
        let mixed = """
            from,to,region,rank,title
            2022-06-03,2022-06-03,,1,a
            2022-06-03,2022-06-05,,1,b
            2022-06-03,2022-06-03,서울,1,c

            """
        let home = try home(["a.csv": mixed])
        let path = home.folder.path("a.csv")
        let alone = try await home.run(["--source", "file", "-O", "path=\(path)"], at: "")
        #expect(
            alone.status == 0
                && alone.rows == ["2022-06-03,2022-06-03,,1,a", "2022-06-03,2022-06-03,서울,1,c"])
        #expect(
            alone.errors
                == "bo-export: warning: '\(path)': 1 row is of other charts and left out\n")
        let quiet = try await home.run(["--source", "file", "-q", "-O", "path=\(path)"], at: "")
        #expect(quiet.output == alone.output && quiet.errors == "")
        let beside = try await home.run(
            [
                "--source", "sample,file", "-O", "path=\(path)", "--date", "2022-06-03",
                "--columns",
                "source,title",
            ], at: "")
        #expect(beside.rows.count == 11 && beside.rows.last == "file,a")
        #expect(beside.errors.contains("1 row is of one region, nation or kind and left out"))
    }

    @Test(
        "Charts of the country and of regions are separate in a page, and each region can have its file"
    )
    func mixedRegions() async throws {
        let mixed = """
            date,region,source,rank,title,movie_code
            2022-06-03,,a,1,x,1
            2022-06-04,서울,a,1,y,2
            2022-06-04,부산,a,1,z,3
            2022-06-04,부산,b,1,w,4

            """
        let home = try home(["a.csv": mixed])
        let run = try await home.shell(
            """
            set -e
            cd "$DIR"
            "$0" --source file -O path=a.csv -q -o a.html
            grep -o '<h2[^>]*>[^<]*' a.html | sed 's/.*>//'
            grep -c '<svg' a.html || true
            "$0" --source file -O path=a.csv -o '{region}.csv' || echo $?
            "$0" --source file -O path=a.csv --region 서울,부산 -q -o '{region}.csv'
            cat 부산.csv 서울.csv
            """, at: "")
        #expect(
            run.output == """
                2022년 6월 3일 (금) 일별 박스오피스, a
                2022년 6월 4일 (토) 일별 박스오피스, 서울, a
                2022년 6월 4일 (토) 일별 박스오피스, 부산, a
                2022년 6월 4일 (토) 일별 박스오피스, 부산, b
                0
                64
                source,date,region,rank,title,movie_code
                a,2022-06-04,부산,1,z,3
                b,2022-06-04,부산,1,w,4
                source,date,region,rank,title,movie_code
                a,2022-06-04,서울,1,y,2

                """)
        #expect(run.errors.contains("hint: --region chooses the regions that have files"))
    }

    @Test(
        "A database has the rows; options supply what they lack, and further columns are added",
        .enabled(if: Tool.isThere("python3"), "this needs python3"))
    func database() async throws {
        let text =
            "date,rank,title,movie_code,매출액,메모\n2024-05-01,1,가,1,1000,x\n2024-05-01,2,나,2,5.5,\n"
        let home = try home(["a.csv": text])
        let options = file("a.csv", of: home) + ["-o", home.folder.path("a.db")]
        let refused = try await home.run(options, at: "")
        #expect(refused.status == 64, "\(refused.errors)")
        #expect(refused.errors.contains("hint: -O file.source=NAME -O file.currency=KRW sets it"))
        let run = try await home.run(options + ["-O", "source=hall", "-O", "currency=USD"], at: "")
        #expect(run.status == 0, "\(run.errors)")
        let rows = try await home.rows(
            of:
                #"SELECT source, "from", rank, movie_code, currency, decimals, sales_amount, "메모" FROM charts ORDER BY 2, 3"#,
            in: home.folder.path("a.db"))
        #expect(rows == "hall 2024-05-01 1 1 USD 2 100000 x\nhall 2024-05-01 2 2 USD 2 550 None")
    }

    @Test(
        "Details come from the source that the row names; others have none, which is reported once"
    )
    func details() async throws {
        let rows = """
            date,rank,title,movie_code,source
            2022-06-03,1,범죄도시2,20204548,kobis-json
            2022-06-03,1,무엇,1,hall
            2022-06-04,1,무엇,1,hall

            """
        let home = try home(["a.csv": rows])
        let columns = ["--with", "details", "--columns", "source,title,directors"]
        try await LoopbackKOBIS().run { url in
            let run = try await home.run(file("a.csv", of: home) + columns, at: url)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.rows == ["kobis-json,범죄도시2,이상용", "hall,무엇,", "hall,무엇,"])
            let warning =
                "the rows of 'hall' stay without details: no source of that name has any\n"
            #expect(run.errors == "bo-export: warning: \(warning)")
        }
    }

    @Test("Posters for a file's rows are the same as for a service's rows")
    func posters() async throws {
        let services = try PosterServices()
        services.kakao.set(.gallery)
        let file = services.folder.path("a.csv")
        let columns = ["--with", "posters", "--columns", "rank,title,poster_url,poster_source"]
        let day = ["--date", "2022-06-05", "--top", "3"]
        let runs = try await services.run([
            day + ["--columns", "default,source", "-q", "-o", file],
            day + columns, ["--source", "file", "-O", "path=\(file)"] + columns,
        ])
        #expect(runs.map(\.status) == [0, 0, 0], "\(runs.map(\.errors))")
        #expect(runs[2].output == runs[1].output && runs[2].errors == runs[1].errors)
        #expect(runs[1].rows.count == 3)
    }

    @Test("The run of a film is read from the charts of a file")
    func trend() async throws {
        let home = try home([:])
        let run = try await home.shell(
            """
            set -e
            cd "$DIR"
            "$0" --source sample --last 7 -q -o a.csv
            "$0" trend 범죄도시2 --from 2022-05-30 --to 2022-06-05 --source sample -q -o b.csv
            "$0" trend 범죄도시2 --from 2022-05-30 --to 2022-06-05 --source file -O path=a.csv -q -o c.csv
            cmp b.csv c.csv
            """, at: "")
        #expect(run.status == 0 && run.errors == "", "\(run.output)\(run.errors)")
    }

    @Test("plugins, doctor and --dry-run describe it: no key, no network, no quota")
    func said() async throws {
        let home = try home(["a.csv": Self.days])
        let path = home.folder.path("a.csv")
        let plugins = try await home.run(["plugins", "file"], at: "")
        #expect(
            plugins.output.hasPrefix(
                "source  file         tables in files: the council's downloads, workbooks, csv, json; no key, no network, no quota (built in)\n"
            ))
        let doctor = try await home.run(["doctor"], at: "http://127.0.0.1:9")
        #expect(doctor.output.contains("sample, file    no key, no network and no quota needed\n"))
        let dry = try await home.run(
            file("a.csv", of: home) + ["--dry-run", "--last", "1"], at: "")
        #expect(dry.output == "own   file \(path)?from=2024-06-01&to=2024-06-01\n")
        #expect(dry.errors == "bo-export: 0 of 1 request would be sent\n")
    }

    @Test("A file is brought up to date from another, and a second run changes nothing")
    func update() async throws {
        let home = try home([:])
        let run = try await home.shell(
            """
            set -e
            cd "$DIR"
            "$0" --source sample --last 5 -q -o a.csv
            head -21 a.csv > b.csv
            "$0" --source file -O path=a.csv --update -q -o b.csv
            cmp a.csv b.csv
            "$0" --source file -O path=a.csv --update -q -o b.csv
            cmp a.csv b.csv
            """, at: "")
        #expect(run.status == 0 && run.errors == "", "\(run.output)\(run.errors)")
    }

    @Test("Markers are English words with --header en, and are read in both languages")
    func markers() async throws {
        let home = try home([:])
        let run = try await home.shell(
            """
            set -e
            cd "$DIR"
            set -- --columns date,rank,rank_marker,title,rank_change,is_new,open_date
            "$0" --source sample --last 6 "$@" -q -o ko.csv
            "$0" --source sample --last 6 "$@" --header en -q -o en.csv
            sed 's/,신작,/,NEW,/; s/,진입,/,IN,/' ko.csv | cmp - en.csv
            grep -c ',NEW,' en.csv
            "$0" --source file -O path=en.csv | cmp - ko.csv
            "$0" --source file -O path=ko.csv --header en | cmp - en.csv
            "$0" --source sample --last 6 "$@" --header en --format jsonl -q -o en.jsonl
            grep -c '"NEW"' en.jsonl
            "$0" --source file -O path=en.jsonl | cmp - ko.csv
            "$0" --source sample --last 6 "$@" --header en --format html -q -o en.html
            grep -o 'class="rise">NEW' en.html | wc -l
            """, at: "")
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
        #expect(run.output == "8\n8\n8\n")
    }

    @Test(
        "Data that a file lacks replaces nothing in a database or a document",
        .enabled(if: Tool.isThere("python3"), "this needs python3"))
    func shortFiles() async throws {
        let home = try home([:])
        let run = try await home.shell(
            """
            set -e
            cd "$DIR"
            "$0" --source sample --last 2 --columns default,source -q -o whole.csv
            head -1 whole.csv > top.csv
            grep -E '^[-0-9]+,[123],' whole.csv >> top.csv
            "$0" --source file -O path=whole.csv --columns date,rank,movie_code,title,source -q -o bare.csv
            cp whole.csv doc.csv
            "$0" --source sample --last 2 -q -o a.db
            for short in top bare; do
                "$0" --source file -O path=$short.csv -O file.currency=KRW -o a.db
                "$0" --source file -O path=$short.csv --update -o doc.csv
            done
            cmp whole.csv doc.csv
            "$0" --source file -O path=whole.csv -O file.currency=KRW -q -o b.db
            python3 -c "import sqlite3
            for name in 'ab':
                rows = sqlite3.connect(name + '.db').execute('SELECT count(*), count(sales_share) FROM charts')
                print(*rows.fetchone())"
            """, at: "")
        #expect(run.status == 0 && run.output == "20 20\n20 20\n", "\(run.output)\(run.errors)")
        let warnings = run.errors.split(separator: "\n").filter { $0.contains("keeps its 10 rows") }
        #expect(warnings.count == 8, "\(run.errors)")
    }

    @Test("A corrected file is written again, and an older one is not")
    func corrected() async throws {
        let home = try home([:])
        let run = try await home.shell(
            """
            set -e
            cd "$DIR"
            set -- --columns date,rank,title,audience_count,fetched_at
            "$0" --source sample --last 1 "$@" -q -o new.csv
            sed 's/2022-06-08T/2022-06-07T/; s/범죄도시2/범죄도시/' new.csv > old.csv
            cut -d, -f1-4 new.csv > a.csv
            cp a.csv b.csv
            sed 's/범죄도시2/범죄도시 2/' a.csv > corrected.csv
            "$0" --source file -O path=corrected.csv --update -o b.csv
            cmp corrected.csv b.csv
            "$0" --source file -O path=corrected.csv --update -o b.csv
            cp new.csv c.csv
            "$0" --source file -O path=old.csv --update -o c.csv
            cmp new.csv c.csv
            """, at: "")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(
            run.errors == """
                bo-export: brought 'b.csv' up to date: 1 period is new or changed
                bo-export: 'b.csv' is up to date
                bo-export: warning: 'old.csv' has older rows than the document, which keeps its own: 2022-06-05
                bo-export: 'c.csv' is up to date

                """)
    }

    @Test("--top takes the best ranks, and keeps the order of the rows")
    func best() async throws {
        let home = try home([
            "a.csv":
                "date,rank,title\n2024-05-01,3,c\n2024-05-01,,x\n2024-05-01,1,a\n2024-05-01,2,b\n"
        ])
        let run = try await home.run(file("a.csv", of: home) + ["--top", "2"], at: "")
        #expect(run.output == "date,rank,title\n2024-05-01,1,a\n2024-05-01,2,b\n", "\(run.errors)")
    }

    @Test(
        "A region that a day lacks is reported, refused if the day is named, and missing with --keep-going"
    )
    func regionsLacking() async throws {
        let home = try home([
            "a.csv": """
            date,region,rank,title,source
            2024-05-01,서울,1,가,hall
            2024-05-01,부산,1,가,hall
            2024-05-02,서울시,1,나,hall

            """
        ])
        let regions = file("a.csv", of: home) + ["--region", "서울,부산"]
        let range = ["--from", "2024-05-01", "--to", "2024-05-02"]
        let rows: [Substring] = [
            "2024-05-01,서울,1,가,hall", "2024-05-01,부산,1,가,hall", "2024-05-02,서울,1,나,hall",
        ]
        let lacking = "'\(home.folder.path("a.csv"))' does not hold 2024-05-02 부산"
        let all = try await home.run(regions, at: "")
        #expect(all.status == 0 && all.rows == rows)
        #expect(all.errors == "bo-export: warning: \(lacking)\n")
        let named = try await home.run(regions + range, at: "")
        #expect(named.status == 64 && named.errors.hasPrefix("bo-export: error: \(lacking)\n"))
        let keeping = try await home.run(regions + range + ["--keep-going"], at: "")
        #expect(keeping.status == 2 && keeping.rows == rows, "\(keeping.errors)")
        #expect(keeping.errors == "bo-export: warning: missing: \(lacking)\n")
    }

    @Test(
        "A chart that a document lacks is added, although others of its day are older in the file")
    func newEdition() async throws {
        let head = "date,region,rank,title,fetched_at\n"
        let seoul = "2024-05-01,서울,1,가,2024-05-0"
        let busan = "2024-05-01,부산,1,나,2024-05-0"
        let home = try home([
            "a.csv": head + seoul + "3T09:00:00+09:00\n",
            "b.csv": head + seoul + "2T09:00:00+09:00\n" + busan + "4T09:00:00+09:00\n",
            "c.csv": head + seoul + "2T09:00:00+09:00\n",
        ])
        let run = try await home.shell(
            """
            cd "$DIR"
            cp a.csv doc.csv
            for file in c b; do
                "$0" --source file -O path=$file.csv --update -o doc.csv
            done
            cmp b.csv doc.csv
            """, at: "")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(
            run.errors.hasPrefix(
                "bo-export: warning: 'c.csv' has older rows than the document, which keeps its own: 2024-05-01\n"
            ), "\(run.errors)")
    }

    @Test(
        "Data that only one of several sources has is written with --keep-going",
        arguments: [["file,sample"], ["sample,file"]])
    func heldByFile(_ sources: [String]) async throws {
        let home = try home(["a.csv": "date,rank,title\n2024-12-30,1,가\n"])
        let path = home.folder.path("a.csv")
        let run = try await home.run(
            ["--source"] + sources + ["-O", "path=\(path)", "--columns", "source,title"]
                + ["--keep-going", "--date", "2024-12-30"], at: "")
        #expect(run.status == 2 && run.rows == ["file,가"], "\(run.errors)")
        #expect(run.errors.contains("missing: sample has no chart of 2024-12-30"))
    }

    @Test("The state of Singer has the content of a file with several filters, and nothing else")
    func singer() async throws {
        let home = try home([
            "a.csv": """
            date,nation,kind,rank,title,movie_code,source,fetched_at
            2010-01-01,korean,,1,가,1,hall,2024-01-01T09:00:00+09:00
            2010-01-01,,art,1,나,2,hall,2024-01-01T09:00:00+09:00
            2010-01-02,,art,1,나,2,hall,2024-01-01T09:00:00+09:00

            """
        ])
        let run = try await home.run(file("a.csv", of: home) + ["--format", "singer"], at: "")
        let state = run.output.split(separator: "\n").last ?? ""
        #expect(run.status == 0 && state.contains("STATE"), "\(run.errors)")
        #expect(
            !state.contains("provisional\":[{")
                && !state.contains("\"nation\":\"all\",\"kind\":\"all\""))
        #expect(state.contains("2010-01-02"), "\(state)")
    }

    @Test("Amounts in another currency do not continue a file")
    func otherCurrency() async throws {
        let home = try home([
            "a.csv": "date,rank,title,sales_amount,currency\n2024-05-01,1,가,1.25,USD\n",
            "b.csv": "date,rank,title,sales_amount\n2024-05-01,1,가,1.5\n",
        ])
        let run = try await home.shell(
            """
            cd "$DIR"
            "$0" --source file -O path=a.csv --update -o c.csv -q
            cp c.csv d.csv
            "$0" --source file -O path=b.csv --update -o c.csv
            echo $?
            cmp c.csv d.csv
            """, at: "")
        #expect(run.output == "65\n" && run.status == 0, "\(run.output)\(run.errors)")
        #expect(
            run.errors.contains("the file has amounts in USD, but the new ones have no currency"))
    }

    @Test("A table that is one of several files to be written is refused before the first")
    func inputAsOutput() async throws {
        let home = try home([
            "2024-05-01.csv": "date,rank,title\n2024-05-01,1,가\n2024-05-02,1,나\n"
        ])
        let run = try await home.shell(
            """
            cd "$DIR"
            "$0" --source file -O path=2024-05-01.csv -o '{date}.csv'
            echo $?
            ls
            """, at: "")
        #expect(run.output == "64\n2024-05-01.csv\n", "\(run.errors)")
    }

    @Test(
        "An updated file keeps its words for new films, and runs have those of the header"
    )
    func wordsOfMarkers() async throws {
        let home = try home([:])
        let run = try await home.shell(
            """
            set -e
            cd "$DIR"
            set -- --source sample --columns date,rank,title,rank_marker -q
            "$0" "$@" --from 2022-05-31 --to 2022-06-02 -o whole.csv
            "$0" "$@" --date 2022-05-31 -o part.csv
            "$0" "$@" --from 2022-05-31 --to 2022-06-02 --header en --update -o part.csv
            cmp whole.csv part.csv
            "$0" trend 브로커 --from 2022-05-31 --to 2022-06-02 "$@" --header en
            """, at: "")
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
        #expect(run.output.contains(",NEW\n") && !run.output.contains("신작"), "\(run.output)")
    }

    @Test("Two sources whose names are one file are refused")
    func sourcesInOneFile() async throws {
        let home = try home([
            "a.csv": "date,rank,title,source\n2024-05-01,1,가,a/b\n2024-05-01,1,가,a_b\n"
        ])
        let run = try await home.run(
            file("a.csv", of: home) + ["-o", home.folder.path("{source}.csv")], at: "")
        #expect(
            run.status == 64 && run.errors.contains("two regions or sources would go to one file"))
    }

    @Test("A document of several regions is brought up to date again, and loses none")
    func mixedUpdate() async throws {
        let home = try home([
            "a.csv": "date,region,rank,title\n2024-05-01,,1,가\n2024-05-01,부산,1,나\n",
            "b.csv": "date,region,rank,title\n2024-05-01,부산,1,나\n",
        ])
        let run = try await home.shell(
            """
            cd "$DIR"
            for file in a a b; do
                "$0" --source file -O path=$file.csv --update -o c.csv
                echo $?
            done
            cmp a.csv c.csv
            """, at: "")
        #expect(run.output == "0\n0\n65\n" && run.status == 0, "\(run.output)")
        #expect(run.errors.contains("'c.csv' is up to date\n"))
        #expect(
            run.errors.contains("there are records of the whole country, which is not asked for"))
    }

    @Test("Unknown details leave the row's own values, and are recorded")
    func ownDetails() async throws {
        let home = try home([
            "a.csv": """
            date,rank,title,movie_code,source,genres
            2022-06-05,1,범죄도시2,20204548,kobis-json,x
            2022-06-05,1,Top Gun: Maverick,1,hall,y

            """
        ])
        try await LoopbackKOBIS().run { url in
            let run = try await home.shell(
                """
                set -e
                cd "$DIR"
                set -- --source file -O path=a.csv --with details --columns source,genres,rating
                "$0" "$@" -q --record rec
                "$0" "$@" -q --replay rec > again.csv
                "$0" "$@" -q | cmp - again.csv
                """, at: url)
            #expect(run.status == 0 && run.errors == "", "\(run.errors)")
            #expect(
                run.rows.last == "hall,y," && run.rows.first?.hasPrefix("kobis-json,범죄") == true)
        }
    }

    @Test("Standard input is read from its current position, and stored in TMPDIR")
    func standardInput() async throws {
        let home = try home(["a.csv": "# a note\ndate,rank,title\n2024-05-01,1,가\n"])
        let run = try await home.shell(
            """
            (read note; "$0" --source file -O path=-) < "$DIR/a.csv"
            tail -2 "$DIR/a.csv" | TMPDIR="$DIR/none" "$0" --source file -O path=-
            echo $?
            """, at: "")
        #expect(run.output == "date,rank,title\n2024-05-01,1,가\n73\n", "\(run.errors)")
        #expect(run.errors.contains("standard input cannot be copied to '"))
    }

    @Test("The ranks of a hand-typed table are drawn by title, because it has no codes")
    func typedPlot() async throws {
        let home = try home([
            "a.csv": """
            date,rank,title
            2024-05-01,1,가
            2024-05-01,2,나
            2024-05-02,1,나
            2024-05-02,2,가

            """
        ])
        let path = home.folder.path("a.html")
        let run = try await home.run(file("a.csv", of: home) + ["-o", path], at: "")
        #expect(run.status == 0 && run.errors == "bo-export: wrote 4 rows to '\(path)'\n")
        #expect(try home.folder.text("a.html").contains("<svg"))
    }

    @Test(
        "A film in a hand-typed table is on the chart, with or without changes of rank")
    func typedRun() async throws {
        let home = try home([
            "a.csv": "date,rank,title,movie_code\n2024-05-01,1,가,1\n2024-05-02,2,가,1\n"
        ])
        let run = try await home.run(
            ["trend", "1", "--from", "2024-05-01", "--to", "2024-05-02"]
                + file("a.csv", of: home) + ["--columns", "date,on_chart,rank"], at: "")
        #expect(run.rows == ["2024-05-01,true,1", "2024-05-02,true,2"], "\(run.errors)")
    }

    @Test(
        "Random tables are reproduced to the byte",
        .enabled(if: Tool.isThere("python3"), "this needs python3"))
    func randomTables() async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Tables/roundtrip.py").standardized.path
        let run = try await Program.shell(
            "python3 '\(script)' \"$0\" --seeds \(SlowLane.cases(12, quick: 4))")
        #expect(
            run.status == 0 && run.output.hasSuffix("; 0 differ\n"), "\(run.output)\(run.errors)")
    }
}
