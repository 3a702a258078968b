/// How long one request may take and how much it may receive.
package struct Limits: Hashable, Sendable {
    /// Seconds from the start to the last byte.
    package var seconds: Int
    /// Bytes of the body, after decompression.
    package var bytes: Int
    /// Redirects that are followed.
    package var redirects: Int

    /// Makes limits: by default 30 seconds, 16 MiB and three redirects.
    package init(seconds: Int = 30, bytes: Int = 16 << 20, redirects: Int = 3) {
        self.seconds = seconds
        self.bytes = bytes
        self.redirects = redirects
    }
}
