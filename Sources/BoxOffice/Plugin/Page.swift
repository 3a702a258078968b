/// The records that one answer holds, in the order they are to be written.
public struct Page: Sendable {
    /// What the records are.
    public let dataset: Dataset
    private let rows: any Rows

    /// Makes a page of `records`, whose columns are those of `table`.
    public init<Record: Sendable>(_ records: [Record], of table: Table<Record>) {
        dataset = table.dataset
        rows = TableRows(records: records, fields: table.fields)
    }

    /// How many records there are.
    public var count: Int { rows.count }

    /// Hands the first `limit` rows to `body`, one at a time: the values in the columns at `places`.
    ///
    /// The span is lent: the values of one row lie where those of the row before lay.
    package func forEachRow(
        columns places: [Int], limit: Int = .max, _ body: (Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        try rows.forEach(columns: places, limit: limit, body)
    }
}

/// A page's records with their type forgotten: once a page, so that a row costs no box.
private protocol Rows: Sendable {
    var count: Int { get }

    func forEach(
        columns places: [Int], limit: Int, _ body: (Span<Value>) throws(Fault) -> Void
    ) throws(Fault)
}

private struct TableRows<Record: Sendable>: Rows {
    let records: [Record]
    let fields: [Field<Record>]

    var count: Int { records.count }

    func forEach(
        columns places: [Int], limit: Int, _ body: (Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        let chosen = places.map { fields[$0] }
        var row: [Value] = []
        row.reserveCapacity(chosen.count)
        for record in records.prefix(limit) {
            row.removeAll(keepingCapacity: true)
            for field in chosen { row.append(field.value(record)) }
            try body(row.span)
        }
    }
}
