internal import Blocking
internal import BoxOffice

/// One libcurl handle: it blocks a queue of its own while a transfer runs, and keeps its connection
/// open for the next.
actor Connection {
    private let executor = BlockingExecutor()
    private let handle: Handle
    private let limits: Limits
    private let tell: (@Sendable (String) -> Void)?

    init(limits: Limits, tell: (@Sendable (String) -> Void)?) throws(Fault) {
        self.handle = try Handle(limits: limits)
        self.limits = limits
        self.tell = tell
    }

    /// Fetches `url`, without following a redirect.
    nonisolated func get(
        _ url: String, header: String?, reach: Reach, cancellation: Cancellation
    ) async -> Result<Response, Fault> {
        await executor.run {
            await self.perform(url, header: header, reach: reach, cancellation: cancellation)
        }
    }

    /// Fetches `url` and blocks until the whole answer is there.
    private func perform(
        _ url: String, header: String?, reach: Reach, cancellation: Cancellation
    ) -> Result<Response, Fault> {
        Result { () throws(Fault) in
            let transfer = Transfer(
                limit: limits.bytes, reach: reach, cancellation: cancellation, tell: tell)
            return try handle.perform(url, header: header, transfer: transfer)
        }
    }
}

/// How far redirects may lead.
enum Reach: Sendable {
    /// To the same host, because a key is sent along.
    case sameHost
    /// To any host of the public network.
    case publicHosts
    /// To any host whose address is not link-local.
    case anyHost

    func allows(from origin: Origin?, to target: Origin?) -> Bool {
        switch self {
        case .sameHost: origin?.mayRedirect(to: target) ?? false
        case .publicHosts: target.map { !$0.isPrivate } ?? false
        case .anyHost: target.map { !$0.isLinkLocal } ?? false
        }
    }
}

/// An HTTP response, which may be a redirect.
struct Response: Sendable {
    let status: Int
    var bytes: [UInt8]
    let redirect: String?
    let retryAfter: Int?
    /// The value of `Date`: the service's time when it made the answer.
    let date: Instant?
    /// The value of `Age`: how many seconds the answer spent in caches.
    let age: Int
    /// Whether only the end of the connection marks the end of the body, as in HTTP/1.0.
    let endsWithConnection: Bool
}
