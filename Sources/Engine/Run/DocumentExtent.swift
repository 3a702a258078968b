package import BoxOffice

/// How much a document holds.
package struct DocumentExtent: Hashable, Sendable {
    /// How many rows it has.
    package var rows = 0
    /// The first day of the periods that have rows; nil if rows are not of periods.
    package private(set) var from: Day?
    /// Their last day.
    package private(set) var to: Day?

    /// Makes the extent of an empty document.
    package init() {}

    /// Adds the days from `first` to `last`.
    package mutating func cover(_ first: Day, _ last: Day) {
        from = min(from ?? first, first)
        to = max(to ?? last, last)
    }

    /// Adds `rows` rows of `period`.
    package mutating func add(rows: Int, of period: Period) {
        self.rows += rows
        if rows > 0 { cover(period.from, period.to) }
    }
}

extension [ExistingDocument.Segment] {
    /// How much these parts of a document hold.
    package var extent: DocumentExtent {
        reduce(into: DocumentExtent()) { $0.add(rows: $1.rows, of: $1.period) }
    }
}

/// A whole document that is where it belongs.
package struct DeliveredDocument: Hashable, Sendable {
    /// The path of its file, or `-` for standard output.
    package let path: String
    /// How much it holds, including what earlier runs wrote into it.
    package let extent: DocumentExtent

    /// Makes a document.
    package init(path: String, extent: DocumentExtent) {
        self.path = path
        self.extent = extent
    }
}
