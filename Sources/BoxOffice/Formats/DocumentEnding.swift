/// What a document lacks; its format gets this after the last row.
public struct DocumentEnding: Hashable, Sendable {
    /// Why something that was asked for is not in the document, in the order of the requests.
    public var missing: [Fault]

    /// How many rows there are at the source, if it says so; more than were written if there was a
    /// limit.
    public var total: Int?
    /// What is not in the rows and not missed by programs: posters and details of films, rows inside
    /// of charts.
    public var warnings: [Fault] = []

    /// Describes the end of a document that lacks nothing, or lacks what `missing` explains.
    public init(missing: [Fault] = []) {
        self.missing = missing
    }
}
