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

    private var finishedRows = 0
    private var currentRows = 0
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
    var rows: Int { finishedRows + currentRows }

    /// How many rows may still be written.
    var room: Int { limit - rows }

    /// Writes the rows of `page`, the answer about `subject`, and says how many those were.
    mutating func append(_ page: Page, about subject: Subject) throws(Fault) -> Int {
        if case .edition(let edition) = subject {
            try turn(to: edition.period)
            current?.begin(edition)
        }
        var seen: Set<String> = []
        swap(&seen, &self.seen)  // Not copied.
        defer { swap(&seen, &self.seen) }
        let limit = min(top, room)
        let before = current?.rows ?? 0
        let written: Int
        do throws(Fault) {
            written =
                try current?.append(page, columns: columns, limit: limit, seen: &seen) ?? 0
        } catch {
            currentRows += (current?.rows ?? before) - before
            throw error
        }
        currentRows += written
        if case .edition = subject { try close() }
        return written
    }

    /// Takes in that the answer about `subject` cannot be had.
    mutating func miss(_ subject: Subject) throws(Fault) {
        guard case .edition(let edition) = subject else { return }
        try turn(to: edition.period)
        isIncomplete = true
        try close()
    }

    /// Goes to the document of `next`, where each period has its own.
    private mutating func turn(to next: Period) throws(Fault) {
        guard let open, next != period else { return }
        period = next
        editionsToCome = editionsPerPeriod
        isIncomplete = false
        currentRows = 0
        current = try open(next)
    }

    /// Takes in that an edition has come, and commits the document with the last of its period.
    private mutating func close() throws(Fault) {
        guard open != nil else { return }
        editionsToCome -= 1
        guard editionsToCome == 0, let document = current.take() else { return }
        let rows = currentRows
        currentRows = 0
        guard !isIncomplete else { return }
        try document.finish()
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
    consuming func finish() throws(Fault) -> Int {
        var count = count
        if open == nil, let document = current.take() {
            try document.finish()
            count += 1
        }
        return count
    }
}
