internal import BoxOffice

/// A table, with the statements that make and fill it.
struct DatabaseTable {
    /// The name of the table with the films.
    static let ofFilms = "films"

    /// The name.
    let name: String
    /// The columns; those of the key are in its order.
    let columns: [TableColumn]
    /// Whether rows are about films that have a table of their own.
    var refersToFilms = false

    /// The columns that tell a row from all others.
    var key: [TableColumn] { columns.filter(\.isKey) }

    /// The statement that makes the table in the database `schema`.
    ///
    /// A table with a key is clustered by it: rows with a number would need an index of the key, and
    /// each of its entries is as long as the key itself. Rows with lists are too long for that (SQLite,
    /// "Clustered Indexes and the WITHOUT ROWID Optimization", 4), and films may have lists.
    func creation(in schema: String) -> String {
        var parts = columns.map(\.definition) + ["PRIMARY KEY (\(key.sqlNames))"]
        if refersToFilms {
            let film = "source, \"movie_code\""
            parts.append("FOREIGN KEY (\(film)) REFERENCES films (\(film))")
        }
        let isClustered = name != Self.ofFilms && !columns.contains { $0.column.kind == .list }
        return "CREATE TABLE \(schema).\(name.sqlName) (\n  " + parts.joined(separator: ",\n  ")
            + "\n) STRICT" + (isClustered ? ", WITHOUT ROWID" : "")
    }

    /// A row with a parameter for each column, in SQL.
    var parameters: String { "VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))" }

    /// The rows of the temporary database that fit `condition`, in SQL.
    func collected(where condition: String = "true") -> String {
        "SELECT * FROM main.\(name.sqlName) WHERE \(condition)"
    }

    /// The statement that puts `rows` into the file.
    ///
    /// A row with the same key takes over the new values, and keeps those of other columns.
    func merging(_ rows: String) -> String {
        let changes = columns.filter { !$0.isKey }.map { column in
            let column = column.name.sqlName
            // What is known of a film stays known.
            return name == Self.ofFilms
                ? "\(column) = CASE WHEN excluded.\(column) IS NULL OR excluded.\(column) = '[]' "
                    + "THEN coalesce(\(column), excluded.\(column)) ELSE excluded.\(column) END"
                : "\(column) = excluded.\(column)"
        }
        return "INSERT INTO file.\(name.sqlName) (\(columns.sqlNames)) \(rows) "
            + "ON CONFLICT (\(key.sqlNames)) DO "
            + (changes.isEmpty ? "NOTHING" : "UPDATE SET \(changes.joined(separator: ", "))")
    }
}

/// A column of a table.
struct TableColumn {
    /// The column of the document.
    let column: Column
    /// The index of its values in rows of the relation and, behind them, ``Schema/others``; nil if all
    /// are missing.
    let cell: Int?
    /// Whether the column is part of the key.
    var isKey = false
    /// Whether the column says something about a film and not about a row.
    var isOfFilm = false
    /// The name in the table, which no other column has in upper or lower case.
    var name = ""

    /// The column in the statement that makes its table.
    var definition: String {
        let (name, kind) = (name.sqlName, column.kind.inDatabase)
        return "\(name) \(kind.storage)" + (isKey ? " NOT NULL" : "")
            + (kind.check.isEmpty ? "" : " CHECK (\(kind.check.replacing("%", with: name)))")
    }

    /// What readers should know of the values; nil if there is nothing.
    var note: String? { meaningOfAll.map { "'all' stands for \($0)" } }

    /// What `all` in the column stands for; nil if it is just a text.
    var meaningOfAll: String? { isKey ? Self.meaningsOfAll[column.name] : nil }

    private static let meaningsOfAll = [
        "region": "the whole country", "nation": "all films", "kind": "all films",
    ]
}

extension [TableColumn] {
    /// The names, as they are in a list in SQL.
    var sqlNames: String { map(\.name.sqlName).joined(separator: ", ") }
}

extension Column.Kind {
    /// The type that SQLite enforces, what it checks of a value `%` besides, what the cells hold, and
    /// the unit of their numbers, if they do not just count.
    var inDatabase: (storage: String, check: String, cells: String, unit: String?) {
        switch self {
        case .text: ("TEXT", "", "text", nil)
        case .marker: ("TEXT", "", "text, a rank change", nil)
        case .integer: ("INTEGER", "", "whole number", nil)
        case .amount: ("INTEGER", "", "whole number", "won")
        case .percent: ("REAL", "", "number with one decimal", "%")
        case .decimal: ("REAL", "", "number with one decimal", nil)
        case .share: ("REAL", "", "number with two decimals", "%")
        case .ratio: ("REAL", "", "number with two decimals", nil)
        case .fraction: ("REAL", "", "number from 0 to 1", nil)
        case .boolean: ("INTEGER", "% IN (0, 1)", "1 (true) or 0 (false)", nil)
        case .year: ("INTEGER", "", "year", nil)
        // A pattern would take a tenth of the time of a whole document.
        case .date: ("TEXT", "length(%) = 10", "date, YYYY-MM-DD", nil)
        // Of a missing value it is false in older versions.
        case .list: ("TEXT", "% IS NULL OR json_valid(%)", "list, a JSON array", nil)
        }
    }
}
