import Foundation
import Loopback
import SlowLane
import Testing

/// `-o FILE.sqlite`: databases that the program has written, read back by Python.
@Suite(.serialized) struct DatabaseCommandTests {
    private static let canBeRead = Tool.isThere("python3")
    private let home: Household
    private var database: String { home.folder.path("a.db") }

    init() throws { home = try Household() }

    @Test(
        "The published figures of the recorded week are read back, typed and with their keys",
        .enabled(if: canBeRead, "this needs python3"))
    func week() async throws {
        let file = home.folder.path("week.sqlite")
        let range = ["--source", "sample", "--from", "2022-05-30"]
        let csv = try await home.run(range + ["--format", "csv", "-O", "delimiter=tab"], at: "")
        let written = try await home.run(range + ["-o", file], at: "")
        #expect(csv.status == 0 && written.status == 0)
        #expect(written.errors == "bo-export: wrote 70 rows to '\(file)'\n")
        let names = try #require(csv.output.split(separator: "\n").first).split(separator: "\t")
        let columns = names.map {
            $0 == "is_new" ? "iif(is_new, 'true', 'false')" : "ifnull(\($0), '')"
        }
        let figures = names.drop { $0 != "sales_total" }.map { "typeof(\($0))" }
        func ask(_ query: String) async throws -> String {
            try await home.rows(of: query, in: file)
        }
        #expect(
            try await ask("SELECT \(columns.joined(separator: ", ")) FROM box_office")
                == csv.rows.joined(separator: "\n").replacing("\t", with: " "))
        let types = try await ask(
            "SELECT \(figures.joined(separator: ", ")) FROM box_office LIMIT 1")
        #expect(Set(types.split(separator: " ")).isSubset(of: ["integer", "real"]))
        #expect(try await ask("PRAGMA integrity_check") == "ok")
        #expect(try await ask("PRAGMA foreign_key_check") == "")
        #expect(try await ask("PRAGMA user_version") == "3")
        let keys = "SELECT name FROM pragma_table_info('charts') WHERE pk ORDER BY pk"
        #expect(
            try await ask(keys) == "source\nchart\nfrom\nregion\nnation\nkind\nmovie_code")
        let again = try await home.run(range + ["-o", home.folder.path("2.sqlite")], at: "")
        #expect(again.status == 0)
        let same = try await home.shell("cmp \"$DIR/week.sqlite\" \"$DIR/2.sqlite\"", at: "")
        #expect(same.status == 0, "the same rows are the same bytes")
    }

    @Test(
        "A new database that cannot be written leaves no file, also behind a link",
        arguments: [0, 4], ["x.db", "link.db"])
    func leavesNoFile(blocks: Int, file: String) async throws {
        let outcome = try await home.shell(
            """
            cd "$DIR" && ln -s target.db link.db; trap '' XFSZ
            (ulimit -f \(blocks); "$0" --source sample -o \(file)); echo $?; ls
            """, at: "")
        #expect(outcome.output == "74\nlink.db\n", "\(outcome.errors)")
    }

    @Test(
        "If a trigger of another program drops rows or films, the run ends with 73 and changes nothing",
        .enabled(if: canBeRead, "this needs python3"),
        arguments: [
            "BEFORE INSERT ON charts BEGIN SELECT RAISE(IGNORE); END",
            "AFTER INSERT ON charts WHEN new.rank > 9 BEGIN DELETE FROM charts WHERE rank > 9; END",
            "AFTER INSERT ON charts BEGIN UPDATE charts SET movie_code = new.rank WHERE rank = 1; END",
            "BEFORE INSERT ON films BEGIN SELECT RAISE(IGNORE); END",
        ])
    func trigger(statement: String) async throws {
        let file = ["--source", "sample", "-o", database, "--date"]
        let first = try await home.run(file + ["2022-06-01"], at: "")
        #expect(first.status == 0)
        _ = try await home.rows(of: "CREATE TRIGGER others \(statement)", in: database)
        let before = try Data(contentsOf: URL(filePath: database))
        let second = try await home.run(file + ["2022-06-05"], at: "")
        #expect(second.status == 73 && second.errors.contains(" would not keep "))
        #expect(try Data(contentsOf: URL(filePath: database)) == before)
    }

    @Test(
        "A trigger of another program that drops nothing stands in nobody's way",
        .enabled(if: canBeRead, "this needs python3"))
    func harmlessTrigger() async throws {
        let file = ["--source", "sample", "-o", database, "--date"]
        _ = try await home.run(file + ["2022-06-01"], at: "")
        _ = try await home.rows(of: "CREATE TABLE log (code)", in: database)
        let statement =
            "CREATE TRIGGER others AFTER INSERT ON charts BEGIN INSERT INTO log VALUES (1); END"
        _ = try await home.rows(of: statement, in: database)
        let second = try await home.run(file + ["2022-06-05"], at: "")
        #expect(second.status == 0, "\(second.errors)")
        #expect(try await home.rows(of: "SELECT count(*) FROM log", in: database) == "10")
    }

    /// Runs Python code `work`, with the database as `d`, while the program adds to the database;
    /// returns the program's outcome.
    private func run(beside work: String, _ options: String = "") async throws -> Program.Outcome {
        try await home.shell(
            """
            rm -f "$DIR/told"
            python3 -u - "$DIR/a.db" <<'END' > "$DIR/told" &
            import sqlite3, sys, time
            d = sqlite3.connect(sys.argv[1], isolation_level=None)
            \(work)
            END
            until [ -s "$DIR/told" ]; do sleep 0.05; done
            "$0" --source sample --date 2022-06-01 -o "$DIR/a.db" \(options)
            status=$?
            wait
            exit $status
            """, at: "")
    }

    @Test(
        "The program waits for another one that uses the database, and readers go on",
        .slow,
        .enabled(if: canBeRead, "this needs python3"))
    func locked() async throws {
        let first = ["--source", "sample", "--date", "2022-05-31", "-o", database]
        #expect(try await home.run(first, at: "").status == 0)
        let count = "SELECT count(*) FROM charts"
        let busy = try await run(
            beside: "d.execute('BEGIN EXCLUSIVE'); print(1); time.sleep(3)", "--timeout 1")
        #expect(busy.status == 75)
        #expect(
            busy.errors == """
                bo-export: error: another program has locked '\(database)'
                bo-export: hint: run the command again when that program is done; --timeout waits longer

                """)
        #expect(try await home.rows(of: count, in: database) == "10")
        let reading = """
            d.execute('BEGIN'); count = lambda: d.execute('\(count)').fetchone()
            print(count()); time.sleep(2); print(count()); d.execute('COMMIT')
            for attempt in range(300):
                if count() != (10,): break
                time.sleep(0.1)
            print(count())
            """
        let read = try await run(beside: reading)
        #expect(read.status == 0, "\(read.errors)")
        let told = try home.folder.text("told")
        #expect(told == "(10,)\n(10,)\n(20,)\n", "\(told) \(read.errors)")
    }
}
