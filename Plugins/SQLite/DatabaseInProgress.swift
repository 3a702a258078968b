internal import BoxOffice

/// A database whose rows are coming: they are collected first, and then added to the file at once.
struct DatabaseInProgress: ~Copyable {
    private let layout: Layout
    private let schema: Schema
    private var database: Database
    private var rows: DocumentRows

    /// Begins with the tables for that layout.
    static func begin(_ layout: Layout) throws(Fault) -> DatabaseInProgress {
        let schema = Schema(layout)
        let database = try Database.begin()
        for (name, columns) in schema.tables {
            try database.run(schema.creation(of: name, columns, in: "main"))
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

    /// Notes whether rows of `edition` are missing.
    mutating func end(_ edition: ChartEdition, _ state: EditionState) { rows.end(edition, state) }

    /// Writes a row into its table.
    mutating func write(_ row: Span<Value>) throws(Fault) { try rows.add(row) }

    /// Checks whether rows of that layout can be added to `file`.
    static func check(_ layout: Layout, _ file: DocumentFile) throws(Fault) {
        guard Database.isThere(file.path) else { return }
        var database = try Database.begin()
        _ = try database.attach(file)
        // After the first read nobody else can change it.
        try database.run("BEGIN")
        try database.run("SELECT count(*) FROM file.sqlite_schema", waiting: file.timeout)
        _ = try ExistingTables(database, at: file.path).changes(
            for: Schema(layout), replaces: layout.options[SQLite.replace], in: database)
    }

    /// Adds the rows to `file`, or makes a new database of them and passes its bytes to `body`.
    ///
    /// - Returns: what readers should know of the rows.
    consuming func finish(
        _ ending: DocumentEnding, addingTo file: DocumentFile?,
        _ body: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) -> [Fault] {
        try rows.finish(database)
        let isNew = try database.attach(file)
        let timeout = file?.timeout ?? .zero
        try database.run("BEGIN IMMEDIATE", waiting: timeout)
        var merge = Merge(layout, schema, file)
        do throws(Fault) {
            try merge.run(rows, ending, in: database)
            try database.run("COMMIT", waiting: timeout)
        } catch {
            // Nobody else has written to it, because it is still locked.
            if isNew { database.removeFile() }
            throw error
        }
        if file == nil { try database.read(body) }
        return rows.remarks + merge.remarks
    }
}
