/// What is known of a source's charts without asking for them.
public struct ChartPolicy: Hashable, Sendable {
    /// What it means that a chart has no rows.
    public enum Emptiness: Hashable, Sendable {
        /// That nothing was sold: an empty chart is an answer like any other.
        case normal
        /// That something is wrong, if the chart is that of all films in the whole country and is
        /// older than yesterday. A chart that was narrowed may be empty.
        case suspicious
    }

    /// After how many days behind the last day of a period its figures no longer change.
    public var finalAfter: Int
    /// How many rows an edition has if nothing is lost, and at most; nil if that varies.
    public var rows: Int?
    /// What it means that a chart has no rows.
    public var emptiness: Emptiness

    /// Makes a policy; as it stands, figures are final after three days, and a chart has any number
    /// of rows but is not empty.
    public init(finalAfter: Int = 3, rows: Int? = nil, emptiness: Emptiness = .suspicious) {
        self.finalAfter = finalAfter
        self.rows = rows
        self.emptiness = emptiness
    }

    /// Whether the figures of `period` no longer change on `day`.
    func isFinal(_ period: Period, on day: Day) -> Bool {
        day >= period.to.advanced(by: finalAfter)
    }

    /// How many rows any edition of any chart may have: on no day does Korea show a thousand films.
    static let mostRows = 1000
}
