internal import BoxOffice

/// Writes the rows of a document into their table.
struct DocumentRows: ~Copyable {
    private let schema: Schema
    private var statement: Statement
    private var films: FilmRows?
    /// The edition that the next rows belong to.
    private var edition: ChartEdition?
    /// The values of the current row.
    private var cells: [Value] = []
    /// The number of rows.
    private(set) var count = 0

    /// Prepares to write into the tables of `schema`, which are there.
    init(_ schema: Schema, in database: borrowing Database) throws(Fault) {
        self.schema = schema
        statement = try database.prepare(schema.insertionOfRows)
        films = FilmRows(schema)
    }

    /// The next rows belong to `edition`.
    mutating func begin(_ edition: ChartEdition) { self.edition = edition }

    /// Writes a row.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if there is a row with its key already.
    mutating func add(_ row: Span<Value>) throws(Fault) {
        try schema.relation.fill(&cells, from: row, in: edition)
        for (index, column) in schema.columnsOfRows.enumerated() {
            try statement.set(cells[column], at: index)
        }
        guard try statement.insert() else { throw .rowTwice(keyOfRow, in: schema.table) }
        films?.add(cells)
        count += 1
    }

    /// The key of the current row, such as `daily, 2022-06-01, 20212866`.
    private var keyOfRow: String {
        schema.relation.key.map { cells[$0].readable(as: schema.columns[$0].column.kind) }
            .filter { !$0.isEmpty }.joined(separator: ", ")
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
