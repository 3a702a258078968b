internal import Synchronization

/// Writes the rows of whole answers, wherever they are read.
///
/// So only bytes go from one processor to the other, which are a fraction of what an answer is read
/// into, and no more than one answer at a time is there as records.
final class PageWriter: Sendable {
    private let rows: any RowWriter
    /// The places of the columns among those of the dataset.
    private let columns: [Int]
    /// How many rows of each answer are written at most.
    private let top: Int
    /// The cells of answers that were written, with what stood in them last, for those to come.
    ///
    /// There are as many as were ever written at once, but for those of answers that failed.
    private let spare = Mutex<[[Value]]>([])

    init(rows: any RowWriter, columns: [Int], top: Int) {
        self.rows = rows
        self.columns = columns
        self.top = top
    }

    /// Whether `page` can be written as a whole: it must stand by itself, and not be so long that
    /// its rows had better go as they come.
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
        return WrittenRows(bytes: buffer.taken(), count: count)
    }
}

/// More bytes than most rows of charts have in CSV.
private let usualRow = 256
