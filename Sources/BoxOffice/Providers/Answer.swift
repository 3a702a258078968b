/// What a service answered to a ``Request``.
public struct Answer: Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The body, decompressed.
    public var body: [UInt8]
    /// When it was made, as far as that is certain: the earlier of this machine's time and the
    /// service's (``date(by:service:age:)``).
    public var fetchedAt: Instant
    /// By how many seconds this machine's clock was ahead of the service's when the answer came;
    /// 0 where the service did not tell the time.
    public internal(set) var clockDifference = 0
    /// How many seconds the service asks to wait before the next request, where it says so.
    public var retryAfter: Int?
    /// Whether nothing but the end of the connection told where the body ends, so that it may have
    /// been cut off.
    public var endsWithConnection = false
    /// How long reading the answer may take, which the host fills in before it is read; nil for no
    /// limit.
    ///
    /// A source whose reading takes longer throws ``Fault/overdue(after:)``.
    public var timeLimit: Duration?
    /// The name of the source that asked, which the host fills in before the answer is read.
    public var source = ""

    /// Makes an answer.
    public init(status: Int = 200, body: [UInt8], fetchedAt: Instant) {
        self.status = status
        self.body = body
        self.fetchedAt = fetchedAt
    }

    /// Whether this machine and the service disagree about the time by more than half an hour, so
    /// that one of them is wrong and ``fetchedAt`` proves nothing.
    public var isDateUncertain: Bool { abs(clockDifference) > 1800 }

    /// Dates the answer so that it never looks younger than it is: a figure that may still change
    /// must not be taken for a final one because some clock is ahead.
    ///
    /// - Parameters:
    ///   - local: this machine's time.
    ///   - service: when the answer was made, by the service's clock (HTTP `Date`); nil where it
    ///     does not say.
    ///   - age: how many seconds the answer has been in caches since (HTTP `Age`).
    public mutating func date(by local: Instant, service: Instant?, age: Int = 0) {
        let age = max(0, age)
        let made = Instant(secondsSince1970: local.secondsSince1970.subtracting(age))
        fetchedAt = min(made, service ?? made)
        let told = service ?? made
        clockDifference = made.secondsSince1970.subtracting(told.secondsSince1970)
    }
}

extension Int {
    /// The difference, or the nearest number there is.
    fileprivate func subtracting(_ other: Int) -> Int {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other > 0 ? .min : .max) : difference
    }
}
