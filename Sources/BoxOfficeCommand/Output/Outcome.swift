internal import BoxOffice
internal import Engine

/// The result of a run, and the message about it.
struct Outcome: Sendable {
    /// The pipeline's summary.
    var summary: ExportSummary
    /// The number of files that are new or changed.
    var changedFiles = 0
    /// The message about what was written and where, or that nothing had to be; nil if that is
    /// obvious, and after an update that could not find out.
    var told: Message?
    /// The SHA-256 of the bytes on standard output, if there is a report.
    var digest: String?
}
