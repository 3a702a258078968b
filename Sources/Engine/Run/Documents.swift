package import BoxOffice

/// The documents of an export: one for everything, or one for every period, month or year of a chart.
///
/// With several documents, each is committed as soon as all its editions are written. If an edition
/// is not available, the document of a period is not committed, and an earlier version stays. The
/// document of a month or year is committed if it has any rows.
struct Documents<Output: Sink & ~Copyable>: ~Copyable {
    /// The counts of committed documents and rows, the files that were not written because rows for
    /// them are missing, and the remarks on the documents, each once.
    private(set) var summary = ExportSummary()
    /// The identities of the rows written so far.
    private(set) var seen: Set<String> = []
    private let plan: Plan
    private let open: (DocumentPart?) throws(Fault) -> OpenDocument<Output>
    /// The document that is brought up to date, if parts of one are written.
    private let before: DocumentBefore?
    /// The unit whose periods share a document; nil if there is one document for everything.
    private let grouping: CalendarUnit?
    private var current: OpenDocument<Output>?
    /// The parts whose documents are still to come; nil without ``grouping``.
    private var groups: ArraySlice<DocumentPart>?
    /// The part that the current document is about.
    private var group: DocumentPart?
    /// The number of editions of the group that are still to come.
    private var editionsToCome = 0
    /// The reasons why editions of the group are not available.
    private var missing: [Fault] = []
    /// True if the current part may replace rows without having any.
    private var mayBeEmpty = false
    /// The fault for which the last call gave up the document of a group; the caller takes it.
    var refusal: Fault?
    /// The sum of what the charts say, if rows are made from them.
    private var sum: (any Folding)?
    /// The rows that wait for the first whole period: without one there is no document.
    private var waiting: [DerivedRows] = []
    /// The periods of the rows; nil if they have none, or if each film has its own.
    private let days: Periods?
    /// True if all charts of one of these periods were available, or if none are needed.
    private var hasPeriods: Bool

    /// Opens one document for everything, or prepares one for each group, which is opened at its
    /// first edition; `open` begins the document of a part, or of everything.
    init(
        of plan: Plan, by grouping: CalendarUnit?, over before: DocumentBefore?,
        open: @escaping (DocumentPart?) throws(Fault) -> OpenDocument<Output>
    ) throws(Fault) {
        self.plan = plan
        self.grouping = grouping
        self.before = before
        self.open = open
        sum = plan.derivation?.sum(from: plan.source)
        days = plan.periods
        // Rows that no chart is asked for wait for none.
        hasPeriods = !plan.hasRequests
        if let grouping, let query = plan.charts {
            let groups = query.groups(by: grouping)
            // A document that is brought up to date has a part for each source.
            let sources = before == nil ? [""] : plan.sourcePlans.map(\.source.manifest.name)
            self.groups =
                groups.flatMap { group in sources.map { DocumentPart(group, of: $0) } }[...]
        } else if before == nil {
            current = try open(nil)
        }
    }

    /// The number of rows written.
    var rows: Int {
        switch current {
        case .some(let current): summary.rows + current.rows
        case nil: summary.rows
        }
    }

    /// True if there is anything to write.
    var hasRows: Bool {
        sum == nil ? rows > 0 || summary.documents > 0 : hasPeriods
    }

    /// True if more pictures are useful; with several documents, the next one has room again.
    var takesMorePictures: Bool {
        guard groups == nil else { return true }
        switch current {
        case .some(let current): return current.takesMorePictures
        case nil: return true
        }
    }

    /// Appends the rows of `answer` to their document, or those that are complete with it, and returns
    /// their number.
    mutating func append(_ answer: FetchedPage) throws(Fault) -> Int {
        if let edition = answer.edition {
            try openDocument(of: edition)
            if answer.page.state.isProvisional {
                current?.provisional[edition.source, default: []].insert(edition.period)
            }
            if sum != nil { return try add(answer, on: edition.period) }
        }
        let limit = min(plan.top, plan.limit - rows)
        let columns = plan.sourcePlans[answer.sourcePlan].places
        var count = 0
        do throws(Fault) {
            let older = try olderRows(insteadOf: answer)
            count =
                try current?.append(
                    answer, or: older, columns: columns, limit: limit, seen: &seen) ?? 0
        } catch {
            try giveUp(current.take()?.path, because: error)
        }
        if answer.edition != nil { try end() }
        return count
    }

    /// Writes the rows that are known only once all charts are read, and returns the remarks on all.
    mutating func appendDerivedRows() throws(Fault) -> [Fault] {
        guard let (rows, remarks) = sum?.finish() else { return [] }
        waiting += rows
        try appendWaiting()
        return remarks
    }

    /// Adds what the charts of a period say, and writes the rows that are complete.
    private mutating func add(_ answer: FetchedPage, on period: Period) throws(Fault) -> Int {
        waiting += sum?.add(erased: answer.reading?.digest, of: period) ?? []
        hasPeriods = hasPeriods || answer.fault == nil && days?.covers(period) ?? true
        return try appendWaiting()
    }

    @discardableResult
    private mutating func appendWaiting() throws(Fault) -> Int {
        guard hasPeriods, let sourcePlan = plan.sourcePlans.first else { return 0 }
        let before = rows
        for rows in waiting {
            summary.warnings += rows.remarks
            try current?.append(
                rows.page, columns: sourcePlan.places, limit: plan.top, seen: &seen)
            if !rows.provisional.isEmpty {
                current?.provisional[sourcePlan.source.manifest.name, default: []]
                    .formUnion(rows.provisional)
            }
            if let days = rows.days { current?.extent.cover(days.lowerBound, days.upperBound) }
        }
        waiting = []
        return rows - before
    }

    /// Records why `answer` has no page.
    mutating func recordMissing(_ answer: FetchedPage, _ fault: Fault) throws(Fault) {
        if sum != nil, let edition = answer.edition { _ = try add(answer, on: edition.period) }
        guard groups != nil, let edition = answer.edition else { return }
        try openDocument(of: edition)
        missing.append(fault)
        try end()
    }

    /// Returns the rows of the existing document that stay, because `answer` may lack something and has
    /// fewer rows or figures of its edition; nil if the new ones count.
    private mutating func olderRows(
        insteadOf answer: FetchedPage
    ) throws(Fault) -> (bytes: [UInt8], count: Int)? {
        guard let before, let edition = answer.edition,
            let records = before.document.records(of: edition)
        else { return nil }
        let (page, state) = (answer.page, answer.page.state)
        guard state.isShort || state.mayLackRows, !(page.isEmpty && plan.allowsEmpty) else {
            mayBeEmpty = mayBeEmpty || page.isEmpty
            return nil
        }
        let rows = try page.rows(
            plan.sourcePlans[answer.sourcePlan].places + [page.placeOfRank], limit: plan.top)
        let loss = before.document.loss(of: records, to: rows, from: edition.source, state)
        guard let (old, new) = loss else { return nil }
        summary.warnings.append(
            Fault.fullerRowsStay(old, instead: new).about(
                plan.named(Message(edition), by: edition.source),
                Fault.Scope(edition, of: edition.source)))
        guard before.document.tellsRecords(of: edition) else {
            // Rows of another edition may be among them, so the whole part stays.
            current = nil
            return nil
        }
        var bytes: [UInt8] = []
        for range in records.bytes.ranges { bytes += try before.bytes(range) }
        return (bytes, records.rows)
    }

    /// Returns true if `answer`, the next one, completes the document of a group; the parts of an
    /// existing document are committed only when all are there.
    func commits(after answer: FetchedPage) -> Bool {
        guard before == nil, let edition = answer.edition else { return false }
        if let group, group.covers(edition) { return editionsToCome == 1 }
        guard let next = groups?.first(where: { $0.covers(edition) }) else { return false }
        return editions(of: next) == 1
    }

    /// Returns the number of editions in the document of `group`.
    private func editions(of group: DocumentPart) -> Int {
        plan.sourcePlans.filter {
            group.source.isEmpty || $0.source.manifest.name == group.source
        }.reduce(0) { $0 + $1.editions(in: group.periods) }
    }

    /// Opens the document that `edition` belongs to, unless it is the current one.
    private mutating func openDocument(of edition: ChartEdition) throws(Fault) {
        guard groups != nil, group?.covers(edition) != true else { return }
        repeat { group = groups?.popFirst() } while group.map { !$0.covers(edition) } ?? false
        guard let group else {
            throw Fault(.bug, "period-of-no-document", "\(edition.period) was not asked for")
        }
        editionsToCome = editions(of: group)
        missing = []
        mayBeEmpty = false
        current = try open(group)
    }

    /// Records that an answer is done, and commits the document after the last answer of its group.
    private mutating func end() throws(Fault) {
        guard let group else { return }
        editionsToCome -= 1
        guard editionsToCome == 0, let document = current.take() else { return }
        let (rows, path) = (document.rows, document.path)
        // Where the existing document has no rows, an incomplete part is better than nothing. If one
        // of several sources is missing, the rows of the others are still written.
        let fillsGap = before.map { $0.document[group] == nil } ?? false
        let mayBePart =
            grouping != .day || fillsGap
            || plan.joinsSources && before == nil && !document.replacesAnother
        guard missing.isEmpty || (rows > 0 && mayBePart) else {
            if let path {
                summary.unwritten.append(.notWritten(path, hasRows: rows > 0).within(scope))
            }
            return
        }
        guard before == nil || rows > 0 || mayBeEmpty else {
            // A part without rows that replaces none.
            summary.documents += 1
            return
        }
        do throws(Fault) {
            try commit(document, DocumentEnding(missing: missing))
        } catch {
            try giveUp(path, because: error)
        }
    }

    /// Goes on without the document at `path`, which refused a row or may not be committed, if the run
    /// may go on and has other documents; rows that still come for it are passed over.
    ///
    /// - Throws: the fault otherwise.
    private mutating func giveUp(_ path: String?, because fault: Fault) throws(Fault) {
        let fault = fault.within(scope)
        guard group != nil, plan.keepsGoing, fault.affectsOneRequest else { throw fault }
        refusal = fault
        if let path, !fault.message.contains(path) {
            summary.unwritten.append(.notWritten(path, hasRows: true).within(scope))
        }
    }

    /// The periods and the source that the document of the group is about.
    private var scope: Fault.Scope { plan.scope(of: group?.periods) }

    private mutating func commit(
        _ document: consuming OpenDocument<Output>, _ ending: DocumentEnding
    ) throws(Fault) {
        let rows = document.rows
        let more = try document.finish(ending)
        summary.warnings += more.filter { !summary.warnings.contains($0) }
        summary.rows += rows
        summary.documents += 1
    }

    /// Passes the rows written so far to the sink: always, because no more will come, or only if
    /// somebody may be waiting for them, because more will take a while.
    mutating func handOver(always: Bool) throws(Fault) { try current?.handOver(always: always) }

    /// Ends the document for everything with the gaps and warnings of the export.
    mutating func finish(_ ending: DocumentEnding) throws(Fault) {
        guard groups == nil, let document = current.take() else { return }
        try commit(document, ending)
    }
}

extension Plan {
    /// Returns the scope of a fault of a document of charts, those of `periods`.
    func scope(of periods: Periods?) -> Fault.Scope {
        guard let periods else { return Fault.Scope() }
        return Fault.Scope(periods, of: joinsSources ? nil : source.manifest.name)
    }
}

extension DocumentPart {
    /// Returns true if `edition` belongs to the part.
    fileprivate func covers(_ edition: ChartEdition) -> Bool {
        periods.covers(edition.period) && (source.isEmpty || source == edition.source)
    }
}

extension Fault {
    fileprivate static func fullerRowsStay(_ rows: Int, instead count: Int) -> Fault {
        Fault(
            .malformed, "fuller-rows-stay",
            "the file keeps its \(rows, "row"), because the new answer has only \(count, "whole one")"
        )
    }
}

/// A document that is being written: rows go into a buffer, full buffers to the sink.
struct OpenDocument<Output: Sink & ~Copyable>: ~Copyable {
    private var document: any Document
    private let isStreaming: Bool
    private var sink: Output
    private var buffer: ByteBuffer
    private var cells: [Value] = []
    /// The positions of markers that are written in English words.
    private let english: [Int]
    /// The number of rows so far and the days that they cover.
    var extent = DocumentExtent()
    /// The periods whose figures the source may still correct.
    var provisional: [String: Set<Period>] = [:]
    /// The number of rows that a reader of the sink already has.
    private var rowsDelivered = 0
    private let tally: Tally

    /// Begins a document of `format`, or continues one whose beginning exists; `tally` counts what
    /// reaches the output.
    init(
        _ format: any Format, _ layout: Layout, into sink: consuming Output, isContinued: Bool,
        inEnglish english: [Int], _ tally: Tally
    ) throws(Fault) {
        var document = try format.document(layout, for: sink.file)
        var buffer = ByteBuffer()
        if !isContinued { try document.begin(into: &buffer) }
        isStreaming = format.traits.isStreaming
        self.document = document
        self.buffer = buffer
        self.english = english
        self.tally = tally
        self.sink = sink
    }

    var rows: Int { extent.rows }
    /// The path of its file, or `-`; nil if it is a part of a document.
    var path: String? { sink.name }
    /// True if an earlier document is in its place.
    var replacesAnother: Bool { sink.replacesAnother }
    /// True if more pictures are useful.
    var takesMorePictures: Bool { document.takesMorePictures }

    /// Appends the rows of `answer`, or the `older` ones instead, and returns their number.
    ///
    /// Of records that are written now, at most `limit` become rows; those in `seen` are skipped, and
    /// the new ones are added to it.
    mutating func append(
        _ answer: FetchedPage, or older: (bytes: [UInt8], count: Int)?, columns: [Int?],
        limit: Int, seen: inout Set<String>
    ) throws(Fault) -> Int {
        let before = rows
        let edition = answer.edition
        if let edition { try document.begin(edition, into: &buffer) }
        if let written = older ?? answer.written {
            buffer.append(written.bytes.span)
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
        _ page: Page, columns: [Int?], limit: Int, seen: inout Set<String>
    ) throws(Fault) {
        for (address, picture) in page.pictures { try document.take(picture, at: address) }
        var cells: [Value] = []
        swap(&cells, &self.cells)  // Not copied.
        defer { swap(&cells, &self.cells) }
        try page.forEachRow(
            columns: columns, inEnglish: english, limit: limit, seen: &seen, by: &cells
        ) { _, row throws(Fault) in
            try document.write(row, into: &buffer)
            extent.rows += 1
            if buffer.count >= blockSize { try flush() }
        }
    }

    /// Passes the rows written so far to the sink: always, or only if somebody may be waiting for
    /// them.
    ///
    /// Nothing is passed before the first row: a run that fails at once leaves no header.
    mutating func handOver(always: Bool) throws(Fault) {
        if rows > 0, always || sink.isLive { try flush() }
    }

    /// Passes everything written so far to the sink.
    private mutating func flush() throws(Fault) {
        try passOn()
        guard sink.isLive, sink.name != nil, isStreaming else { return }
        tally.deliver(rows: rows - rowsDelivered)
        rowsDelivered = rows
    }

    /// Passes the contents of the buffer to the sink.
    private mutating func passOn() throws(Fault) {
        guard buffer.count > 0 else { return }
        try buffer.withBytes { bytes throws(Fault) in try sink.write(bytes) }
        buffer.removeAll()
    }

    /// Ends the document and commits it, and returns the remarks of its format.
    consuming func finish(_ ending: DocumentEnding) throws(Fault) -> [Fault] {
        var ending = ending
        ending.provisional = provisional
        let remarks =
            if let long = document as? any LongDocument {
                try long.finish(ending) { bytes throws(Fault) in try sink.write(bytes) }
            } else {
                try document.finish(ending, into: &buffer)
            }
        try passOn()
        // Ending a long document takes a while; a file that it was added to has its rows.
        if Task.isCancelled, sink.file == nil { throw Fault.cancelled }
        let path = path
        try sink.commit(rows: extent.rows)
        extent.rows -= document.rowsWithheld
        if let path {
            tally.deliver(
                DeliveredDocument(path: path, extent: extent), rows: extent.rows - rowsDelivered)
        }
        return remarks
    }
}

/// The number of bytes passed to a sink at once; larger blocks were not faster.
private let blockSize = 64 * 1024

/// The destination of a document's bytes.
///
/// A document counts only once it is committed: a sink that is dropped without a commit leaves
/// everything as it was, if it can.
package protocol Sink: ~Copyable {
    /// The path of the file that the document goes to, or `-` for standard output; nil if the bytes
    /// are not a document of their own.
    var name: String? { get }

    /// True if the document replaces an earlier one.
    var replacesAnother: Bool { get }

    /// True if somebody may be reading along, as at a terminal or a pipe.
    ///
    /// Rows are then passed on whenever more will take a while, not only in large blocks.
    var isLive: Bool { get }

    /// The file that the document is added to; nil if it appends bytes.
    var file: DocumentFile? { get }

    /// Appends `bytes`.
    ///
    /// - Throws: a ``Fault`` of kind `cannotWrite`, or `readerGone` if the reader has closed the
    ///   output.
    mutating func write(_ bytes: Span<UInt8>) throws(Fault)

    /// Makes the document permanent.
    ///
    /// - Parameter rows: the number of rows in the document.
    /// - Throws: a ``Fault``; the previous document, if any, is then still there.
    consuming func commit(rows: Int) throws(Fault)
}

extension Sink where Self: ~Copyable {
    /// By default nil.
    package var name: String? { nil }

    /// By default false.
    package var replacesAnother: Bool { false }

    /// By default true.
    package var isLive: Bool { true }
    /// By default nil.
    package var file: DocumentFile? { nil }
}
