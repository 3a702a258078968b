internal import BoxOffice
internal import Engine

/// What came of a run, and what is to be said of it.
struct Outcome: Sendable {
    /// The pipeline's summary.
    var summary: ExportSummary
    /// What was written where; nil where that can be seen.
    var told: Message?
    /// SHA-256 of what went to standard output, if there is a report.
    var digest: String?
}
