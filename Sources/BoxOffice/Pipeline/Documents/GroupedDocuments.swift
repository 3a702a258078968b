/// A document for every period, month or year of a chart.
///
/// A document is committed as soon as all its editions are written. If one of them is not available,
/// the document of a period is not committed, and an earlier version stays. The document of a month
/// or year is committed if it has any rows.
struct GroupedDocuments<Format: Exporter & ~Copyable, Output: Sink & ~Copyable>:
    Documents, ~Copyable
{
    typealias Opening = (Periods) throws(Fault) -> Document<Format, Output>

    private(set) var count = 0
    private(set) var seen: Set<String> = []
    private var current: Document<Format, Output>?
    /// The periods of the current document.
    private var group: Periods?
    private var groups: Periods.Groups
    /// How many editions of the group are still to come.
    private var editionsToCome = 0
    /// Why editions of the group are not available.
    private var missing: [Fault] = []
    /// The documents that were not committed.
    private var unwritten: [Fault] = []
    /// How many rows the committed documents have.
    private var finishedRows = 0
    /// What the format has to say about the committed documents.
    private var remarks: [Fault] = []
    /// Whether an earlier version of the current document has rows that this one lacks.
    private var isOutdone = false
    private let earlierRows: (ChartEdition) -> Int
    private let didEmpty: (Period) -> Void
    /// Whether the documents are parts of one that exists.
    private let isContinued: Bool
    private let open: Opening
    private let query: ChartQuery
    private let grouping: Periods.Grouping
    private let plan: Plan

    /// Opens a document for each group of the periods of `query` when its first edition comes.
    ///
    /// - Parameter earlierRows: how many whole rows of an edition an earlier version of its document
    ///   has. A version that lacks some, and perhaps should not, is not committed.
    init(
        of plan: Plan, _ query: ChartQuery, by grouping: Periods.Grouping, isContinued: Bool,
        earlierRows: @escaping (ChartEdition) -> Int,
        didEmpty: @escaping (Period) -> Void, open: @escaping Opening
    ) {
        self.earlierRows = earlierRows
        self.didEmpty = didEmpty
        self.isContinued = isContinued
        self.plan = plan
        self.query = query
        self.grouping = grouping
        self.open = open
        groups = query.periods.groups(by: grouping)
    }

    var rows: Int {
        switch current {
        case .some(let current): finishedRows + current.rows
        case nil: finishedRows
        }
    }

    /// True: the next document has room again.
    var takesMorePictures: Bool { true }

    mutating func append(_ reply: Reply) throws(Fault) -> Int {
        switch reply {
        case .page(let page, let subject, _):
            try begin(subject)
            let limit = plan.limit - rows
            var seen: Set<String> = []
            swap(&seen, &self.seen)  // Not copied.
            defer { swap(&seen, &self.seen) }
            let written = try current?.append(page, plan, limit: limit, seen: &seen) ?? 0
            try current?.end(subject, page.state)
            compare(page.fullRows, page.state, subject)
            try end(subject)
            return written
        case .written(let rows, let subject):
            try begin(subject)
            try current?.append(rows)
            try current?.end(subject, rows.state)
            compare(rows.fullCount, rows.state, subject)
            try end(subject)
            return rows.count
        case .missing(let fault, let subject):
            if case .edition(let edition) = subject { try turn(to: edition.period) }
            missing.append(fault)
            try end(subject)
            return 0
        }
    }

    /// Compares an edition that lacks rows or figures with the earlier version of its document.
    private mutating func compare(_ rows: Int, _ state: EditionState, _ subject: Subject) {
        guard case .edition(let edition) = subject, state.isShort || rows == 0 else { return }
        let earlier = earlierRows(edition)
        guard min(earlier, plan.top) > min(rows, plan.top) else { return }
        guard rows > 0 || !(state.isConfirmed || plan.allowsEmpty) else {
            return didEmpty(edition.period)
        }
        isOutdone = true
        remarks.append(
            Fault.fullerRowsStay(earlier, instead: rows)
                .about(edition, of: plan.source.manifest.name))
    }

    /// Switches to the document of the answer about `subject`.
    private mutating func begin(_ subject: Subject) throws(Fault) {
        if case .edition(let edition) = subject { try turn(to: edition.period) }
        try current?.begin(subject)
    }

    /// Switches to the document that `period` belongs to.
    private mutating func turn(to period: Period) throws(Fault) {
        guard group?.covers(period) != true else { return }
        repeat { group = groups.next() } while group.map { !$0.covers(period) } ?? false
        guard let group else {
            throw Fault(.bug, "period-of-no-document", "\(period) was not asked for")
        }
        let asked =
            query.skipped.isEmpty ? group.count : group.count { !query.skipped.contains($0) }
        editionsToCome = asked * max(1, query.regions.count)
        missing = []
        isOutdone = false
        current = try open(group)
    }

    /// Records that an answer is done, and commits the document after the last answer of its group.
    private mutating func end(_ subject: Subject) throws(Fault) {
        guard case .edition = subject else { return }
        editionsToCome -= 1
        guard editionsToCome == 0, let document = current.take() else { return }
        let rows = document.rows
        let scope = group.map { Fault.Scope($0, of: plan.source.manifest.name) } ?? Fault.Scope()
        guard missing.isEmpty || (rows > 0 && (grouping != .period || fillsGap)) else {
            if let path = document.path {
                unwritten.append(.notWritten(path, hasRows: rows > 0).within(scope))
            }
            return
        }
        guard !isOutdone else { return }
        let remarks: [Fault]
        do throws(Fault) {
            remarks = try document.finish(DocumentEnding(missing: missing))
        } catch {
            throw error.within(scope)
        }
        self.remarks += remarks.filter { !self.remarks.contains($0) }
        finishedRows += rows
        count += 1
    }

    /// Whether the period is one that an existing document has nothing of, so that a part of it is
    /// better than nothing.
    private var fillsGap: Bool {
        guard isContinued, let group else { return false }
        return query.editions(of: group.first).allSatisfy { earlierRows($0) == 0 }
    }

    mutating func flushIfLive() throws(Fault) { try current?.flushIfLive() }

    mutating func handOverRest() { try? current?.handOver() }

    consuming func finish(_ ending: DocumentEnding) throws(Fault) -> FinishedDocuments {
        FinishedDocuments(count: count, remarks: remarks, unwritten: unwritten)
    }
}

extension Fault {
    /// The file at `path` was not written.
    ///
    /// - Parameter hasRows: whether there were some rows for it.
    package static func notWritten(_ path: String, hasRows: Bool = false) -> Fault {
        Fault(
            .unavailable, "file-not-written",
            hasRows
                ? Message(
                    "file-not-written-in-part",
                    "'\(path)' was not written, because rows for it are missing")
                : Message(
                    "file-not-written",
                    "'\(path)' was not written, because there is nothing for it"))
    }
}

extension Fault {
    fileprivate static func fullerRowsStay(_ rows: Int, instead count: Int) -> Fault {
        Fault(
            .malformed, "fuller-rows-stay",
            "the file keeps its \(rows) rows, because the new answer has only \(count) whole ones")
    }
}
