/// An inclusive range of periods of one chart, oldest first; periods are made one at a time.
public struct Periods: Sequence, Hashable, Sendable {
    /// The first period.
    public let first: Period
    /// The last period, not before the first.
    public let last: Period

    /// Makes the range from `first` to `last`, which are swapped if `last` is earlier.
    public init(from first: Period, to last: Period) {
        self.first = first.from <= last.from ? first : last
        self.last = first.from <= last.from ? last : first
    }

    /// How many periods there are, at least 1.
    public var count: Int { first.distance(to: last) + 1 }

    /// Iterates over the periods from the first to the last.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// Iterates over a range of periods.
    public struct Iterator: IteratorProtocol, Sendable {
        private var upcoming: Period?
        private let last: Period

        fileprivate init(_ periods: Periods) {
            upcoming = periods.first
            last = periods.last
        }

        /// The next period, or nil after the last.
        public mutating func next() -> Period? {
            guard let period = upcoming else { return nil }
            upcoming = period.from < last.from ? period.advanced(by: 1) : nil
            return period
        }
    }
}
