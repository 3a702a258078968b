/// The records of one answer, in the order in which they are written.
public struct Page: Sendable {
    /// What the records are.
    public let dataset: Dataset
    /// The request for the records after these, or nil if there are none.
    public let next: Request?
    /// How many records the search has in all, if the service says so.
    public let total: Int?
    /// The numbers of the rows that the service left out, in ascending order.
    ///
    /// They are known only if its rows are numbered, and only those before its last row.
    public let missingRows: [ClosedRange<Int>]
    /// Whether the answer does not settle what was asked, although it has records, so that it is not
    /// kept: candidates for a film, none of which is the film, may be joined by another tomorrow.
    public var isUnsettled = false
    /// How far the rows of its edition can be relied on.
    var state = EditionState()
    /// What a reader must know of the rows: that some are missing, or that they are older ones.
    var note: Fault?
    /// The pictures of posters by the poster's address, for formats that show them.
    var pictures: [String: Picture] = [:]
    private let rows: any Rows

    // Specialized, because otherwise the type of the rows is looked up at run time for every page.
    /// Makes a page of `records`, whose columns are those of `table`.
    ///
    /// - Parameters:
    ///   - records: the records, in the order they are to be written.
    ///   - table: their columns.
    ///   - identity: what tells records apart; of those that are alike only the first of a search
    ///     is written, because results can move between pages.
    ///   - next: the request for the records after these.
    ///   - total: how many records the search has in all.
    ///   - missingRows: the numbers of the rows that the service left out, in ascending order.
    @specialized(where Record == ChartEntry)
    public init<Record: Sendable>(
        _ records: [Record], of table: Table<Record>,
        identity: (@Sendable (Record) -> String)? = nil, next: Request? = nil, total: Int? = nil,
        missingRows: [ClosedRange<Int>] = []
    ) {
        dataset = table.dataset
        rows = TableRows(
            records: records, fields: table.fields, identity: identity,
            comparisonKey: table.comparisonKey)
        self.next = next
        self.total = total
        self.missingRows = missingRows
    }

    /// The page with other rows.
    private init(_ page: Page, dataset: Dataset, rows: any Rows) {
        self.dataset = dataset
        self.rows = rows
        next = page.next
        total = page.total
        missingRows = page.missingRows
        pictures = page.pictures
        isUnsettled = page.isUnsettled
        state = page.state
        note = page.note
    }

    /// How many records there are.
    public var count: Int { rows.count }

    /// Whether the page can be processed independently of other pages, and its records of each
    /// other.
    var standsAlone: Bool { next == nil && total == nil && !rows.haveIdentities }

    /// How many rows lack some of ``ChartEntry/figures``; 0 if they are of another kind.
    var rowsWithoutFigures: Int {
        guard let rows = rows as? TableRows<ChartEntry> else { return 0 }
        let entries = rows.records.span
        var count = 0
        for index in entries.indices where !entries[index].hasFigures { count += 1 }
        return count
    }

    /// How many rows have what such rows always have.
    var fullRows: Int { count - rowsWithoutFigures }

    /// Whether there are no records.
    var isEmpty: Bool { count == 0 }

    /// The records, if they are of that type; otherwise none.
    public func records<Record: Sendable>(_ type: Record.Type) -> [Record] {
        (rows as? TableRows<Record>)?.records ?? []
    }

    /// The index of the first record that differs from the record of `other` in any content, in
    /// columns or not.
    func firstDifference(from other: Page) -> Int? {
        zip(rows.comparisonKeys, other.rows.comparisonKeys).enumerated().first { $1.0 != $1.1 }?
            .offset
    }

    /// Passes the first `limit` rows to `body` as ``forEachRow(columns:limit:seen:_:)`` does, each
    /// with the index of its record.
    func forEachRecord(
        columns indices: [Int], limit: Int, seen: inout Set<String>,
        _ body: (Int, Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        var cells: [Value] = []
        try rows.forEach(columns: indices, limit: limit, seen: &seen, by: &cells, body)
    }

    /// The page with more columns; `values` has their values by the index of the record.
    func adding(_ columns: [Column], _ values: [Int: [Value]]) -> Page {
        let rows = WiderRows(base: rows, width: dataset.columns.count, added: values)
        return wider(columns, rows)
    }

    /// The page followed by the derived columns; all its rows are of `period`, if that is not nil.
    func deriving(_ derived: [DerivedColumn], in period: Period?) -> Page {
        let rows = DerivedRows(
            base: rows, columns: dataset.columns, derived: derived, period: period)
        return wider(derived.map(\.column), rows)
    }

    private func wider(_ columns: [Column], _ rows: any Rows) -> Page {
        Page(self, dataset: dataset.adding(columns), rows: rows)
    }

    /// Passes the first `limit` rows to `body`, one at a time: the values of the columns at
    /// `indices`.
    ///
    /// The span is valid only during the call, because the next row reuses its memory. Rows whose
    /// identity is in `seen` are skipped; the identities of the others are added to it.
    package func forEachRow(
        columns indices: [Int], limit: Int = .max, seen: inout Set<String>,
        _ body: (Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        var cells: [Value] = []
        try forEachRow(columns: indices, limit: limit, seen: &seen, by: &cells, body)
    }

    /// Does the same with `cells` as scratch memory, because allocating it for every page takes as
    /// long as filling it.
    func forEachRow(
        columns indices: [Int], limit: Int, seen: inout Set<String>, by cells: inout [Value],
        _ body: (Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        try rows.forEach(columns: indices, limit: limit, seen: &seen, by: &cells) {
            _, row throws(Fault) in
            try body(row)
        }
    }
}
