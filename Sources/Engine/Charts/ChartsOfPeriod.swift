package import BoxOffice

/// The charts of one period that a derivation reads.
package struct ChartsOfPeriod: Sendable {
    /// The charts that were available: that of all films, then those of nations.
    package let pages: [Page]
    /// The charts as one, if they are joined; otherwise the first.
    package let joined: Page
    /// True if all that were asked for were available and fit each other.
    package let areWhole: Bool
    /// What the source says about its charts.
    package let policy: ChartPolicy
}

/// What a derivation read from the charts of a period.
package struct Reading<Digest: Sendable>: Sendable {
    /// What is added up.
    package var digest: Digest
    /// True if charts from the archive should be requested once more; if that fails or changes nothing,
    /// the digest counts.
    package var isDoubtful = false
    /// True if the period must be asked for again in the next run.
    package var isProvisional = false
    /// What a reader must know about the period; nil to report the rows that its chart lacks.
    package var remarks: [Fault]?

    /// Makes a reading without any doubt.
    package init(_ digest: Digest) { self.digest = digest }
}
