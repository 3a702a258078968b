/// A document for every period of a chart.
///
/// The document of a period is committed as soon as all its editions are written. If one of them is
/// not available, it is not committed, and an earlier version stays.
struct PeriodDocuments<Format: Exporter & ~Copyable, Output: Sink & ~Copyable>:
    Documents, ~Copyable
{
    typealias Opening = (Period) throws(Fault) -> Document<Format, Output>

    private(set) var count = 0
    private(set) var seen: Set<String> = []
    private var current: Document<Format, Output>?
    private var period: Period?
    /// How many editions of the period are still to come.
    private var editionsToCome = 0
    private var isIncomplete = false
    /// How many rows the committed documents have.
    private var finishedRows = 0
    private let open: Opening
    private let editionsPerPeriod: Int
    private let plan: Plan

    /// Opens a document for each period of `plan` when its first edition comes.
    init(of plan: Plan, editionsPerPeriod: Int, open: @escaping Opening) {
        self.plan = plan
        self.editionsPerPeriod = editionsPerPeriod
        self.open = open
    }

    var rows: Int {
        switch current {
        case .some(let current): finishedRows + current.rows
        case nil: finishedRows
        }
    }

    mutating func append(_ reply: Reply) throws(Fault) -> Int {
        switch reply {
        case .page(let page, let subject, _):
            try begin(subject)
            let limit = plan.limit - rows
            var seen: Set<String> = []
            swap(&seen, &self.seen)  // Not copied.
            defer { swap(&seen, &self.seen) }
            let written = try current?.append(page, plan, limit: limit, seen: &seen) ?? 0
            try end(subject)
            return written
        case .written(let rows, let subject):
            try begin(subject)
            try current?.append(rows)
            try end(subject)
            return rows.count
        case .missing(_, let subject):
            if case .edition(let edition) = subject { try turn(to: edition.period) }
            isIncomplete = true
            try end(subject)
            return 0
        }
    }

    /// Switches to the document of the answer about `subject`.
    private mutating func begin(_ subject: Subject) throws(Fault) {
        if case .edition(let edition) = subject { try turn(to: edition.period) }
        try current?.begin(subject)
    }

    /// Switches to the document of `next`.
    private mutating func turn(to next: Period) throws(Fault) {
        guard next != period else { return }
        period = next
        editionsToCome = editionsPerPeriod
        isIncomplete = false
        current = try open(next)
    }

    /// Records that an answer is done, and commits the document after the last answer of its
    /// period.
    private mutating func end(_ subject: Subject) throws(Fault) {
        guard case .edition = subject else { return }
        editionsToCome -= 1
        guard editionsToCome == 0, let document = current.take(), !isIncomplete else { return }
        let rows = document.rows
        try document.finish(DocumentEnding())
        finishedRows += rows
        count += 1
    }

    mutating func flushIfLive() throws(Fault) { try current?.flushIfLive() }

    mutating func handOverRest() { try? current?.handOver() }

    consuming func finish(_ ending: DocumentEnding) throws(Fault) -> Int { count }
}
