package import BoxOffice

/// Rows that are made from charts: the runs of films, a market, a ranking.
///
/// A derivation says which charts it needs, reads those of one period where they were fetched, and
/// adds what it read, oldest period first, into rows. Sources and formats know nothing of it: sources
/// are asked for charts, and formats read its ``face``.
package protocol Derivation: Sendable {
    associatedtype Sum: Folding

    /// What documents, databases and readers need to know about the rows.
    var face: Face { get }

    /// The charts that it reads, with those beside its days that count for nothing else; they ask
    /// for nothing while there is nothing to do.
    var charts: ChartQuery { get }

    /// True if the charts of a period are joined into one, with the films of all of them.
    var isDeep: Bool { get }

    /// Refuses a source that cannot serve it, before anything is requested.
    ///
    /// - Throws: a ``Fault`` of kind `usage`.
    func check(_ source: any Source) throws(Fault)

    /// True if it cannot say which charts it needs before films are looked up.
    var needsFilms: Bool { get }

    /// Looks up the films that the user named; returns false if a service would have to be asked
    /// first and may not be.
    ///
    /// - Throws: a ``Fault`` of kind `usage` or `notFound` if a film cannot be shown.
    mutating func resolve(_ finder: inout FilmFinder) async throws(Fault) -> Bool

    /// Reads the charts of a period; nil if nothing can be read from them.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` or `notPublished` if they do not fit each other, of
    ///   kind `usage` if the rows are not those of a common chart.
    func read(_ charts: ChartsOfPeriod) throws(Fault) -> Reading<Sum.Digest>?

    /// Prepares to add up what charts of `source` say.
    func sum(from source: any Source) -> Sum
}

extension Derivation {
    /// False: each chart is read as it is.
    package var isDeep: Bool { false }

    /// False: it is about whatever films are on its charts.
    package var needsFilms: Bool { false }

    /// Reads the charts of a period, without the type of what is read.
    func erasedReading(of charts: ChartsOfPeriod) throws(Fault) -> Reading<any Sendable>? {
        try read(charts)?.erased
    }

    /// Does nothing.
    package mutating func resolve(_ finder: inout FilmFinder) async throws(Fault) -> Bool { true }
}

/// The charts of one period that a derivation reads.
package struct ChartsOfPeriod: Sendable {
    /// The charts that were had: that of all films, then those of nations.
    package let pages: [Page]
    /// The charts as one, if they are joined; otherwise the first.
    package let joined: Page
    /// The period.
    package let period: Period
    /// The number of charts that were asked for.
    package let wanted: Int
    /// True if all of them were had and fit each other.
    package let areWhole: Bool
    /// What the source says about its charts.
    package let policy: ChartPolicy
}

/// What a derivation read from the charts of a period.
package struct Reading<Digest: Sendable>: Sendable {
    /// What is added up.
    package var digest: Digest
    /// A contradiction for which charts from the archive are requested once more; if it stays, the
    /// digest counts.
    package var doubt: Fault?
    /// True if the period must be asked for again in the next run.
    package var isProvisional = false
    /// What a reader must know about the period, in place of the rows that its chart lacks; nil if
    /// these are told.
    package var remarks: [Fault]?

    /// Makes a reading without any doubt.
    package init(_ digest: Digest) { self.digest = digest }

    /// The same without the type of the digest.
    var erased: Reading<any Sendable> {
        var erased = Reading<any Sendable>(digest)
        (erased.doubt, erased.isProvisional, erased.remarks) = (doubt, isProvisional, remarks)
        return erased
    }
}

/// A sum of digests, which are added oldest first, into rows.
package protocol Folding: Sendable {
    associatedtype Digest: Sendable

    /// Adds the digest of `period`, nil if nothing of it was had, and returns the rows that are
    /// complete.
    mutating func add(_ digest: Digest?, of period: Period) -> [DerivedRows]

    /// Returns the rows that are left, and remarks on all of them.
    mutating func finish() -> (rows: [DerivedRows], remarks: [Fault])
}

extension Folding {
    /// Adds a digest of the type that it adds up.
    mutating func add(erased digest: (any Sendable)?, of period: Period) -> [DerivedRows] {
        add(digest as? Digest, of: period)
    }
}

/// Rows that are complete.
package struct DerivedRows: Sendable {
    /// The rows.
    package var page: Page
    /// The days that they cover; nil if there are none.
    package var days: ClosedRange<Day>?
    /// What the user must know about them.
    package var remarks: [Fault] = []
}
