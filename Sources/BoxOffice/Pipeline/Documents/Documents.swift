/// The destination of the rows of an export: one document, or one per period, month or
/// year.
protocol Documents: ~Copyable {
    /// How many rows were written.
    var rows: Int { get }
    /// How many documents were committed.
    var count: Int { get }
    /// The identities of the rows written so far.
    var seen: Set<String> { get }

    /// Whether more pictures of posters are of use.
    var takesMorePictures: Bool { get }

    /// Appends the rows of `reply` to their document and returns their number, or records why they
    /// are missing.
    ///
    /// Rows that are not written yet are written first.
    mutating func append(_ reply: Reply) throws(Fault) -> Int

    /// Passes the rows written so far to the sink, because more will take a while.
    mutating func flushIfLive() throws(Fault)

    /// Passes the rows written so far to the sink, because no more will come.
    mutating func handOverRest()

    /// Ends the documents that are still open.
    ///
    /// - Parameter ending: what the export lacks.
    consuming func finish(_ ending: DocumentEnding) throws(Fault) -> FinishedDocuments
}

/// The documents that were committed.
struct FinishedDocuments {
    /// How many there are.
    var count: Int
    /// What their format has to say about them, each once.
    var remarks: [Fault] = []
    /// The files that were not written because rows for them are missing.
    var unwritten: [Fault] = []
}
