internal import BoxOffice

/// The contents of the file, and the changes needed so that the rows of a document fit in.
struct ExistingTables {
    private let path: String
    private let version: Int
    /// True if our tables are dropped first.
    private let replaces: Bool
    /// Everything in the file, by its name in lower case.
    private var objects: [String: (type: String, table: String, statement: String)] = [:]
    /// The names of our tables, including those of ``Schema/notes``; empty if there are none.
    private var ours: [String] = []

    /// Reads the contents of the file.
    init(
        _ database: borrowing Database, at path: String, replacing replaces: Bool
    ) throws(Fault) {
        self.path = path
        self.replaces = replaces
        let version = try database.rows("PRAGMA file.user_version")
        self.version = version.first?.first.flatMap { Int($0) } ?? 0
        for row in try database.rows("SELECT name, type, tbl_name, sql FROM file.sqlite_schema") {
            objects[row[0].lowercased()] = (row[1], row[2], row[3])
        }
        guard Schema.notes.first.map({ has($0.name, as: $0.statement) }) == true else { return }
        let tables = try database.rows("SELECT DISTINCT table_name FROM file.columns").map { $0[0] }
        ours = Set(tables + Schema.notes.map(\.name)).filter {
            objects[$0.lowercased()]?.type == "table"
        }.sorted()
    }

    /// Returns true if the file has `name` exactly as `statement` creates it.
    private func has(_ name: String, as statement: String) -> Bool {
        // SQLite stores statements without the name of the attached database.
        objects[name]?.statement == statement.replacing(" file.", with: " ", maxReplacements: 1)
    }

    /// Returns the statements that give the file the tables of `schema`.
    ///
    /// - Parameter hasRows: true if there are rows that may replace others.
    /// - Throws: a ``Fault`` of kind `cannotCreate` if the file belongs to another program, or has
    ///   our tables in another layout.
    func changes(
        for schema: Schema, hasRows: Bool = true, in database: borrowing Database
    ) throws(Fault) -> [String] {
        guard ours.isEmpty ? version == 0 : replaces || version == SQLite.layoutVersion else {
            throw ours.isEmpty ? otherDatabase : otherLayout
        }
        try checkNames(of: schema)
        let isNew = ours.isEmpty || replaces
        var statements: [String] = []
        if replaces, !ours.isEmpty {
            guard hasRows else { throw .nothingToReplaceWith(path) }
            for (view, table) in Schema.views
            where objects[view]?.type == "view" && ours.contains(table) {
                statements.append("DROP VIEW file.\(view.sqlName)")
            }
            statements += ours.map { "DROP TABLE file.\($0.sqlName)" }
        }
        if isNew { statements.append("PRAGMA file.user_version = \(SQLite.layoutVersion)") }
        statements += Schema.notes.filter { isNew || !ours.contains($0.name) }.map(\.statement)
        for table in schema.tables {
            let name = table.name
            if isNew || !ours.contains(name) {
                statements.append(table.creation(in: "file"))
            } else if hasRows, schema.isWhole, name == schema.rows.name,
                try database.rows(
                    "SELECT 1 FROM file.\(name.sqlName) WHERE source <> ? LIMIT 1",
                    [.text(schema.source)]
                ).isEmpty
            {
                statements += [
                    "DROP TABLE file.\(name.sqlName)",
                    "DELETE FROM file.columns WHERE table_name = \(name.sqlText)",
                    table.creation(in: "file"),
                ]
            } else {
                statements += try additions(to: table, in: database)
            }
        }
        return statements
    }

    /// Returns the statements that create missing or outdated views.
    func viewChanges(
        for schema: Schema, in database: borrowing Database
    ) throws(Fault) -> [String] {
        guard let view = try schema.view(in: database) else { return [] }
        if !replaces, has(view.name, as: view.statement) { return [] }
        return ["DROP VIEW IF EXISTS file.\(view.name.sqlName)", view.statement]
    }

    /// Refuses a file in which something else has one of our names.
    private func checkNames(of schema: Schema) throws(Fault) {
        let tables = (Schema.notes.map(\.name) + schema.tables.map(\.name)).map {
            ($0, "table", $0)
        }
        let indexes = schema.indexes.map { ($0.name, "index", $0.table) }
        let views = schema.replacement.view.map { [($0, "view", schema.rows.name)] } ?? []
        for (name, type, table) in tables + indexes + views {
            guard let object = objects[name.lowercased()] else { continue }
            guard object.type == type, type == "view" || object.table.isSame(as: table),
                ours.contains(table)
            else { throw nameTaken(name) }
        }
    }

    /// Returns the statements that add missing columns to an existing table.
    private func additions(
        to table: DatabaseTable, in database: borrowing Database
    ) throws(Fault) -> [String] {
        let existing = try database.columns(of: table.name)
        let key = existing.filter { $0.place > 0 }.sorted { $0.place < $1.place }.map(\.name)
        guard key == table.key.map(\.name) else { throw otherLayout }
        // Numbers that are stored alike may mean something else: people, or an amount of money.
        let described = try database.rows(
            "SELECT column_name, type, unit IS NOT NULL FROM file.columns WHERE table_name = ?",
            [.text(table.name)])
        func words(_ cells: String, _ hasUnit: Bool) -> String {
            hasUnit ? "\(cells) with a unit" : cells
        }
        var statements: [String] = []
        for column in table.columns {
            let (kind, name) = (column.column.kind, "\(table.name).\(column.name)")
            let (type, cells) = (kind.inDatabase.storage, kind.inDatabase.cells)
            let known = existing.first { $0.name.isSame(as: column.name) }?.type
            if let known, known != type { throw otherType(name, known, wanted: type) }
            let wanted = words(cells, kind.unitInDatabase != nil)
            if let row = described.first(where: { $0[0].isSame(as: column.name) }),
                case let known = words(row[1], row[2] == "1"), known != wanted
            {
                throw otherType(name, known, wanted: wanted)
            }
            if known == nil {
                statements.append(
                    "ALTER TABLE file.\(table.name.sqlName) ADD COLUMN \(column.definition)")
            }
        }
        return statements
    }

    /// The fault for a file with our tables in another layout.
    private var otherLayout: Fault {
        Fault(
            .cannotCreate, "other-layout",
            "'\(path)' has tables in another layout (\(version)) than this program's (\(SQLite.layoutVersion))",
            hint:
                "name another file; -O replace=true drops these tables with all their rows, and writes what this run has: \(ours.joined(separator: ", "))"
        )
    }

    private var otherDatabase: Fault {
        Fault(
            .cannotCreate, "other-database",
            "'\(path)' is a database of another program (its user_version is \(version))",
            hint: "name another file")
    }

    private func nameTaken(_ name: String) -> Fault {
        Fault(
            .cannotCreate, "database-name-taken",
            "'\(path)' has something else with the name '\(name)'", hint: "name another file")
    }

    private func otherType(_ name: String, _ type: String, wanted: String) -> Fault {
        Fault(
            .cannotCreate, "other-column-type",
            "the column \(name) of '\(path)' is \(type), not \(wanted)",
            hint: "name another file, or leave out that column")
    }
}
