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

    /// The charts that it reads: those of its days, and others that it needs beside them, such as
    /// that of the day before; they ask for nothing while there is nothing to do.
    var charts: ChartQuery { get }

    /// True if the charts of a period are joined into one, with the films of all of them.
    var isDeep: Bool { get }

    /// Refuses a source that cannot serve it, before anything is requested.
    ///
    /// - Throws: a ``Fault`` of kind `usage`.
    func check(_ source: any Source) throws(Fault)

    /// True if films must be looked up before it can say which charts it needs.
    var needsFilms: Bool { get }

    /// Looks up the films that the user named, and returns true if the charts are known then: they
    /// are not if a service would have to be asked and may not be.
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
        guard let reading = try read(charts) else { return nil }
        var erased = Reading<any Sendable>(reading.digest)
        (erased.isDoubtful, erased.isProvisional, erased.remarks) =
            (reading.isDoubtful, reading.isProvisional, reading.remarks)
        return erased
    }

    /// Does nothing.
    package mutating func resolve(_ finder: inout FilmFinder) async throws(Fault) -> Bool { true }
}

/// A sum of digests, which are added oldest first, into rows.
package protocol Folding: Sendable {
    associatedtype Digest: Sendable

    /// Adds the digest of `period`, nil if nothing of it was available, and returns the rows that are
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
    package var remarks: [Fault]
    /// The days whose figures the source of their tables may still correct.
    var provisional: Set<Period> = []

    /// Makes rows that are complete.
    package init(_ page: Page, on days: ClosedRange<Day>?, remarks: [Fault] = []) {
        (self.page, self.days, self.remarks) = (page, days, remarks)
    }
}

extension Table<[Value]> {
    /// Makes the table of rows that are lists of values, in the order of `columns`.
    init(of columns: [Column], named name: String, key: [String]) {
        let fields = columns.enumerated().map { index, column in
            Field<[Value]>(column) { $0.indices.contains(index) ? $0[index] : .missing }
        }
        self.init(named: name, key: key, fields)
    }
}

extension Source {
    /// Returns the names of the columns of its charts.
    func columns(of charts: ChartQuery) -> Set<String> {
        Set(dataset(of: .chart(charts)).columns.map(\.name))
    }
}

extension Page {
    /// Returns the rows of a common chart.
    ///
    /// - Throws: `fault` if the source has columns of its own.
    func chartEntries(else fault: Fault) throws(Fault) -> [ChartEntry] {
        let entries = records(ChartEntry.self)
        guard entries.count == count else { throw fault }
        return entries
    }
}

extension Fault {
    static let ownRows = Fault(
        .usage, "rows-are-its-own",
        "the charts of this source have columns of its own, so that nothing can be made from them",
        hint: .askAnotherSource)
}

extension Dataset {
    /// Every dataset that can be exported, for lists of columns.
    package static let all: [Dataset] =
        queried.prefix(1)
        + [
            TrendEntry.deepTable.dataset, FilmRun.table.dataset, MarketEntry.table.dataset,
            RankingEntry.table.dataset,
        ] + queried.dropFirst()
}
