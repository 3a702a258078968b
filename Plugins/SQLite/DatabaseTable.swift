internal import BoxOffice

/// A table, with the statements that create and fill it.
struct DatabaseTable {
    /// The name of the table with the films.
    static let filmsName = "films"

    let name: String
    /// The columns; those of the key are in the order of the key.
    let columns: [TableColumn]
    /// True if rows refer to a separate table of films.
    var refersToFilms = false
    /// True if rows are made from charts, so that all their columns follow from the same figures.
    var followsFromCharts = false

    /// The columns that identify a row.
    var key: [TableColumn] { columns.filter(\.isKey) }

    /// Returns the statement that creates the table in the database `schema`.
    ///
    /// A table is clustered by its key: rows with a rowid would need an index of the key, each of
    /// whose entries is as long as the key itself. Rows with lists are too long for that (SQLite,
    /// "Clustered Indexes and the WITHOUT ROWID Optimization", 4), and films may have lists.
    func creation(in schema: String) -> String {
        var parts = columns.map(\.definition) + ["PRIMARY KEY (\(key.sqlNames))"]
        if refersToFilms {
            let film = "source, \"movie_code\""
            parts.append("FOREIGN KEY (\(film)) REFERENCES films (\(film))")
        }
        let isClustered = name != Self.filmsName && !columns.contains { $0.column.kind == .list }
        return "CREATE TABLE \(schema).\(name.sqlName) (\n  " + parts.joined(separator: ",\n  ")
            + "\n) STRICT" + (isClustered ? ", WITHOUT ROWID" : "")
    }

    /// The SQL of a row with a parameter for each column.
    var parameters: String { "VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))" }

    /// Returns the SQL for the rows of the temporary database that match `condition`.
    func collected(where condition: String = "true") -> String {
        "SELECT * FROM main.\(name.sqlName) WHERE \(condition)"
    }

    /// Returns the statement that inserts `rows` into the file, whose table has the columns `names`.
    ///
    /// An existing row with the same key gets the new values, and keeps those of other columns, unless
    /// they follow from what has changed.
    func merging(_ rows: String, among names: [String]) -> String {
        let own = columns.filter { !$0.isKey }
        let others = names.filter { name in !columns.contains { $0.name.isSame(as: name) } }
        let isFilms = name == Self.filmsName
        let hasPosters = isFilms && own.contains { $0.name == "poster_url" }
        // A column that is new in the file has no values yet.
        let isSame = own.map(\.name).filter { $0 != "fetched_at" }.map(\.sqlName).map {
            "\($0) IS NULL OR \($0) IS excluded.\($0)"
        }
        let isOther =
            hasPosters
            ? "excluded.poster_url IS NOT NULL AND excluded.poster_url IS NOT poster_url"
            : isFilms ? "false" : "0 IN (\(isSame.joined(separator: ", ")))"
        var changes = own.map { attribute in
            let column = attribute.name.sqlName
            guard isFilms else { return "\(column) = excluded.\(column)" }
            // Known values of a film stay known, except those of another poster.
            return "\(column) = CASE WHEN excluded.\(column) <> '[]'"
                + (attribute.isOfPoster ? " OR \(isOther)" : "")
                + " THEN excluded.\(column) ELSE coalesce(\(column), excluded.\(column)) END"
        }
        let dependent = others.filter { name in
            followsFromCharts || isFilms && TableColumn.posterNames.contains(name)
        }
        changes += dependent.map(\.sqlName).map {
            "\($0) = CASE WHEN NOT (\(isOther)) THEN \($0) END"
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
    /// The index of its values in rows of the relation; nil if it has others, or none.
    let cell: Int?
    /// True if the column is part of the key.
    var isKey = false
    /// True if the column is about a film and not about a row.
    var isOfFilm = false
    /// The name in the table, unique regardless of case.
    var name = ""

    /// The column in the statement that creates its table.
    var definition: String {
        let (name, kind) = (name.sqlName, column.kind.inDatabase)
        return "\(name) \(kind.storage)" + (isKey ? " NOT NULL" : "")
            + (kind.check.isEmpty ? "" : " CHECK (\(kind.check.replacing("%", with: name)))")
    }

    /// True if the column is one of a poster, which are about one picture.
    var isOfPoster: Bool { Self.posterNames.contains(name) }

    static let posterNames = Set(Poster.table.dataset.columns.map(\.name))

    /// The note on the values for readers; nil if there is none.
    var note: String? { meaningOfAll.map { "'all' stands for \($0)" } }

    /// The meaning of `all` in the column; nil if it is an ordinary text.
    var meaningOfAll: String? { isKey ? Self.meaningsOfAll[column.name] : nil }

    private static let meaningsOfAll = [
        "region": "the whole country", "nation": "all films", "kind": "all films",
    ]
}

extension [TableColumn] {
    /// The names as a list in SQL.
    var sqlNames: String { map(\.name.sqlName).joined(separator: ", ") }
}

extension Column.Kind {
    /// The unit of the cells, for amounts that of the won; nil if they have none.
    var unitInDatabase: String? { self == .amount ? "won" : isPercentage ? "%" : nil }

    /// The type that SQLite enforces, its check of a value `%`, and a description of the cells.
    var inDatabase: (storage: String, check: String, cells: String) {
        switch self {
        case .text: ("TEXT", "", "text")
        case .marker: ("TEXT", "", "text, a rank change")
        case .integer, .amount: ("INTEGER", "", "whole number")
        case .percent, .decimal: ("REAL", "", "number with one decimal")
        case .share, .ratio: ("REAL", "", "number with two decimals")
        case .fraction: ("REAL", "", "number from 0 to 1")
        case .boolean: ("INTEGER", "% IN (0, 1)", "1 (true) or 0 (false)")
        case .year: ("INTEGER", "", "year")
        // Checking a pattern would take a tenth of the time of a whole document.
        case .date: ("TEXT", "length(%) = 10", "date, YYYY-MM-DD")
        // In older versions `json_valid` is false for a missing value.
        case .list: ("TEXT", "% IS NULL OR json_valid(%)", "list, a JSON array")
        }
    }
}
