internal import BoxOffice

/// Collects the rows of a document in a table of the temporary database.
struct DocumentRows: ~Copyable {
    private let schema: Schema
    private var statement: Statement
    private var films: FilmRows?
    /// The edition that the next rows belong to.
    private var edition: ChartEdition?
    /// Whether the statement has the values of the edition.
    private var hasEdition = false
    /// The values of the current row.
    private var cells: [Value] = []
    /// The number of rows.
    private(set) var count = 0
    /// The editions that came, in their order.
    private(set) var editions: [ChartEdition] = []
    /// Those of which rows or figures are missing.
    private var short: Set<ChartEdition> = []

    /// Prepares to write into the tables of `schema`, which are there.
    init(_ schema: Schema, in database: borrowing Database) throws(Fault) {
        var statement = try database.prepare(schema.insertion(into: schema.table, schema.columns))
        for (index, column) in schema.columns.enumerated() {
            if case .constant(let value) = column.content { try statement.set(value, at: index) }
        }
        self.statement = statement
        self.schema = schema
        films = FilmRows(schema)
    }

    /// The next rows belong to `edition`.
    mutating func begin(_ edition: ChartEdition) {
        if edition != self.edition { editions.append(edition) }
        self.edition = edition
        hasEdition = false
    }

    /// Notes whether rows of `edition` are missing.
    mutating func end(_ edition: ChartEdition, _ state: EditionState) {
        if state.isShort { short.insert(edition) }
    }

    /// Whether rows or figures of `edition` are missing.
    func isShort(_ edition: ChartEdition) -> Bool { short.contains(edition) }

    /// Writes a row.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if there is a row with its key already.
    mutating func add(_ row: Span<Value>) throws(Fault) {
        // A statement keeps its values, and those of the edition are the first.
        let first = hasEdition ? schema.relation.columnsOfEdition : 0
        if hasEdition {
            try schema.relation.refill(&cells, from: row)
        } else {
            try schema.relation.fill(&cells, from: row, in: edition)
            hasEdition = true
        }
        count += 1
        for (index, column) in schema.columns.enumerated() {
            switch column.content {
            case .cell(let cell): if cell >= first { try statement.set(cells[cell], at: index) }
            case .number: try statement.set(count, at: index)
            case .constant: break
            }
        }
        guard try statement.insert() else { throw .rowTwice(keyOfRow, in: schema.table) }
        films?.add(cells)
    }

    /// The key of the current row without its source, such as `daily, 2022-06-01, 20212866`.
    private var keyOfRow: String {
        schema.columns.compactMap { column in
            guard column.isKey, column.name != "source", case .cell(let cell) = column.content,
                column.meaningOfAll == nil || cells[cell] != .text(Bookmarks.Series.all)
            else { return nil }
            return cells[cell].readable(as: column.column.kind)
        }.joined(separator: ", ")
    }

    /// What readers should know of the rows.
    var remarks: [Fault] { films?.remarks ?? [] }

    /// Writes the films.
    func finish(_ database: borrowing Database) throws(Fault) {
        try films?.write(to: database)
    }
}

extension Fault {
    fileprivate static func rowTwice(_ key: String, in table: String) -> Fault {
        Fault(
            .malformed, "row-twice",
            "the table '\(table)' would have two rows with the same key: \(key)")
    }
}
