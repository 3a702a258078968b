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
    public func makeIterator() -> AnyIterator<Period> {
        var next: Period? = first
        let last = last
        return AnyIterator {
            guard let period = next else { return nil }
            next = period.from < last.from ? period.advanced(by: 1) : nil
            return period
        }
    }
}
