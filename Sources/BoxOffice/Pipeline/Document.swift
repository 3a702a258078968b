/// A document on its way: rows go through the exporter into a buffer, full buffers to the sink.
struct Document<Format: Exporter & ~Copyable, Output: Sink & ~Copyable>: ~Copyable {
    private var exporter: Format
    private var sink: Output
    private var buffer = ByteBuffer()
    private(set) var seen: Set<String> = []
    private(set) var rows = 0
    private let columns: [Int]
    private let limit: Int

    init(
        exporter: consuming Format, sink: consuming Output, columns: [Int], limit: Int
    ) {
        self.exporter = exporter
        self.sink = sink
        self.columns = columns
        self.limit = limit
    }

    mutating func begin() {
        exporter.begin(into: &buffer)
    }

    /// Whether there are as many rows as there may be.
    var isFull: Bool { rows >= limit }

    /// Writes the first `top` rows of `page`, and says how many that were.
    mutating func append(_ page: Page, top: Int) throws(Fault) -> Int {
        let before = rows
        var seen: Set<String> = []
        swap(&seen, &self.seen)  // Not copied, and out of the way of `flush`.
        defer { swap(&seen, &self.seen) }
        try page.forEachRow(columns: columns, limit: min(top, limit - rows), seen: &seen) {
            row throws(Fault) in
            exporter.write(row, into: &buffer)
            rows += 1
            if buffer.count >= blockSize { try flush() }
        }
        return rows - before
    }

    /// Hands the rows written so far to the sink, for more will be a while in coming.
    ///
    /// Before the first row nothing is handed over: a run that fails at once leaves no header.
    mutating func pause() throws(Fault) {
        if rows > 0 { try flush() }
    }

    /// Hands what has been written so far to the sink.
    mutating func flush() throws(Fault) {
        guard buffer.count > 0 else { return }
        try buffer.withBytes { bytes throws(Fault) in try sink.write(bytes) }
        buffer.removeAll()
    }

    /// Ends the document, commits it, and says how many rows it has.
    consuming func finish() throws(Fault) -> Int {
        let rows = rows
        var buffer = buffer
        var sink = sink
        exporter.finish(into: &buffer)
        if buffer.count > 0 {
            try buffer.withBytes { bytes throws(Fault) in try sink.write(bytes) }
        }
        try sink.commit(rows: rows)
        return rows
    }
}

/// How many bytes go to a sink at once; larger blocks were not faster.
private let blockSize = 64 * 1024
