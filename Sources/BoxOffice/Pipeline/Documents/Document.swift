/// A document that is being written: rows go through the exporter into a buffer, full buffers to
/// the sink.
struct Document<Format: Exporter & ~Copyable, Output: Sink & ~Copyable>: ~Copyable {
    private var exporter: Format
    private var sink: Output
    private var buffer = ByteBuffer()
    private(set) var extent = DocumentExtent()
    /// How many rows a reader of the sink has already.
    private var rowsDelivered = 0
    private var rowsBefore = 0
    private let tally: Tally

    /// Begins a document, or continues one whose beginning exists.
    ///
    /// - Parameter tally: gets what reaches the output.
    init(
        exporter: consuming Format, sink: consuming Output, isContinued: Bool = false,
        _ tally: Tally
    ) throws(Fault) {
        self.tally = tally
        self.exporter = exporter
        self.sink = sink
        if !isContinued { try self.exporter.begin(into: &buffer) }
    }

    var rows: Int { extent.rows }
    /// The path of its file, or `-`; nil if it is a part of a document.
    var path: String? { sink.name }

    /// Notes that it has rows of the days from `first` to `last`.
    mutating func cover(_ first: Day, _ last: Day) { extent.cover(first, last) }

    /// Writes what comes before the rows of the answer about `subject`.
    mutating func begin(_ subject: Subject) throws(Fault) {
        rowsBefore = rows
        if case .edition(let edition) = subject { try exporter.begin(edition, into: &buffer) }
    }

    /// Writes what comes behind the rows of the answer about `subject`.
    mutating func end(_ subject: Subject, _ state: EditionState) throws(Fault) {
        if case .edition(let edition) = subject {
            try exporter.end(edition, state, into: &buffer)
            if rows > rowsBefore { extent.cover(edition.period.from, edition.period.to) }
        }
    }

    /// Writes the rows of `page` that are not in `seen`, and returns their number.
    mutating func append(
        _ page: Page, _ plan: Plan, limit: Int, seen: inout Set<String>
    ) throws(Fault) -> Int {
        let before = rows
        let limit = min(plan.top, limit)
        for (address, picture) in page.pictures { try exporter.take(picture, at: address) }
        try page.forEachRow(columns: plan.wanted, limit: limit, seen: &seen) { row throws(Fault) in
            try exporter.write(row, into: &buffer)
            extent.rows += 1
            if buffer.count >= blockSize { try flush() }
        }
        return rows - before
    }

    /// Appends rows that are already written.
    mutating func append(_ written: WrittenRows) throws(Fault) {
        buffer.append(written.bytes)
        extent.rows += written.count
        if buffer.count >= blockSize { try flush() }
    }

    /// Whether more pictures are of use.
    var takesMorePictures: Bool { exporter.takesMorePictures }

    /// Passes the rows written so far to the sink if somebody may be waiting for them, because more
    /// will take a while.
    ///
    /// Nothing is passed before the first row: a run that fails at once leaves no header.
    mutating func flushIfLive() throws(Fault) {
        if sink.isLive { try handOver() }
    }

    /// Passes the rows written so far to the sink.
    mutating func handOver() throws(Fault) {
        if rows > 0 { try flush() }
    }

    /// Passes everything written so far to the sink.
    private mutating func flush() throws(Fault) {
        try Self.pass(&buffer, on: &sink)
        guard sink.isLive, sink.name != nil, Format.traits.delivery == .streaming else { return }
        tally.deliver(rows: rows - rowsDelivered)
        rowsDelivered = rows
    }

    /// Passes what is in `buffer` to `sink`.
    private static func pass(
        _ buffer: inout ByteBuffer, on sink: inout Output
    ) throws(Fault) {
        guard buffer.count > 0 else { return }
        try buffer.withBytes { bytes throws(Fault) in try sink.write(bytes) }
        buffer.removeAll()
    }

    /// Ends the document and commits it, and returns the remarks of its format.
    consuming func finish(_ ending: DocumentEnding) throws(Fault) -> [Fault] {
        var extent = extent
        let (path, tally, rowsDelivered) = (path, tally, rowsDelivered)
        var buffer = buffer
        var sink = sink
        let remarks = try exporter.finish(ending, into: &buffer) { buffer throws(Fault) in
            try Self.pass(&buffer, on: &sink)
        }
        try Self.pass(&buffer, on: &sink)
        // The end of a long document takes a while.
        if Task.isCancelled { throw Fault.cancelled }
        try sink.commit(rows: extent.rows)
        extent.rows -= remarks.reduce(0) { $0 + $1.rowsWithheld }
        if let path {
            tally.deliver(
                DeliveredDocument(path: path, extent: extent), rows: extent.rows - rowsDelivered)
        }
        return remarks
    }
}

/// How many bytes go to a sink at once; larger blocks were not faster.
private let blockSize = 64 * 1024
