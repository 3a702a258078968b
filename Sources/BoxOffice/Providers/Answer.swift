/// What a service answered to a ``Request``.
public struct Answer: Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The body, decompressed.
    public var body: [UInt8]
    /// When the answer was made, as far as that is certain: the earlier of this machine's time and
    /// the service's (``date(by:service:age:)``).
    public var fetchedAt: Instant
    /// By how many seconds this machine's clock was ahead of the service's when the answer came; 0
    /// if the service did not send its time.
    public package(set) var clockDifference = 0
    /// The last short answer to the same request, if this is one, or if it was kept because it is
    /// fuller; nil if none came.
    package var short: Short?
    /// How many seconds the service asks to wait before the next request, or nil if it does not
    /// ask.
    public var retryAfter: Int?
    /// Whether the end of the connection was the only sign of the end of the body, so that it may
    /// have been cut off.
    public var endsWithConnection = false
    /// How long reading the answer may take, or nil for no limit.
    ///
    /// The host sets it before the answer is read. A source that takes longer throws ``Fault/overdue(after:)``.
    public var timeLimit: Duration?
    /// The name of the source that asked; the host sets it before the answer is read.
    public var source = ""

    /// Makes an answer.
    public init(status: Int = 200, body: [UInt8], fetchedAt: Instant) {
        self.status = status
        self.body = body
        self.fetchedAt = fetchedAt
    }

    /// An answer that lacks rows or figures which its source always gives.
    package struct Short: Hashable, Sendable {
        /// When its bytes first came.
        package let since: Instant
        /// Their checksum, as recordings have it.
        package let checksum: String

        /// Describes a short answer.
        package init(since: Instant, checksum: String) {
            self.since = since
            self.checksum = checksum
        }
    }

    /// Whether the clocks of this machine and the service differ by more than half an hour, so that
    /// one of them is wrong and ``fetchedAt`` proves nothing.
    public var isDateUncertain: Bool { clockDifference.magnitude > 1800 }

    /// Dates the answer so that it never looks newer than it is.
    ///
    /// A figure that may still change must not pass as final because a clock is ahead.
    ///
    /// - Parameters:
    ///   - local: this machine's time.
    ///   - service: when the answer was made, by the service's clock (HTTP `Date`); nil if it does
    ///     not say.
    ///   - age: how many seconds the answer has spent in caches since (HTTP `Age`).
    public mutating func date(by local: Instant, service: Instant?, age: Int = 0) {
        let age = max(0, age)
        let made = Instant(secondsSince1970: local.secondsSince1970.subtracting(age))
        fetchedAt = min(made, service ?? made)
        let told = service ?? made
        clockDifference = made.secondsSince1970.subtracting(told.secondsSince1970)
    }
}

extension Int {
    /// The difference, or the nearest representable number.
    fileprivate func subtracting(_ other: Int) -> Int {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other > 0 ? .min : .max) : difference
    }
}
