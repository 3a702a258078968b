/// The records that one answer holds, in the order they are to be written.
public struct Page: Sendable {
    /// What the records are.
    public let dataset: Dataset
    /// The request for the records that follow these, or nil where there are none.
    public let next: Request?
    /// How many records the search has in all, where the service says so.
    public let total: Int?
    private let rows: any Rows

    /// Makes a page of `records`, whose columns are those of `table`.
    ///
    /// - Parameters:
    ///   - records: the records, in the order they are to be written.
    ///   - table: their columns.
    ///   - identity: what tells records apart; of those that are alike only the first of a search
    ///     is written, because results can move between pages.
    ///   - next: the request for the records that follow.
    ///   - total: how many records the search has in all.
    public init<Record: Sendable>(
        _ records: [Record], of table: Table<Record>,
        identity: (@Sendable (Record) -> String)? = nil, next: Request? = nil, total: Int? = nil
    ) {
        dataset = table.dataset
        rows = TableRows(
            records: records, fields: table.fields, identity: identity,
            comparisonKey: table.comparisonKey)
        self.next = next
        self.total = total
    }

    private init(
        dataset: Dataset, rows: any Rows, next: Request?, total: Int?
    ) {
        self.dataset = dataset
        self.rows = rows
        self.next = next
        self.total = total
    }

    /// How many records there are.
    public var count: Int { rows.count }

    /// Whether what becomes of the page depends on none before it, nor any behind it on the page.
    var standsAlone: Bool { next == nil && total == nil && !rows.haveIdentities }

    /// The records, where they are of that type; otherwise none.
    package func records<Record: Sendable>(_ type: Record.Type) -> [Record] {
        (rows as? TableRows<Record>)?.records ?? []
    }

    /// The place of the first record that does not say all that the one of `other` says.
    func firstDifference(from other: Page) -> Int? {
        zip(rows.comparisonKeys, other.rows.comparisonKeys).enumerated().first { $1.0 != $1.1 }?
            .offset
    }

    /// Hands the first `limit` rows to `body` as ``forEachRow(columns:limit:seen:_:)`` does, each with
    /// its place among the records.
    func forEachRecord(
        columns places: [Int], limit: Int, seen: inout Set<String>,
        _ body: (Int, Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        var cells: [Value] = []
        try rows.forEach(columns: places, limit: limit, seen: &seen, by: &cells, body)
    }

    /// The page with more columns; `values` has their values by the index of the record.
    func adding(_ columns: [Column], _ values: [Int: [Value]]) -> Page {
        let rows = WiderRows(base: rows, width: dataset.columns.count, added: values)
        return wider(columns, rows)
    }

    /// The page with these columns behind its own.
    func deriving(_ derived: [DerivedColumn]) -> Page {
        let rows = DerivedRows(base: rows, columns: dataset.columns, derived: derived)
        return wider(derived.map(\.column), rows)
    }

    private func wider(_ columns: [Column], _ rows: any Rows) -> Page {
        let wider = Dataset(name: dataset.name, columns: dataset.columns + columns)
        return Page(dataset: wider, rows: rows, next: next, total: total)
    }

    /// Hands the first `limit` rows to `body`, one at a time: the values in the columns at `places`.
    ///
    /// The span is lent: the values of one row lie where those of the row before lay. Rows whose
    /// identity is in `seen` are passed over, and those handed over are put there.
    package func forEachRow(
        columns places: [Int], limit: Int = .max, seen: inout Set<String>,
        _ body: (Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        var cells: [Value] = []
        try forEachRow(columns: places, limit: limit, seen: &seen, by: &cells, body)
    }

    /// Does the same with `cells` as scratch memory: allocating it for every page takes as long as
    /// filling it.
    func forEachRow(
        columns places: [Int], limit: Int, seen: inout Set<String>, by cells: inout [Value],
        _ body: (Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        try rows.forEach(columns: places, limit: limit, seen: &seen, by: &cells) {
            _, row throws(Fault) in
            try body(row)
        }
    }
}
