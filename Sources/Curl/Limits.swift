/// How much of a service's time and bytes one request may take.
public struct Limits: Hashable, Sendable {
    /// Seconds from the start to the last byte.
    public var seconds: Int
    /// Bytes of the body, after decompression.
    public var bytes: Int
    /// Redirects that are followed.
    public var redirects: Int

    /// Makes limits: 30 seconds, 16 MiB and three redirects where nothing else is said.
    public init(seconds: Int = 30, bytes: Int = 16 << 20, redirects: Int = 3) {
        self.seconds = seconds
        self.bytes = bytes
        self.redirects = redirects
    }
}
