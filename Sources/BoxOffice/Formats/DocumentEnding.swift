/// What a document lacks, told to its format behind the last row.
public struct DocumentEnding: Hashable, Sendable {
    /// Why something that was asked for is not in the document, in the order it was asked for.
    public var missing: [Fault]

    /// Describes the end of a document that lacks nothing, or what `missing` says.
    public init(missing: [Fault] = []) {
        self.missing = missing
    }
}
