internal import BoxOffice

extension Schema {
    /// The statements that make the tables.
    ///
    /// A table with a key is clustered by it: rows with a number would need an index of the key, and
    /// each of its entries is as long as the key itself. Rows with lists are too long for that (SQLite,
    /// "Clustered Indexes and the WITHOUT ROWID Optimization", 4).
    var tables: [String] {
        let references = filmCode.map { code in
            "FOREIGN KEY (\(name(code))) REFERENCES films (\(name(code)))"
        }
        let key = relation.key.map(name).joined(separator: ", ")
        let rows =
            (rowNumber.map { ["\($0.sqlName) INTEGER PRIMARY KEY"] } ?? [])
            + columnsOfRows.map { columns[$0].definition }
            + (key.isEmpty ? [] : ["PRIMARY KEY (\(key))"]) + [references].compactMap(\.self)
        let isClustered = rowNumber == nil && !hasLists(columnsOfRows)
        var statements = [Self.table(table, rows, isClustered: isClustered)]
        if let filmCode {
            let films =
                ([filmCode] + columnsOfFilms).map { columns[$0].definition }
                + ["PRIMARY KEY (\(name(filmCode)))"]
            statements.append(
                Self.table(Self.films, films, isClustered: !hasLists(columnsOfFilms)))
        }
        return statements
    }

    private func hasLists(_ indices: [Int]) -> Bool {
        indices.contains { columns[$0].column.kind == .list }
    }

    private static func table(_ name: String, _ parts: [String], isClustered: Bool) -> String {
        "CREATE TABLE \(name.sqlName) (\n  " + parts.joined(separator: ",\n  ") + "\n) STRICT"
            + (isClustered ? ", WITHOUT ROWID" : "")
    }

    /// The statement that adds a row: its values are those of ``columnsOfRows``.
    var insertionOfRows: String { insertion(into: table, columnsOfRows) }

    /// The statement that adds a film: its values are its code and those of ``columnsOfFilms``.
    var insertionOfFilms: String {
        insertion(into: Self.films, [filmCode].compactMap(\.self) + columnsOfFilms)
    }

    private func insertion(into table: String, _ columns: [Int]) -> String {
        let names = columns.map(name).joined(separator: ", ")
        let values = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(table.sqlName) (\(names)) VALUES (\(values))"
    }

    /// The statements that make the indexes, for the rows of a film or a period, and for titles.
    var indexes: [String] {
        let key = relation.key
        var statements: [String] = []
        func add(_ table: String, _ names: [String], _ indices: [Int]) {
            let columns = indices.map(name).joined(separator: ", ")
            let index = ([table, "by"] + names).joined(separator: "_")
            statements.append("CREATE INDEX \(index.sqlName) ON \(table.sqlName) (\(columns))")
        }
        if let filmCode {
            let others = key.filter { $0 != filmCode }
            // The key itself finds what its first columns say.
            if key.first == filmCode {
                add(table, ["period"], others)
            } else {
                add(table, ["film"], [filmCode] + others)
            }
        }
        for index in columns.indices where ["title", "name"].contains(columns[index].name) {
            let isOfFilm = columnsOfFilms.contains(index)
            add(isOfFilm ? Self.films : table, [columns[index].name], [index])
        }
        return statements
    }

    /// The statement that makes the view of rows and films; nil if there is one table.
    var view: String? {
        guard let filmCode, let view = Self.views[relation.name] else { return nil }
        let cells = columnsOfView.map { index in
            "\(columnsOfFilms.contains(index) ? "f" : "r").\(name(index))"
        }
        let code = name(filmCode)
        var statement =
            "CREATE VIEW \(view.sqlName) AS\nSELECT \(cells.joined(separator: ",\n  "))\n"
            + "FROM \(table.sqlName) AS r LEFT JOIN films AS f ON f.\(code) = r.\(code)"
        let key = relation.key
        if key.first != filmCode, let rank = columns.firstIndex(where: { $0.name == "rank" }) {
            let order = key.filter { $0 != filmCode } + [rank]
            statement += "\nORDER BY " + order.map { "r.\(name($0))" }.joined(separator: ", ")
        }
        return statement
    }

    private func name(_ index: Int) -> String { columns[index].name.sqlName }
}
