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
    ///   - identity: what tells records apart; of those that are alike only the first of a search
    ///     is written, for a search may shift while it is read.
    ///   - next: the request for the records that follow.
    ///   - total: how many records the search has in all.
    public init<Record: Sendable>(
        _ records: [Record], of table: Table<Record>,
        identity: (@Sendable (Record) -> String)? = nil, next: Request? = nil, total: Int? = nil
    ) {
        dataset = table.dataset
        rows = TableRows(
            records: records, fields: table.fields, identity: identity, essence: table.essence)
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
    func records<Record: Sendable>(_ type: Record.Type) -> [Record] {
        (rows as? TableRows<Record>)?.records ?? []
    }

    /// The place of the first record that does not say all that the one of `other` says.
    func firstDifference(from other: Page) -> Int? {
        zip(rows.essences, other.rows.essences).enumerated().first { $1.0 != $1.1 }?.offset
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

    /// The page with more columns, whose values for each record are those of `values` under its
    /// place.
    func adding(_ columns: [Column], _ values: [Int: [Value]]) -> Page {
        let wider = Dataset(name: dataset.name, columns: dataset.columns + columns)
        let rows = WiderRows(base: rows, width: dataset.columns.count, added: values)
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

    /// Does the same by way of `cells`, whose contents mean nothing before and after: to make them
    /// anew for every page takes as long as to fill them.
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

/// A page's records with their type forgotten: once a page, so that a row costs no box.
private protocol Rows: Sendable {
    var count: Int { get }
    /// Whether records may be passed over because they were there before.
    var haveIdentities: Bool { get }
    /// What the records say in all, as far as their table tells.
    var essences: [AnyHashable] { get }

    /// Hands rows to `body`, each with its place among the records, by way of `cells`.
    func forEach(
        columns places: [Int], limit: Int, seen: inout Set<String>, by cells: inout [Value],
        _ body: (Int, Span<Value>) throws(Fault) -> Void
    ) throws(Fault)
}

private struct TableRows<Record: Sendable>: Rows {
    let records: [Record]
    let fields: [Field<Record>]
    let identity: (@Sendable (Record) -> String)?
    let essence: (@Sendable (Record) -> AnyHashable)?

    var count: Int { records.count }
    var haveIdentities: Bool { identity != nil }
    var essences: [AnyHashable] { essence.map { records.map($0) } ?? [] }

    // Where it is not specialized, every record is handled through what is known of its type only
    // while the program runs, which takes longer than all the rest.
    @specialized(where Record == ChartEntry)
    func forEach(
        columns places: [Int], limit: Int, seen: inout Set<String>, by cells: inout [Value],
        _ body: (Int, Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        var left = limit
        let width = places.count
        let count = width * min(records.count, Self.block)
        if cells.count < count { cells += repeatElement(.missing, count: count - cells.count) }
        for first in stride(from: 0, to: records.count, by: Self.block) {
            let block = records.span.extracting(first..<min(first + Self.block, records.count))
            for (place, field) in places.enumerated() {
                var span = cells.mutableSpan
                fields[field].fill(block, &span, place, width)
            }
            for place in block.indices {
                guard left > 0 else { return }
                if let identity, !seen.insert(identity(block[place])).inserted { continue }
                let row = cells.span.extracting((place * width)..<((place + 1) * width))
                try body(first + place, row)
                left -= 1
            }
        }
    }

    /// How many records are taken apart at once, however many there are.
    private static var block: Int { 64 }
}

/// Rows with values added behind their own.
private struct WiderRows: Rows {
    let base: any Rows
    /// How many columns the rows have of their own.
    let width: Int
    let added: [Int: [Value]]

    var count: Int { base.count }
    var haveIdentities: Bool { base.haveIdentities }
    var essences: [AnyHashable] { base.essences }

    func forEach(
        columns places: [Int], limit: Int, seen: inout Set<String>, by cells: inout [Value],
        _ body: (Int, Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        let own = places.filter { $0 < width }
        var wide: [Value] = []
        try base.forEach(columns: own, limit: limit, seen: &seen, by: &cells) {
            record, row throws(Fault) in
            wide.removeAll(keepingCapacity: true)
            let more = added[record] ?? []
            var next = 0
            for place in places {
                if place < width {
                    wide.append(row[next])
                    next += 1
                } else {
                    wide.append(place - width < more.count ? more[place - width] : .missing)
                }
            }
            try body(record, wide.span)
        }
    }
}
