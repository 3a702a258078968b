internal import BoxOffice

/// A document that is being written: rows go into a buffer, full buffers to the sink.
struct OpenDocument<Output: Sink & ~Copyable>: ~Copyable {
    private var document: any Document
    private let pictures: (any PictureDocument)?
    private let isStreaming: Bool
    private var sink: Output
    private var buffer: ByteBuffer
    private var cells: [Value] = []
    private(set) var extent = DocumentExtent()
    /// How many rows a reader of the sink has already.
    private var rowsDelivered = 0
    private let tally: Tally

    /// Begins a document of `format`, or continues one whose beginning exists.
    ///
    /// - Parameter tally: gets what reaches the output.
    init(
        _ format: any Format, _ layout: Layout, into sink: consuming Output,
        isContinued: Bool = false, _ tally: Tally
    ) throws(Fault) {
        var document = try format.document(layout, for: sink.file)
        var buffer = ByteBuffer()
        if !isContinued { try document.begin(into: &buffer) }
        pictures = document as? any PictureDocument
        isStreaming = format.traits.isStreaming
        self.document = document
        self.buffer = buffer
        self.tally = tally
        self.sink = sink
    }

    var rows: Int { extent.rows }
    /// The path of its file, or `-`; nil if it is a part of a document.
    var path: String? { sink.name }
    /// Whether more pictures are of use.
    var takesMorePictures: Bool { pictures?.takesMorePictures ?? true }

    /// Notes that it has rows of the days from `first` to `last`.
    mutating func cover(_ first: Day, _ last: Day) { extent.cover(first, last) }

    /// Appends the rows of `answer`, and returns their number.
    ///
    /// - Parameters:
    ///   - answer: the rows, or a page of records that is written now.
    ///   - columns: the indices of the columns.
    ///   - limit: how many rows are written at most.
    ///   - seen: the identities of the rows that are skipped; afterwards, those of these rows, too.
    mutating func append(
        _ answer: FetchedPage, columns: [Int], limit: Int, seen: inout Set<String>
    ) throws(Fault) -> Int {
        let before = rows
        let edition = answer.edition
        if let edition { try document.begin(edition, into: &buffer) }
        if let written = answer.written {
            buffer.append(written.bytes)
            extent.rows += written.count
            if buffer.count >= blockSize { try flush() }
        } else {
            try append(answer.page, columns: columns, limit: limit, seen: &seen)
        }
        if let edition {
            try document.end(edition, answer.page.state, into: &buffer)
            if rows > before { extent.cover(edition.period.from, edition.period.to) }
        }
        return rows - before
    }

    /// Writes the rows of `page`.
    mutating func append(
        _ page: Page, columns: [Int], limit: Int, seen: inout Set<String>
    ) throws(Fault) {
        for (address, picture) in page.pictures { try pictures?.take(picture, at: address) }
        var cells: [Value] = []
        swap(&cells, &self.cells)  // Not copied.
        defer { swap(&cells, &self.cells) }
        try page.forEachRow(columns: columns, limit: limit, seen: &seen, by: &cells) {
            _, row throws(Fault) in
            try document.write(row, into: &buffer)
            extent.rows += 1
            if buffer.count >= blockSize { try flush() }
        }
    }

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
        guard sink.isLive, sink.name != nil, isStreaming else { return }
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
        var (document, extent) = (document, extent)
        let (path, tally, rowsDelivered) = (path, tally, rowsDelivered)
        var buffer = buffer
        var sink = sink
        let remarks =
            if let long = document as? any LongDocument {
                try long.finish(ending, into: &buffer) { buffer throws(Fault) in
                    try Self.pass(&buffer, on: &sink)
                }
            } else {
                try document.finish(ending, into: &buffer)
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
