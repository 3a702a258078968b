internal import Synchronization

/// Writes the rows of whole answers on the thread that reads the answers.
///
/// Only bytes then go from one processor to the other, which are a fraction of the size of the
/// records, and only one answer at a time is in memory as records.
final class PageWriter: Sendable {
    private let rows: any RowWriter
    /// The indices of the columns in the dataset.
    private let columns: [Int]
    /// How many rows of each answer are written at most.
    private let top: Int
    /// The cells of finished answers, with their last content, for the next answers to use.
    ///
    /// There are as many as were ever in use at once, without those of answers that failed.
    private let spare = Mutex<[[Value]]>([])

    init(rows: any RowWriter, columns: [Int], top: Int) {
        self.rows = rows
        self.columns = columns
        self.top = top
    }

    /// Whether `page` can be written as a whole: it must be independent of other pages, and not so
    /// long that its rows should be passed on one by one.
    func takes(_ page: Page) -> Bool { page.standsAlone && page.count <= 1000 }

    /// The rows of `page`.
    func written(_ page: Page) throws(Fault) -> WrittenRows {
        var buffer = ByteBuffer(room: min(page.count, top) * usualRow)
        var count = 0
        var seen: Set<String> = []
        var cells = spare.withLock { $0.popLast() } ?? []
        try page.forEachRow(columns: columns, limit: top, seen: &seen, by: &cells) {
            row throws(Fault) in
            try rows.write(row, into: &buffer)
            count += 1
        }
        spare.withLock { $0.append(cells) }
        return WrittenRows(
            bytes: buffer.taken(), count: count, missingRows: page.missingRows,
            isFinal: page.isFinal)
    }
}

/// More bytes than most rows of a chart have in CSV.
private let usualRow = 256
