internal import BoxOffice

/// What came of a run, and what is to be said of it.
struct Outcome: Sendable {
    /// The pipeline's summary.
    var summary: Export.Summary
    /// What was written where; nil where that can be seen.
    var told: Message?
    /// The documents that were written.
    var documents: [WrittenDocument] = []
}

/// A document that was written.
struct WrittenDocument: Sendable {
    /// Its path, or `-` for standard output.
    let path: String
    /// SHA-256 of its bytes, in hexadecimal digits.
    let sha256: String?
}
