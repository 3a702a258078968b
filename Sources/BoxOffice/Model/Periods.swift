/// An inclusive run of periods of one chart, oldest first; it costs nothing until it is walked.
public struct Periods: Sequence, Hashable, Sendable {
    /// The first period.
    public let first: Period
    /// The last period, not before the first.
    public let last: Period

    /// Makes the run from `first` to `last`; the two are put in order.
    public init(from first: Period, to last: Period) {
        self.first = first.from <= last.from ? first : last
        self.last = first.from <= last.from ? last : first
    }

    /// How many periods there are, at least 1.
    public var count: Int { first.distance(to: last) + 1 }

    /// Walks the periods from the first to the last.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// What walks a run of periods.
    public struct Iterator: IteratorProtocol, Sendable {
        private var upcoming: Period?
        private let last: Period

        fileprivate init(_ periods: Periods) {
            upcoming = periods.first
            last = periods.last
        }

        /// The next period, or nil behind the last.
        public mutating func next() -> Period? {
            guard let period = upcoming else { return nil }
            upcoming = period.from < last.from ? period.advanced(by: 1) : nil
            return period
        }
    }
}
