/// The documents of an export: one for everything, or one for every period.
///
/// The document of a period is committed as soon as all its editions are in. Where one of them could
/// not be had, it is not, and what was there before stays.
struct Documents<Format: Exporter & ~Copyable, Output: Sink & ~Copyable>: ~Copyable {
    typealias Opening = (Period) throws(Fault) -> Document<Format, Output>

    private var current: Document<Format, Output>?
    /// The period of the current document, where each has its own.
    private var period: Period?
    /// How many editions of the period are still to come.
    private var editionsToCome = 0
    private var isIncomplete = false
    private let open: Opening?
    private let editionsPerPeriod: Int

    /// How many rows the documents have that were committed.
    private var finishedRows = 0
    /// How many documents were committed.
    private(set) var count = 0
    /// The identities of the rows written so far.
    private(set) var seen: Set<String> = []

    private let columns: [Int]
    private let top: Int
    private let limit: Int

    /// Puts everything into `document`.
    init(
        _ document: consuming Document<Format, Output>, columns: [Int], top: Int, limit: Int
    ) {
        current = consume document
        open = nil
        editionsPerPeriod = .max
        self.columns = columns
        self.top = top
        self.limit = limit
    }

    /// Opens a document for every period when the first of its editions comes.
    init(
        editionsPerPeriod: Int, columns: [Int], top: Int, limit: Int, open: @escaping Opening
    ) {
        current = nil
        self.open = open
        self.editionsPerPeriod = editionsPerPeriod
        self.columns = columns
        self.top = top
        self.limit = limit
    }

    /// How many rows were written.
    var rows: Int {
        switch current {
        case .some(let current): finishedRows + current.rows
        case nil: finishedRows
        }
    }

    /// How many rows may still be written.
    var room: Int { limit - rows }

    /// Writes the rows of `reply` as far as they are not written yet, puts them into their document,
    /// and says how many those were; or takes in that they cannot be had.
    mutating func append(_ reply: Export.Reply) throws(Fault) -> Int {
        switch reply {
        case .page(let page, let subject, _): return try append(page, about: subject)
        case .written(let rows, let subject):
            try append(rows, about: subject)
            return rows.count
        case .missing(_, let subject):
            try miss(subject)
            return 0
        }
    }

    /// Writes the rows of `page`, the answer about `subject`, and says how many those were.
    private mutating func append(_ page: Page, about subject: Subject) throws(Fault) -> Int {
        try begin(subject)
        var seen: Set<String> = []
        swap(&seen, &self.seen)  // Not copied.
        defer { swap(&seen, &self.seen) }
        let limit = min(top, room)
        let written = try current?.append(page, columns: columns, limit: limit, seen: &seen) ?? 0
        if open != nil { try end(subject) }
        return written
    }

    /// Puts `rows`, the answer about `subject`, into their document.
    private mutating func append(_ rows: WrittenRows, about subject: Subject) throws(Fault) {
        try begin(subject)
        try current?.append(rows)
        if open != nil { try end(subject) }
    }

    /// Takes in that the answer about `subject` cannot be had.
    private mutating func miss(_ subject: Subject) throws(Fault) {
        guard case .edition(let edition) = subject else { return }
        try turn(to: edition.period)
        isIncomplete = true
        try end(subject)
    }

    /// Goes to the document that the answer about `subject` is for.
    private mutating func begin(_ subject: Subject) throws(Fault) {
        guard case .edition(let edition) = subject else { return }
        // Asked here as well, for to call it takes longer than to know.
        if open != nil { try turn(to: edition.period) }
        try current?.begin(edition)
    }

    /// Goes to the document of `next`, where each period has its own.
    private mutating func turn(to next: Period) throws(Fault) {
        guard let open, next != period else { return }
        period = next
        editionsToCome = editionsPerPeriod
        isIncomplete = false
        current = try open(next)
    }

    /// Takes in that an answer is dealt with, and commits the document with the last of its period.
    private mutating func end(_ subject: Subject) throws(Fault) {
        guard open != nil, case .edition = subject else { return }
        editionsToCome -= 1
        guard editionsToCome == 0, let document = current.take(), !isIncomplete else { return }
        let rows = document.rows
        try document.finish(DocumentEnding())
        finishedRows += rows
        count += 1
    }

    /// Hands the rows written so far to the sink, for more will be a while in coming.
    mutating func pause() throws(Fault) {
        try current?.pause()
    }

    /// Hands the rows written so far to the sink, for there will be no more.
    mutating func giveUp() {
        try? current?.handOver()
    }

    /// Ends the document that holds everything, and says how many documents were committed.
    consuming func finish(_ ending: DocumentEnding) throws(Fault) -> Int {
        var count = count
        if open == nil, let document = current.take() {
            try document.finish(ending)
            count += 1
        }
        return count
    }
}
