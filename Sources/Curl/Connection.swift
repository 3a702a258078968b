internal import BoxOffice

/// One libcurl handle: it blocks its own queue while a transfer runs, and keeps its connection
/// open for the next.
actor Connection {
    private nonisolated let executor = BlockingExecutor()
    private let handle: Handle
    private let limits: Limits
    private let tell: (@Sendable (String) -> Void)?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    init(limits: Limits, tell: (@Sendable (String) -> Void)?) throws(Fault) {
        self.handle = try Handle(limits: limits)
        self.limits = limits
        self.tell = tell
    }

    /// Fetches `url` and follows redirects as far as they may be followed.
    ///
    /// libcurl is not left to follow them: it would take a key that stands in a URL wherever a
    /// server sends it. A redirect must stay on the host and must not give up encryption, unless
    /// `reach` says that there is no key to lose.
    func get(
        _ url: String, header: String?, reach: Reach, cancellation: Cancellation
    ) -> Result<Response, Fault> {
        Result { () throws(Fault) in
            var url = url
            for _ in 0...max(0, limits.redirects) {
                let transfer = Transfer(
                    limit: limits.bytes, reach: reach, cancellation: cancellation, tell: tell)
                let response = try handle.perform(url, header: header, transfer: transfer)
                guard let target = response.redirect else { return response }
                guard reach.allows(from: Origin(url), to: Origin(target)) else {
                    throw .redirectedElsewhere(Origin(target))
                }
                url = target
            }
            throw .tooManyRedirects(limits.redirects)
        }
    }
}

/// How far redirects may lead.
enum Reach: Sendable {
    /// To the same host, for a key travels along.
    case sameHost
    /// To any host of the public network.
    case publicHosts
    /// To any host.
    case anyHost

    func allows(from origin: Origin?, to target: Origin?) -> Bool {
        switch self {
        case .sameHost: origin?.mayRedirect(to: target) ?? false
        case .publicHosts: target.map { !$0.isPrivate } ?? false
        case .anyHost: target != nil
        }
    }
}

/// What came back: the status, the body, where else to look, how many seconds later, and when it
/// was made.
struct Response: Sendable {
    let status: Int
    var bytes: [UInt8]
    let redirect: String?
    let retryAfter: Int?
    /// The service's time when the answer was made, where it says so.
    let date: Instant?
    /// How many seconds the answer was in caches.
    let age: Int
}

extension Fault {
    fileprivate static func redirectedElsewhere(_ origin: Origin?) -> Fault {
        let target = origin.map { "\($0.scheme)://\($0.host)" } ?? "a place that is no web address"
        return Fault(
            .unavailable, "the service redirects to \(target), where the key must not go",
            outlook: .lasting)
    }

    fileprivate static func tooManyRedirects(_ limit: Int) -> Fault {
        Fault(
            .unavailable, "the service redirects more than \(limit) times", outlook: .lasting)
    }
}
