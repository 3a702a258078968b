import Foundation
import Loopback
import Testing

/// `-o FILE.sqlite`: databases as the program leaves them, read back by Python.
@Suite(.serialized) struct DatabaseCommandTests {
    private static let canBeRead = Tool.isThere("python3")

    @Test(
        "The published figures of the recorded week come back, typed and with their keys",
        .enabled(if: canBeRead, "this needs python3"))
    func week() async throws {
        let home = try Household()
        let file = home.folder.path("week.sqlite")
        let range = ["--source", "sample", "--from", "2022-05-30"]
        let csv = try await home.run(range + ["-o", home.folder.path("week.csv")], at: "")
        let written = try await home.run(range + ["-o", file], at: "")
        #expect(csv.status == 0 && written.status == 0)
        #expect(written.errors == "bo-export: wrote 70 rows to '\(file)'\n")
        let compared = try await home.shell(
            """
            python3 - "$DIR" <<'END'
            import csv, sqlite3, sys
            database = sqlite3.connect(f"file:{sys.argv[1]}/week.sqlite?mode=ro", uri=True)
            with open(f"{sys.argv[1]}/week.csv", newline="") as file:
                expected = list(csv.DictReader(file))
            names = list(expected[0])
            rows = database.execute(f"SELECT {', '.join(names)} FROM box_office").fetchall()
            def text(name, value):
                if value is None: return ""
                return str(bool(value)).lower() if name == "is_new" else str(value)
            assert [[text(n, v) for n, v in zip(names, row)] for row in rows] \\
                == [list(row.values()) for row in expected]
            assert {type(v) for v in rows[0][names.index("sales_total"):]} <= {int, float}
            one = lambda sql: database.execute(sql).fetchall()
            assert one("PRAGMA integrity_check") == [("ok",)] and not one("PRAGMA foreign_key_check")
            assert one("PRAGMA user_version") == [(1,)]
            keys = [row[1] for row in sorted(one("PRAGMA table_info(charts)"), key=lambda r: r[5]) if row[5]]
            assert keys == ["source", "chart", "from", "region", "nation", "kind", "movie_code"], keys
            print(len(rows))
            END
            """, at: "")
        #expect(compared.output == "70\n", "\(compared.errors)")
        let again = try await home.run(range + ["-o", home.folder.path("2.sqlite")], at: "")
        #expect(again.status == 0)
        let same = try await home.shell("cmp \"$DIR/week.sqlite\" \"$DIR/2.sqlite\"", at: "")
        #expect(same.status == 0, "the same rows are the same bytes")
    }

    @Test(
        "A database that lacks a period says so, and a failed run leaves the old one",
        .enabled(if: canBeRead, "this needs python3"))
    func missing() async throws {
        let home = try Household()
        let file = home.folder.path("x.db")
        let server = try LoopbackKOBIS()
        server.give(.status(500), to: "20220602")
        try await server.run { url in
            let range = ["--from", "2022-06-01", "--to", "2022-06-03", "-o", file]
            let partial = try await home.run(range + ["--keep-going"], at: url)
            #expect(partial.status == 2)
            let read = try await home.shell(
                """
                python3 -c "import sqlite3, sys
                for row in sqlite3.connect(sys.argv[1]).execute('''SELECT text FROM about
                    WHERE label = 'missing' UNION ALL SELECT count(*) FROM charts'''): print(*row)
                " "$DIR/x.db"
                """, at: url)
            #expect(
                read.output == "2022-06-02: the service answered HTTP 500\n20\n", "\(read.errors)")
            let before = try Data(contentsOf: URL(filePath: file))
            let failed = try await home.run(range, at: url)
            #expect(failed.status == 69)
            #expect(try Data(contentsOf: URL(filePath: file)) == before)
            let update = try await home.run(range + ["--update"], at: url)
            #expect(update.status == 64)
            #expect(try Data(contentsOf: URL(filePath: file)) == before)
        }
    }

    @Test(
        "A database that another program has open, or left behind, is not replaced",
        arguments: ["-wal", "-journal"])
    func journal(companion: String) async throws {
        let home = try Household()
        let file = home.folder.path("x.sqlite")
        try Data("old".utf8).write(to: URL(filePath: file))
        try Data().write(to: URL(filePath: file + companion))
        let refused = try await home.run(["--source", "sample", "-o", file], at: "")
        #expect(refused.status == 73)
        #expect(
            refused.errors.hasPrefix(
                "bo-export: error: '\(file)' is not replaced: with '\(file)\(companion)' beside it")
        )
        #expect(try home.folder.text("x.sqlite") == "old")
        let other = home.folder.path("x.csv")
        try Data().write(to: URL(filePath: other + companion))
        let csv = try await home.run(["--source", "sample", "-o", other], at: "")
        #expect(csv.status == 0)
    }

    @Test("SQLite is opened for databases and nothing else; without it they are refused at once")
    func library() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("x.sqlite")
        let sample = ["--source", "sample"]
        let csv = try await Program.run(sample, environment: ["LD_DEBUG": "files"])
        #expect(csv.status == 0 && !csv.errors.contains("sqlite3"))
        try Data("no library".utf8).write(to: folder.url.appending(path: "libsqlite3.so.0"))
        let environment = ["LD_LIBRARY_PATH": folder.url.path]
        let broken = try await Program.run(sample + ["-o", file], environment: environment)
        #expect(broken.status == 78)
        #expect(broken.errors.hasPrefix("bo-export: error: SQLite, which writes databases, cannot"))
        #expect(!FileManager.default.fileExists(atPath: file))
    }
}
