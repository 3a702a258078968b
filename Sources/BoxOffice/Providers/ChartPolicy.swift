/// What is known about a source's charts without a request.
public struct ChartPolicy: Hashable, Sendable {
    /// What a chart without rows means.
    public enum Emptiness: Hashable, Sendable {
        /// Nothing was sold: an empty chart is an answer like any other.
        case normal
        /// Something is wrong, if the chart covers all films in the whole country and is older than
        /// yesterday.
        ///
        /// A chart with a filter may be empty.
        case suspicious
    }

    /// The number of days after the last day of a period until its figures are final.
    public var finalAfter: Int
    /// The number of rows of a complete edition, which is also the most it can have; nil if it
    /// varies.
    public var rows: Int?
    /// Whether every row of an edition has sales and admissions, of the period and in all, screens and
    /// shows; an edition that lacks some is then not complete yet.
    public var givesAllFigures = false
    /// What a chart without rows means.
    public var emptiness: Emptiness

    /// Makes a policy.
    ///
    /// By default, figures are final after three days, and a chart has any number of rows but at
    /// least one.
    public init(finalAfter: Int = 3, rows: Int? = nil, emptiness: Emptiness = .suspicious) {
        self.finalAfter = finalAfter
        self.rows = rows
        self.emptiness = emptiness
    }

    /// What follows for readers: a sum over the rows is no total.
    public var notes: [SourceNote] {
        guard let rows else { return [] }
        return [
            SourceNote(
                Message(
                    "note-chart-rows",
                    "charts have \(rows) films at most, so a sum over them is not the total of all films"
                ))
        ]
    }

    /// Whether the figures of `period` are final on `day`.
    package func isFinal(_ period: Period, on day: Day) -> Bool {
        day >= period.to.advanced(by: finalAfter)
    }

    /// Refuses a number of rows to write that no chart of the source has.
    ///
    /// - Throws: a ``Fault`` of kind `usage`.
    package func check(top: Int) throws(Fault) {
        let most = rows ?? Self.mostRows
        guard (1...most).contains(top) else {
            throw Fault(
                .usage, "too-many-rows-wanted", "a chart has 1 to \(most) rows, not \(top)")
        }
    }

    /// The most rows that any edition of any chart may have: Korea never shows a thousand films in
    /// a day.
    package static let mostRows = 1000
}
