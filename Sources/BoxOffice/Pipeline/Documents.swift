/// The documents of an export: one for everything, or one for every period.
///
/// Of several the one before is committed when the next begins, for then it is whole.
struct Documents<Format: Exporter & ~Copyable, Output: Sink & ~Copyable>: ~Copyable {
    typealias Opening = (Period) throws(Fault) -> Document<Format, Output>

    private var current: Document<Format, Output>
    /// The period of the current document, where each has its own.
    private var period: Period?
    /// Whether anything came for the current document, be it an edition without rows.
    private var isInUse = false
    private let open: Opening?

    private var finishedRows = 0
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
        current = document
        open = nil
        self.columns = columns
        self.top = top
        self.limit = limit
    }

    /// Opens a document for every period, that of the `first` at once.
    init(
        from first: Period, columns: [Int], top: Int, limit: Int, open: @escaping Opening
    ) throws(Fault) {
        current = try open(first)
        period = first
        self.open = open
        self.columns = columns
        self.top = top
        self.limit = limit
    }

    /// How many rows were written.
    var rows: Int { finishedRows + current.rows }

    /// How many rows may still be written.
    var room: Int { limit - rows }

    /// Writes the rows of `page`, the answer about `subject`, and says how many those were.
    mutating func append(_ page: Page, about subject: Subject) throws(Fault) -> Int {
        if case .edition(let edition) = subject {
            try turn(to: edition.period)
            current.begin(edition)
        }
        isInUse = true
        let before = rows
        var seen: Set<String> = []
        swap(&seen, &self.seen)  // Not copied.
        defer { swap(&seen, &self.seen) }
        try page.forEachRow(columns: columns, limit: min(top, room), seen: &seen) {
            row throws(Fault) in
            try current.write(row)
        }
        return rows - before
    }

    /// Goes to the document of `next`, where each period has its own.
    private mutating func turn(to next: Period) throws(Fault) {
        guard let open, next != period else { return }
        // Opened before the old one is committed, so that what cannot be opened is told early.
        var document = try open(next)
        swap(&document, &current)
        period = next
        // A document for which nothing came is dropped: its file stays as it was.
        guard isInUse else { return }
        isInUse = false
        finishedRows += document.rows
        count += 1
        try document.finish()
    }

    /// Hands the rows written so far to the sink, for more will be a while in coming.
    mutating func pause() throws(Fault) {
        try current.pause()
    }

    /// Ends the last document, and says how many there are.
    consuming func finish() throws(Fault) -> Int {
        let count = count
        let mayBeDropped = open != nil && !isInUse
        if mayBeDropped { return count }
        try current.finish()
        return count + 1
    }
}
