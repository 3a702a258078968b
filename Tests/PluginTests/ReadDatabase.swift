import Foundation
import Loopback

/// A database as Python's sqlite3 module reads it.
struct ReadDatabase {
    /// A table or view.
    struct Table {
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
    let version: Int?
    /// The tables and views.
    let tables: [String: Table]

    /// Reads the file at `path`.
    init(at path: String) async throws {
        let found: [[[String]]] = try await OtherProgram.read(
            by: "database",
            [
                "str", path, "PRAGMA integrity_check", "PRAGMA foreign_key_check",
                "PRAGMA user_version",
                """
                SELECT s.name, c.name, c.type, c."notnull", c.pk
                FROM sqlite_schema AS s, pragma_table_info(s.name) AS c
                WHERE s.type IN ('table', 'view') AND s.sql IS NOT NULL ORDER BY s.name, c.cid
                """,
            ])
        (integrity, orphans, version) = (found[0][0][0], found[1].count, Int(found[2][0][0]))
        let columns = Dictionary(grouping: found[3]) { $0[0] }.mapValues { columns in
            columns.map { $0.dropFirst().joined(separator: " ") }
        }
        let names = columns.keys.map { "SELECT * FROM \"\($0.replacing("\"", with: "\"\""))\"" }
        let rows: [[[String]]] = try await OtherProgram.read(
            by: "database", ["typed", path] + names)
        tables = Dictionary(
            uniqueKeysWithValues: zip(columns, rows).map { named, rows in
                (named.key, Table(columns: named.value, rows: rows))
            })
    }

    /// Reads a file.
    init(_ bytes: [UInt8]) async throws {
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: folder.url.appending(path: "x"))
        try await self.init(at: folder.path("x"))
    }
}
