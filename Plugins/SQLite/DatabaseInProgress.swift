internal import BoxOffice

/// A database whose rows are coming.
struct DatabaseInProgress: ~Copyable {
    private let layout: Layout
    private let schema: Schema
    private let database: Database
    private var rows: DocumentRows

    /// Begins a database with the tables for that layout.
    static func begin(_ layout: Layout) throws(Fault) -> DatabaseInProgress {
        let schema = Schema(layout)
        let database = try Database.begin()
        try database.run("PRAGMA user_version = \(SQLite.layoutVersion)")
        for table in schema.tables + [ColumnNotes.table, AboutTable.table] {
            try database.run(table)
        }
        let rows = try DocumentRows(schema, in: database)
        return DatabaseInProgress(layout: layout, schema: schema, database: database, rows: rows)
    }

    private init(
        layout: Layout, schema: Schema, database: consuming Database, rows: consuming DocumentRows
    ) {
        self.layout = layout
        self.schema = schema
        self.database = database
        self.rows = rows
    }

    /// The next rows belong to `edition`.
    mutating func begin(_ edition: ChartEdition) { rows.begin(edition) }

    /// Writes a row into its table.
    mutating func write(_ row: Span<Value>) throws(Fault) { try rows.add(row) }

    /// What readers should know of the rows.
    var remarks: [Fault] { rows.remarks }

    /// Writes the other tables, and passes the bytes of the database to `body`.
    consuming func finish(
        _ ending: DocumentEnding, _ body: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) {
        try rows.finish(database)
        try ColumnNotes(schema, origins: layout.document.origins).write(to: database)
        try AboutTable(layout).write(ending, rows: rows.count, remarks, to: database)
        // Sorting the keys of all rows once takes less time than keeping them sorted.
        for index in schema.indexes { try database.run(index) }
        if let view = schema.view { try database.run(view) }
        try database.close(body)
    }
}
