/// A page: the records of one answer, in the order in which they are written.
public struct Page: Sendable {
    /// The dataset of the records.
    public private(set) var dataset: Dataset
    /// The request for the records after these, or nil if there are none.
    public let next: Request?
    /// The number of records that the search has in all, if the service says so.
    public let total: Int?
    /// The numbers of the rows that the service left out, in ascending order.
    ///
    /// They are known only if the service numbers its rows, and only up to its last row.
    public let missingRows: [ClosedRange<Int>]
    /// True if the answer does not settle the question alone, so that it is not kept unless it does
    /// together with others: if none of the candidates is the film, tomorrow's answer may have
    /// another.
    public var isUnsettled = false
    /// The answer, if it is new and does not settle the question.
    package var unsettled: Answer?
    /// The state of the rows of its edition.
    package var state = EditionState()
    /// A note that readers of the rows need: that some are missing, or that they are older ones.
    package var note: Fault? { notes.first }
    /// The possible notes, the one that counts first.
    package var notes: [Fault] = []
    /// The moment the source was asked; nil if it is not known.
    package var fetchedAt: Instant?
    /// False if one of the rows itself says that it is not final, true if all say that they are; nil if
    /// they do not say.
    package var saysFinal: Bool?
    /// True if the answer was kept by an earlier run, so that a new request may get another.
    package var isKept = false
    /// The function that returns the records as rows of a chart, for results that are computed from
    /// charts; nil if the records are such rows or cannot become such rows.
    package var entries: (@Sendable () -> [ChartEntry])?
    /// The indices of the records that are not written, although they count towards a limit.
    package var leftOut: Set<Int> = []
    /// The pictures of posters by the poster's address, for formats that show them.
    package var pictures: [String: Picture] = [:]
    /// An array of the records; nil after they are written.
    private var records: (any Sendable)?
    /// The function that puts a column's values of a range of records into rows of cells; nil after
    /// they are written.
    ///
    /// The type of the records is erased here, once per page, so that rows are not boxed.
    private var fillRows: (@Sendable (inout MutableSpan<Value>, Int, Range<Int>, Int, Int) -> Void)?
    /// The function that returns everything each record says, if its table has a key for
    /// comparisons.
    private var comparisonKeys: @Sendable () -> [AnyHashable]
    /// The number of columns that the records have themselves.
    private let width: Int
    /// The identities of the records, by which repeated ones are skipped; nil if they are not
    /// skipped.
    package let identities: [String]?
    /// The values of the columns after those of the table, one list per column.
    private var added: [[Value]] = []
    /// The values that all records have in these columns, whatever they say themselves.
    private var replaced: [Int: Value] = [:]

    // Specialized, because otherwise the type of the rows is looked up at run time for every page.
    /// Makes a page of `records` with the columns of `table`.
    ///
    /// - Parameters:
    ///   - records: the records, in the order in which they are written.
    ///   - table: their columns.
    ///   - identity: returns the identity of a record; of a search's records with the same
    ///     identity, only the first is written, because results can move between pages.
    ///   - next: the request for the records after these.
    ///   - total: the number of records that the search has in all.
    ///   - missingRows: the numbers of the rows that the service left out, in ascending order.
    @specialized(where Record == ChartEntry)
    public init<Record: Sendable>(
        _ records: [Record], of table: Table<Record>,
        identity: (@Sendable (Record) -> String)? = nil, next: Request? = nil, total: Int? = nil,
        missingRows: [ClosedRange<Int>] = []
    ) {
        dataset = table.dataset
        count = records.count
        let entries = records as? [ChartEntry] ?? []
        rowsWithoutFigures = entries.indices.count { !entries[$0].hasFigures }
        width = table.fields.count
        identities = identity.map { records.map($0) }
        self.records = records
        let fields = table.fields
        fillRows = { cells, column, range, offset, width in
            fields[column].fill(records.span.extracting(range), &cells, offset, width)
        }
        let key = table.comparisonKey
        comparisonKeys = { key.map { records.map($0) } ?? [] }
        self.next = next
        self.total = total
        self.missingRows = missingRows
    }

    /// The number of records.
    public let count: Int

    /// The number of rows that lack some of ``ChartEntry/figures``; 0 if the records are of another
    /// kind.
    package let rowsWithoutFigures: Int

    /// True if the page can be processed independently of other pages, and its records of each
    /// other.
    package var standsAlone: Bool { next == nil && total == nil && identities == nil }

    /// True if the chart, or one of the charts of a joined page, has fewer rows than its source gives,
    /// whether that is confirmed or not.
    package var lacksRows = false

    /// The same of the chart of all films alone; nil if the page is not joined.
    package var wholeLacksRows: Bool?

    /// The number of rows that have everything such rows always have.
    package var fullRows: Int { count - rowsWithoutFigures }

    /// The index of the column with the rank, which tells whether the first rows are missing; nil if
    /// there is none.
    package var placeOfRank: Int? { dataset.columns.firstIndex { $0.name == "rank" } }

    /// True if there are no records.
    package var isEmpty: Bool { count == 0 }

    /// Returns the records, if they are of that type; otherwise none.
    public func records<Record: Sendable>(_ type: Record.Type) -> [Record] {
        records as? [Record] ?? entries?() as? [Record] ?? []
    }

    /// Throws a fault if one of the records is a row of another chart than that of `edition`.
    package func check(against edition: ChartEdition) throws(Fault) {
        let all = records as? [ChartEntry] ?? []
        // A span, because otherwise every entry would be copied.
        let entries = all.span
        for index in entries.indices
        where entries[index].edition.period != edition.period
            || entries[index].edition.filter != edition.filter
        {
            let other = all[index].edition
            throw Fault(
                .malformed, "row-of-other-chart",
                "a row is of the chart of \(other), but that of \(edition) was asked for")
        }
    }

    /// Returns the index of the first record that differs from the record of `other` in any
    /// content, in columns or not.
    package func firstDifference(from other: Page) -> Int? {
        zip(comparisonKeys(), other.comparisonKeys()).enumerated().first { $1.0 != $1.1 }?.offset
    }

    /// Drops the records after they are written; only their number remains.
    package mutating func dropRecords() {
        (records, fillRows, comparisonKeys, entries) = (nil, nil, { [] }, nil)
    }

    /// Adds columns; `values` has their values by the index of the record.
    ///
    /// A row of a table keeps its own value where `values` has none; a poster is kept or replaced
    /// as a whole, in all of its columns.
    package mutating func add(_ columns: [Column], _ values: [Int: [Value]]) {
        let own = entries == nil ? [] : ownValues(beside: columns, values)
        for index in columns.indices {
            added.append(
                (0..<count).map { record in
                    let value = values[record].flatMap { index < $0.count ? $0[index] : nil }
                    return own.isEmpty ? value ?? .missing : own[index][record] ?? value ?? .missing
                })
        }
        dataset = dataset.adding(columns)
    }

    /// Returns the own values of rows of a table in each of `columns`; nil where `values` has one
    /// or, in a column of posters, any value of the poster.
    private func ownValues(beside columns: [Column], _ values: [Int: [Value]]) -> [[Value?]] {
        let posters = Set(Poster.table.dataset.columns.map(\.name))
        func isNothing(_ index: Int, of record: Int) -> Bool {
            guard let values = values[record], index < values.count else { return true }
            return values[index] == .missing || values[index] == .list([])
        }
        let posterIndices = columns.indices.filter { posters.contains(columns[$0].name) }
        return columns.enumerated().map { index, column in
            guard let own = dataset.columns.firstIndex(where: { $0.name == column.name }) else {
                return Array(repeating: nil, count: count)
            }
            var cells: [Value] = []
            fill(&cells, columns: [own], 0..<count)
            let together = posters.contains(column.name) ? posterIndices : [index]
            return (0..<count).map { record in
                together.allSatisfy { isNothing($0, of: record) } ? cells[record] : nil
            }
        }
    }

    /// Adds columns that have the same value in all records.
    package mutating func add(_ columns: [Column], withValues values: [Value]) {
        for value in values { added.append(Array(repeating: value, count: count)) }
        dataset = dataset.adding(columns)
    }

    /// Gives all records the same value in a column, if there is one of that name.
    private mutating func replace(_ column: String, with value: Value) {
        if let index = dataset.columns.lastIndex(where: { $0.name == column }) {
            replaced[index] = value
        }
    }

    /// Clears the time of the request in the records, and says that they are not final, because their
    /// missing parts must be requested again.
    package mutating func leaveOpen() {
        state.isFinal = false
        replace("fetched_at", with: .missing)
        replace(Column.isFinal.name, with: .boolean(false))
    }

    /// Adds the columns that are derived from the others; all rows belong to `period`, if that is
    /// not nil.
    package mutating func derive(_ derived: [DerivedColumn], in period: Period?) {
        // A row of one day has its date instead of both ends.
        let inputs = Set(derived.flatMap(\.inputs) + ["date"])
        let columns = dataset.columns.indices.filter { inputs.contains(dataset.columns[$0].name) }
        let places = Dictionary(
            columns.enumerated().map { (dataset.columns[$1].name, $0) },
            uniquingKeysWith: { first, _ in first })
        var cells: [Value] = []
        fill(&cells, columns: columns, 0..<count)
        var values: [Int: [Value]] = [:]
        for record in 0..<count {
            let figures = RowFigures(in: period) { name in
                places[name].map { cells[record * columns.count + $0] } ?? .missing
            }
            values[record] = derived.map { $0.value(figures) }
        }
        add(derived.map(\.column), values)
    }

    /// Puts the values of the columns at `indices` into `cells`, one row for each record of
    /// `range`.
    private func fill(_ cells: inout [Value], columns indices: [Int?], _ range: Range<Int>) {
        let needed = indices.count * range.count
        if cells.count < needed { cells = Array(repeating: .missing, count: needed) }
        var span = cells.mutableSpan
        for (offset, column) in indices.enumerated() {
            guard let column, replaced.isEmpty || replaced[column] == nil else {
                let value = column.flatMap { replaced[$0] } ?? .missing
                for row in range.indices {
                    span[(row - range.lowerBound) * indices.count + offset] = value
                }
                continue
            }
            if column < width {
                fillRows?(&span, column, range, offset, indices.count)
            } else {
                for (row, record) in range.enumerated() {
                    span[row * indices.count + offset] = added[column - width][record]
                }
            }
        }
    }

    /// Passes the first `limit` rows to `body`, one at a time: the index of the record, and the
    /// values of the columns at `indices`.
    ///
    /// The span is valid only during the call, because the next row reuses its memory.
    ///
    /// - Parameters:
    ///   - indices: the columns; nil for one that these records do not have.
    ///   - english: the positions in a row of the markers that are written in English.
    ///   - limit: the most rows to pass.
    ///   - seen: the identities of the rows that were passed before, which are skipped; the call
    ///     adds those that it passes.
    ///   - cells: scratch memory, because allocating it for every page takes as long as filling it.
    ///   - body: receives a row.
    package func forEachRow(
        columns indices: [Int?], inEnglish english: [Int] = [], limit: Int,
        seen: inout Set<String>, by cells: inout [Value],
        _ body: (Int, Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        var left = limit
        for first in stride(from: 0, to: count, by: Self.block) {
            let range = first..<min(first + Self.block, count)
            fill(&cells, columns: indices, range)
            for record in range {
                guard left > 0 else { return }
                if !leftOut.isEmpty, leftOut.contains(record) {
                    left -= 1
                    continue
                }
                if let identities, !seen.insert(identities[record]).inserted {
                    continue
                }
                let start = (record - first) * indices.count
                for place in english {
                    guard case .text(let marker) = cells[start + place],
                        let word = RankChange.englishMarkers[marker]
                    else { continue }
                    cells[start + place] = .text(word)
                }
                try body(record, cells.span.extracting(start..<(start + indices.count)))
                left -= 1
            }
        }
    }

    /// Returns the first `limit` rows: the values of the columns at `indices`, missing ones for nil.
    package func rows(_ indices: [Int?], limit: Int = .max) throws(Fault) -> [[Value]] {
        var (rows, cells, seen): ([[Value]], [Value], Set<String>) = ([], [], [])
        try forEachRow(columns: indices, limit: limit, seen: &seen, by: &cells) { _, row in
            rows.append(row.indices.map { row[$0] })
        }
        return rows
    }

    /// The number of records that are split into cells at a time, to bound the memory.
    private static var block: Int { 64 }
}
