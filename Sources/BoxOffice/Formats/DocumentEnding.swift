/// What a document lacks; its format gets this after the last row.
public struct DocumentEnding: Hashable, Sendable {
    /// Why something that was asked for is not in the document, in the order of the requests.
    public var missing: [Fault]

    /// Describes the end of a document that lacks nothing, or lacks what `missing` explains.
    public init(missing: [Fault] = []) {
        self.missing = missing
    }
}
