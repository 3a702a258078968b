package import BoxOffice

/// A row of a document of runs, as its format writes it.
package struct TrendRow: Sendable {
    /// The film's code.
    package let code: String
    /// The period.
    package let period: Period
    /// The whole row.
    package let bytes: [UInt8]
}
