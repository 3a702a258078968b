/// Where the rows of an export go: into one document, or into one a period.
protocol Documents: ~Copyable {
    /// How many rows were written.
    var rows: Int { get }
    /// How many documents were committed.
    var count: Int { get }
    /// The identities of the rows written so far.
    var seen: Set<String> { get }

    /// Puts the rows of `reply` into their document, written if they are not yet, and gives their
    /// number; or takes in that they cannot be had.
    mutating func append(_ reply: Reply) throws(Fault) -> Int

    /// Hands the rows written so far to the sink, because more will be a while in coming.
    mutating func pause() throws(Fault)

    /// Hands the rows written so far to the sink, because there will be no more.
    mutating func giveUp()

    /// Ends what is not ended yet, and gives the number of documents that were committed.
    ///
    /// - Parameter ending: what the export lacks.
    consuming func finish(_ ending: DocumentEnding) throws(Fault) -> Int
}
