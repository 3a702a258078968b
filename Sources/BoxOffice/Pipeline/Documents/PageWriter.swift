/// Writes the rows of whole answers on the thread that reads the answers.
///
/// Only bytes then go from one processor to the other, which are a fraction of the size of the
/// records, and only a few answers at a time are in memory as records.
struct PageWriter: Sendable {
    /// What was allocated for one answer, for the next.
    struct Memory {
        /// The cells of rows.
        fileprivate var cells: [Value] = []
        /// The written rows.
        fileprivate var bytes: [UInt8] = []
    }

    /// What writes a row.
    let rows: any RowWriter
    /// The indices of the columns in the dataset.
    let columns: [Int]
    /// How many rows of each answer are written at most.
    let top: Int

    /// Whether `page` can be written as a whole: it must be independent of other pages, and not so
    /// long that its rows should be passed on one by one.
    private func takes(_ page: Page) -> Bool { page.standsAlone && page.count <= 1000 }

    /// `reply` with its rows written, if it has a page that this takes.
    func written(_ reply: Reply, using memory: inout Memory) throws(Fault) -> Reply {
        guard case .page(let page, let subject, _) = reply, takes(page) else { return reply }
        return .written(try written(page, using: &memory), about: subject)
    }

    /// The rows of `page`.
    private func written(_ page: Page, using memory: inout Memory) throws(Fault) -> WrittenRows {
        var buffer = ByteBuffer(reusing: &memory.bytes)
        var count = 0
        var seen: Set<String> = []
        try page.forEachRow(columns: columns, limit: top, seen: &seen, by: &memory.cells) {
            row throws(Fault) in
            try rows.write(row, into: &buffer)
            count += 1
        }
        let bytes = buffer.copied
        memory.bytes = buffer.taken()
        return WrittenRows(
            bytes: bytes, count: count, fullCount: page.fullRows, note: page.note,
            missingRows: page.missingRows, state: page.state)
    }
}
