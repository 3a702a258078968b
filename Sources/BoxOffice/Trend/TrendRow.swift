/// A row of a document of runs, as its format writes it.
public struct TrendRow: Sendable {
    /// The film's code.
    public let code: String
    /// The period.
    public let period: Period
    /// The whole row.
    public let bytes: [UInt8]
}
