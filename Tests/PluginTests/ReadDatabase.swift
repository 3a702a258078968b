import Foundation
import Loopback

/// A database as Python's sqlite3 module reads it.
struct ReadDatabase: Decodable {
    /// A table or view.
    struct Table: Decodable {
        /// For each column its name, declared type, NOT NULL flag and place in the key.
        let columns: [String]
        /// The values, each prefixed with its type in Python: `int:3`.
        let rows: [[String]]
    }

    /// The result of the check of the whole file: `ok`.
    let integrity: String
    /// The number of rows that refer to a missing film.
    let orphans: Int
    /// `PRAGMA user_version`.
    let version: Int
    let tables: [String: Table]
    let views: [String: Table]

    /// Reads the file at `path`.
    init(at path: String) async throws {
        try await self.init(Array(Data(contentsOf: URL(filePath: path))))
    }

    /// Reads a file.
    init(_ bytes: [UInt8]) async throws {
        let program = """
            import json, sqlite3, sys, tempfile
            with tempfile.NamedTemporaryFile(suffix=".sqlite") as file:
                file.write(sys.stdin.buffer.read())
                file.flush()
                database = sqlite3.connect(f"file:{file.name}?mode=ro", uri=True)
                def ask(sql): return database.execute(sql).fetchall()
                def quoted(name): return '"' + name.replace('"', '""') + '"'
                def table(name):
                    columns = ask(f"PRAGMA table_info({quoted(name)})")
                    rows = ask(f"SELECT * FROM {quoted(name)}")
                    return {
                        "columns": [" ".join(map(str, c[1:4] + c[5:])) for c in columns],
                        "rows": [[f"{type(v).__name__}:{v}" for v in row] for row in rows],
                    }
                def names(kind):
                    return [n for n, in ask(
                        "SELECT name FROM sqlite_schema WHERE sql IS NOT NULL "
                        f"AND type = '{kind}' ORDER BY name")]
                json.dump({
                    "integrity": ask("PRAGMA integrity_check")[0][0],
                    "orphans": len(ask("PRAGMA foreign_key_check")),
                    "version": ask("PRAGMA user_version")[0][0],
                    "tables": {n: table(n) for n in names("table")},
                    "views": {n: table(n) for n in names("view")},
                }, sys.stdout)
            """
        let json = try await OtherProgram.output(of: ["python3", "-c", program], input: bytes)
        self = try JSONDecoder().decode(Self.self, from: json)
    }

    /// Returns the result of a statement, as the program sqlite3 prints it.
    static func answer(to sql: String, from bytes: [UInt8]) async throws -> String {
        let script = """
            file=$(mktemp) && cat >"$file" && sqlite3 -readonly "$file" "$0"
            status=$?; rm "$file"; exit $status
            """
        let output = try await OtherProgram.output(of: ["sh", "-c", script, sql], input: bytes)
        return String(decoding: output, as: UTF8.self)
    }
}
