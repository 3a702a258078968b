internal import BoxOffice

/// What the file has, and what must be changed so that the rows of a document fit in.
struct ExistingTables {
    private struct Object {
        let type: String
        let table: String
        let statement: String
    }

    private let path: String
    private let version: Int
    /// Everything with a name, by the name in lower case.
    private let objects: [String: Object]
    /// The names of our tables, with those of ``Notes``; empty if there are none.
    private let ours: Set<String>

    /// Reads what the file has.
    init(_ database: borrowing Database, at path: String) throws(Fault) {
        self.path = path
        let version = try database.rows("PRAGMA file.user_version")
        self.version = version.first?.first.flatMap { Int($0) } ?? 0
        var objects: [String: Object] = [:]
        for row in try database.rows("SELECT name, type, tbl_name, sql FROM file.sqlite_schema") {
            objects[row[0].lowercased()] = Object(type: row[1], table: row[2], statement: row[3])
        }
        self.objects = objects
        let columns = Notes.tables.first?.statement.replacing("TABLE file.", with: "TABLE ")
        guard objects["columns"]?.statement == columns else {
            ours = []
            return
        }
        let tables = try database.rows("SELECT DISTINCT table_name FROM file.columns").map { $0[0] }
        let all = tables + Notes.tables.map(\.name)
        ours = Set(all.filter { objects[$0.lowercased()]?.type == "table" })
    }

    /// The statements after which the file has the tables of `schema`.
    ///
    /// - Parameters:
    ///   - replaces: whether our tables are dropped first.
    ///   - hasRows: whether there are rows that may replace others.
    /// - Throws: a ``Fault`` of kind `cannotCreate` if the file is of another program, or has our
    ///   tables in another layout.
    func changes(
        for schema: Schema, replaces: Bool, hasRows: Bool = true, in database: borrowing Database
    ) throws(Fault) -> [String] {
        guard ours.isEmpty ? version == 0 : replaces || version == SQLite.layoutVersion else {
            throw ours.isEmpty
                ? .otherDatabase(path, version) : .otherLayout(path, version, tables: namesOfOurs)
        }
        try checkNames(of: schema)
        var statements: [String] = []
        if replaces {
            for view in Schema.views.values where objects[view]?.type == "view" {
                statements.append("DROP VIEW file.\(view.sqlName)")
            }
            statements += ours.sorted().map { "DROP TABLE file.\($0.sqlName)" }
        }
        let isNew = ours.isEmpty || replaces
        if isNew { statements.append("PRAGMA file.user_version = \(SQLite.layoutVersion)") }
        for (name, statement) in Notes.tables where isNew || !ours.contains(name) {
            statements.append(statement)
        }
        for (table, columns) in schema.tables {
            let isThere = !isNew && ours.contains(table)
            let isReplaced =
                isThere && hasRows ? try isWhole(table, schema, in: database) : false
            if isReplaced {
                statements.append("DROP TABLE file.\(table.sqlName)")
                statements.append("DELETE FROM file.columns WHERE table_name = \(table.sqlText)")
            }
            statements +=
                isThere && !isReplaced
                ? try additions(to: table, columns, in: database)
                : [schema.creation(of: table, columns, in: "file")]
        }
        return statements
    }

    /// The statements that make views which are not there, or not as they should be.
    func viewChanges(
        for schema: Schema, replaces: Bool, in database: borrowing Database
    ) throws(Fault) -> [String] {
        let view = try schema.view { table throws(Fault) in
            try database.columns(of: table).map(\.name)
        }
        guard let view else { return [] }
        let statement = view.statement.replacing("VIEW file.", with: "VIEW ")
        if !replaces, objects[view.name]?.statement == statement { return [] }
        return ["DROP VIEW IF EXISTS file.\(view.name.sqlName)", view.statement]
    }

    /// Refuses a file in which one of our names is that of something else.
    private func checkNames(of schema: Schema) throws(Fault) {
        func check(_ name: String, _ type: String, of table: String) throws(Fault) {
            guard let object = objects[name.lowercased()] else { return }
            let isOurs = type == "view" || object.table.isSame(as: table)
            guard object.type == type, isOurs, ours.contains(table) else {
                throw .nameTaken(path, name)
            }
        }
        for name in Notes.tables.map(\.name) + schema.tables.map(\.name) {
            try check(name, "table", of: name)
        }
        for index in schema.indexes { try check(index.name, "index", of: index.table) }
        if let view = Schema.views[schema.table] { try check(view, "view", of: schema.table) }
    }

    /// Whether the document replaces all that the table has.
    private func isWhole(
        _ table: String, _ schema: Schema, in database: borrowing Database
    ) throws(Fault) -> Bool {
        guard schema.isWhole, table == schema.table else { return false }
        let others = "SELECT 1 FROM file.\(table.sqlName) WHERE source <> ? LIMIT 1"
        return try database.rows(others, .text(schema.source)).isEmpty
    }

    /// The statements that add columns to a table which is there.
    private func additions(
        to table: String, _ columns: [TableColumn], in database: borrowing Database
    ) throws(Fault) -> [String] {
        let existing = try database.columns(of: table)
        let key = existing.filter { $0.place > 0 }.sorted { $0.place < $1.place }.map(\.name)
        guard key == columns.filter(\.isKey).map(\.name) else {
            throw .otherLayout(path, version, tables: namesOfOurs)
        }
        var statements: [String] = []
        for column in columns {
            guard let known = existing.first(where: { $0.name.isSame(as: column.name) }) else {
                statements.append(
                    "ALTER TABLE file.\(table.sqlName) ADD COLUMN \(column.definition)")
                continue
            }
            guard known.type == column.column.kind.storage else {
                throw .otherType(path, "\(table).\(column.name)", known.type, column)
            }
        }
        return statements
    }

    private var namesOfOurs: String { ours.sorted().joined(separator: ", ") }
}

extension Database {
    /// The columns of a table of the file: names, types, and places in the key from 1 on.
    func columns(
        of table: String
    ) throws(Fault) -> [(name: String, type: String, place: Int)] {
        try rows("SELECT name, type, pk FROM pragma_table_info(?, 'file')", .text(table)).map {
            (name: $0[0], type: $0[1], place: Int($0[2]) ?? 0)
        }
    }
}

extension Fault {
    fileprivate static func otherDatabase(_ path: String, _ version: Int) -> Fault {
        Fault(
            .cannotCreate, "other-database",
            "'\(path)' is a database of another program (its user_version is \(version))",
            hint: "name another file")
    }

    /// - Parameter tables: the names of our tables in it.
    fileprivate static func otherLayout(
        _ path: String, _ version: Int, tables: String
    ) -> Fault {
        Fault(
            .cannotCreate, "other-layout",
            "'\(path)' has tables in another layout (\(version)) than this program's (\(SQLite.layoutVersion))",
            hint:
                "name another file; the option replace=true drops these tables with all their rows, and writes what this run has: \(tables)"
        )
    }

    fileprivate static func nameTaken(_ path: String, _ name: String) -> Fault {
        Fault(
            .cannotCreate, "database-name-taken",
            "'\(path)' has something else with the name '\(name)'", hint: "name another file")
    }

    fileprivate static func otherType(
        _ path: String, _ name: String, _ type: String, _ column: TableColumn
    ) -> Fault {
        Fault(
            .cannotCreate, "other-column-type",
            "the column \(name) of '\(path)' is \(type), not \(column.column.kind.storage)",
            hint: "name another file, or leave out that column")
    }
}
