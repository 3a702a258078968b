/// What a service answered to a ``Request``.
public struct Answer: Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The body, decompressed.
    public var body: [UInt8]
    /// When it came.
    public var fetchedAt: Instant
    /// How many seconds the service asks to wait before the next request, where it says so.
    public var retryAfter: Int?
    /// The name of the source that asked, which the host fills in before the answer is read.
    public var source = ""

    /// Makes an answer.
    public init(status: Int = 200, body: [UInt8], fetchedAt: Instant) {
        self.status = status
        self.body = body
        self.fetchedAt = fetchedAt
    }
}
