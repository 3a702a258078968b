internal import BoxOffice

extension Schema {
    /// The tables with their columns: that with the rows, and `films`.
    var tables: [(name: String, columns: [TableColumn])] {
        [(table, columns)] + (films.isEmpty ? [] : [(Self.filmTable, films)])
    }

    /// The statement that makes a table in the database `schema`.
    ///
    /// A table with a key is clustered by it: rows with a number would need an index of the key, and
    /// each of its entries is as long as the key itself. Rows with lists are too long for that (SQLite,
    /// "Clustered Indexes and the WITHOUT ROWID Optimization", 4), and films may have lists.
    func creation(of table: String, _ columns: [TableColumn], in schema: String) -> String {
        let key = columns.filter(\.isKey).sqlNames
        var parts = columns.map(\.definition) + ["PRIMARY KEY (\(key))"]
        if table != Self.filmTable, let film = films.first(where: { $0.name == "movie_code" }) {
            let film = "source, \(film.name.sqlName)"
            parts.append("FOREIGN KEY (\(film)) REFERENCES films (\(film))")
        }
        let isClustered =
            table != Self.filmTable && !columns.contains { $0.column.kind == .list }
        return "CREATE TABLE \(schema).\(table.sqlName) (\n  " + parts.joined(separator: ",\n  ")
            + "\n) STRICT" + (isClustered ? ", WITHOUT ROWID" : "")
    }

    /// The statement that adds a row to a table of the temporary database, with a value for each
    /// column.
    func insertion(into table: String, _ columns: [TableColumn]) -> String {
        let values = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO main.\(table.sqlName) VALUES (\(values))"
    }

    /// The statement that puts rows of the temporary database, those that fit `condition`, into the
    /// file.
    ///
    /// A row with the same key takes over the new values, and keeps those of other columns.
    func merging(of table: String, _ columns: [TableColumn], where condition: String) -> String {
        let key = columns.filter(\.isKey).sqlNames
        let changes = columns.filter { !$0.isKey }.map { column in
            let name = column.name.sqlName
            // What is known of a film stays known.
            return table == Self.filmTable
                ? "\(name) = CASE WHEN excluded.\(name) IS NULL OR excluded.\(name) = '[]' "
                    + "THEN coalesce(\(name), excluded.\(name)) ELSE excluded.\(name) END"
                : "\(name) = excluded.\(name)"
        }
        let names = columns.sqlNames
        return "INSERT INTO file.\(table.sqlName) (\(names)) SELECT \(names) FROM "
            + "main.\(table.sqlName) WHERE \(condition) ON CONFLICT (\(key)) DO "
            + (changes.isEmpty ? "NOTHING" : "UPDATE SET \(changes.joined(separator: ", "))")
    }

    /// The indexes with the statements that make them: for the rows of a film or a period, and for
    /// titles.
    var indexes: [(name: String, table: String, statement: String)] {
        var indexes: [(name: String, table: String, statement: String)] = []
        func add(_ table: String, _ names: [String], _ columns: [TableColumn]) {
            let name = ([table, "by"] + names).joined(separator: "_")
            indexes.append(
                (
                    name, table,
                    "CREATE INDEX IF NOT EXISTS file.\(name.sqlName) "
                        + "ON \(table.sqlName) (\(columns.sqlNames))"
                ))
        }
        let key = columns.filter(\.isKey)
        if !films.isEmpty {
            let isFilm = { (column: TableColumn) in column.name == "movie_code" }
            let others = key.filter { !isFilm($0) && $0.name != "source" }
            // The key itself finds what its first columns say.
            if key.dropFirst().first.map(isFilm) == true {
                add(table, ["period"], others)
            } else {
                add(table, ["film"], key.filter(isFilm) + others)
            }
        }
        for (table, columns) in tables {
            for column in columns where ["title", "name"].contains(column.name) {
                add(table, [column.name], [column])
            }
        }
        return indexes
    }

    /// The view of rows and films, and the statement that makes it; nil if there is one table.
    ///
    /// - Parameter columns: the names of the columns in a table of the file.
    func view(
        _ columns: (String) throws(Fault) -> [String]
    ) throws(Fault) -> (name: String, statement: String)? {
        guard !films.isEmpty, let view = Self.views[relation.name] else { return nil }
        let ofRows = try columns(table).map { (table: "r", name: $0) }
        let ofFilms = try columns(Self.filmTable).filter { name in
            !ofRows.contains { $0.name == name }
        }.map { (table: "f", name: $0) }
        let order = (isChart ? Self.columnsOfCharts : relation.usualColumns).map(\.name)
        let all = (ofRows + ofFilms).enumerated().sorted { first, second in
            let places = [first, second].map { column in
                order.firstIndex(of: column.element.name) ?? order.count
            }
            return (places[0], first.offset) < (places[1], second.offset)
        }
        let cells = all.map { "\($0.element.table).\($0.element.name.sqlName)" }
        var statement =
            "CREATE VIEW file.\(view.sqlName) AS\nSELECT \(cells.joined(separator: ",\n  "))\n"
            + "FROM \(table.sqlName) AS r LEFT JOIN films AS f "
            + "ON f.source = r.source AND f.movie_code = r.movie_code"
        if isChart {
            let key = self.columns.filter { $0.isKey && $0.name != "movie_code" }.map(\.name)
            statement += "\nORDER BY "
            statement += (key + ["rank"]).map { "r.\($0.sqlName)" }.joined(separator: ", ")
        }
        return (view, statement)
    }
}

extension Relation {
    /// The columns of the relation's dataset in their order.
    fileprivate var usualColumns: [Column] {
        Dataset.all.first { $0.name == name }?.columns ?? []
    }
}

extension [TableColumn] {
    /// The names, as they are in a list in SQL.
    var sqlNames: String { map(\.name.sqlName).joined(separator: ", ") }
}
