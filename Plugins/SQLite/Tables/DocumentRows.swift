internal import BoxOffice

/// Writes the rows of a document into their table.
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

    /// Prepares to write into the tables of `schema`, which are there.
    init(_ schema: Schema, in database: borrowing Database) throws(Fault) {
        self.schema = schema
        statement = try database.prepare(schema.insertionOfRows)
        films = FilmRows(schema)
    }

    /// The next rows belong to `edition`.
    mutating func begin(_ edition: ChartEdition) {
        self.edition = edition
        hasEdition = false
    }

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
        for index in first..<schema.columnsOfRows.count {
            try statement.set(cells[schema.columnsOfRows[index]], at: index)
        }
        guard try statement.insert() else { throw .rowTwice(keyOfRow, in: schema.table) }
        films?.add(cells)
        count += 1
    }

    /// The key of the current row, such as `daily, 2022-06-01, 20212866`.
    private var keyOfRow: String {
        schema.relation.key.filter { index in
            schema.columns[index].meaningOfAll == nil
                || cells[index] != .text(Bookmarks.Series.all)
        }
        .map { cells[$0].readable(as: schema.columns[$0].column.kind) }.joined(separator: ", ")
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
