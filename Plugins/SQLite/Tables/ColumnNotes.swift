internal import BoxOffice

/// The table `columns`, which says what the columns of the other tables mean.
struct ColumnNotes {
    private let schema: Schema
    private let origins: [String: String]

    /// Describes the tables of `schema`; `origins` are what the values are called at their source.
    init(_ schema: Schema, origins: [String: String]) {
        self.schema = schema
        self.origins = origins
    }

    /// The statement that makes the table.
    static let table = """
        CREATE TABLE columns (
          table_name TEXT NOT NULL,
          position INTEGER NOT NULL,
          column_name TEXT NOT NULL,
          korean TEXT NOT NULL,
          type TEXT NOT NULL,
          unit TEXT,
          origin TEXT,
          note TEXT,
          PRIMARY KEY (table_name, position)
        ) STRICT, WITHOUT ROWID
        """

    /// Writes a row for each column.
    func write(to database: borrowing Database) throws(Fault) {
        var statement = try database.prepare("INSERT INTO columns VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        var tables = [(schema.table, schema.columnsOfRows)]
        if let code = schema.filmCode {
            tables.append((Schema.films, [code] + schema.columnsOfFilms))
        }
        for (table, columns) in tables {
            for (position, index) in columns.enumerated() {
                let column = schema.columns[index]
                let name = column.column.name
                let note = column.meaningOfAll.map { "'all' stands for \($0)" }
                let cells: [Value] = [
                    .text(table), .integer(position + 1), .text(column.name),
                    .text(column.column.koreanHeader), .text(column.type), Value(column.unit),
                    Value(origins[name]), Value(note),
                ]
                for (index, cell) in cells.enumerated() { try statement.set(cell, at: index) }
                guard try statement.insert() else { throw .database(.keyTwice) }
            }
        }
    }
}
