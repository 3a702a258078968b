package import BoxOffice
internal import Engine
internal import Synchronization

/// The transport of requests over HTTP with libcurl.
///
/// Connections are opened when they are first needed and kept for later requests. The transport
/// does not limit the number of requests at the same time; the caller does.
package final class CurlTransport: Transport {
    private let endpoints: [String: Endpoint]
    private let connect: @Sendable () -> Connection
    private let redirects: Int
    private let now: @Sendable () -> Instant
    private let beforeRedirect: @Sendable (Request) async throws(Fault) -> Void
    /// The connections that no request is using, in the order of their last use.
    ///
    /// A site is the beginning of URLs, such as `https://a.kr:8080`.
    private let idle = Mutex<[(site: String, connection: Connection)]>([])

    /// Creates a transport without connections.
    ///
    /// - Parameters:
    ///   - endpoints: the addresses and keys of the services, by ``Service/name``.
    ///   - seconds: the time limit of one request, from the start to the last byte.
    ///   - bytes: the maximum length of an answer's body, after decompression.
    ///   - redirects: the maximum number of redirects to follow.
    ///   - environment: the variables that may name proxies and certificates.
    ///   - now: the clock that dates answers.
    ///   - tell: receives a log of the connections, without bodies. It contains keys, which the
    ///     receiver must remove before anybody reads it.
    ///   - beforeRedirect: is called before a redirect is followed, because that is one more call to
    ///     the service; an error it throws ends the request.
    package init(
        endpoints: [String: Endpoint], seconds: Int, bytes: Int = 16 << 20, redirects: Int = 3,
        environment: [String: String], now: @escaping @Sendable () -> Instant,
        tell: (@Sendable (String) -> Void)? = nil,
        beforeRedirect: @escaping @Sendable (Request) async throws(Fault) -> Void = { _ in }
    ) {
        connect = {
            Connection(
                seconds: seconds, bytes: bytes, environment: environment, now: now, tell: tell)
        }
        self.endpoints = endpoints
        self.redirects = redirects
        self.now = now
        self.beforeRedirect = beforeRedirect
    }

    /// Sends `request` with the key of its service and waits for the whole answer.
    package func send(_ request: Request) async throws(Fault) -> Answer {
        guard let endpoint = endpoints[request.service] else {
            throw Fault(
                .bug, "no-endpoint", "no endpoint for service '\(request.service)'")
        }
        let asked = now()
        var answer = try await response(
            to: endpoint.url(for: request), header: endpoint.header, reach: .sameHost
        ) { _ async throws(Fault) in try await beforeRedirect(request) }
        for endpoint in endpoints.values { endpoint.key?.blot(in: &answer.body) }
        // A slow answer may have been produced right after the request.
        answer.fetchedAt = min(answer.fetchedAt, asked)
        return answer
    }

    /// Fetches `url`, following redirects to any host, without a key.
    ///
    /// Addresses of this machine and its network are refused unless `mayBePrivate`: a page could
    /// name one to make this program ask it. Link-local addresses are always refused. It is not
    /// known here which address a proxy finds for a name.
    ///
    /// - Parameter plainDomains: the domains that may be asked over plain http, where anybody on
    ///   the way can change the bytes; nil for all. A private address may also use http.
    /// - Throws: a ``Fault`` as ``send(_:)`` does, and one of kind `unavailable` if the HTTP status
    ///   is not a success.
    package func fetch(
        _ url: String, mayBePrivate: Bool, plainDomains: [String]? = nil
    ) async throws(Fault) -> [UInt8] {
        let reach = mayBePrivate ? Reach.anyHost : .publicHosts
        func checkEncryption(_ url: String) throws(Fault) {
            guard let origin = Origin(url), let plainDomains else { return }
            guard
                origin.scheme == "https" || (mayBePrivate && origin.isPrivate)
                    || plainDomains.contains(where: origin.isIn)
            else { throw .notEncrypted(origin) }
        }
        let origin = Origin(url)
        guard reach.allows(from: nil, to: origin) else {
            throw mayBePrivate && origin != nil ? .linkLocal : .notPublic
        }
        try checkEncryption(url)
        let answer = try await response(
            to: url, header: nil, reach: reach, beforeRedirect: checkEncryption)
        guard (200..<300).contains(answer.status) else {
            throw Fault(
                .unavailable, "picture-http-status", "the answer is HTTP \(answer.status)",
                outlook: Fault.httpStatus(answer.status).outlook)
        }
        return answer.body
    }

    /// Fetches `url` and follows the redirects that are allowed.
    ///
    /// libcurl does not follow them itself, because it would send a key in a URL to any host. A
    /// redirect must stay on the host and keep encryption, unless `reach` means that no key is sent.
    private func response(
        to url: String, header: String?, reach: Reach,
        beforeRedirect: (_ target: String) async throws(Fault) -> Void
    ) async throws(Fault) -> Answer {
        var url = url
        for hop in 0...max(0, redirects) {
            if hop > 0 { try await beforeRedirect(url) }
            let site = url.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "//")
            let connection = connection(to: site)
            defer { keep(connection, to: site) }
            let (answer, redirect) = try await connection.get(url, header: header, reach: reach)
            guard let target = redirect else { return answer }
            guard reach.allows(from: Origin(url), to: Origin(target)) else {
                throw .redirectedElsewhere(Origin(target), reach)
            }
            url = target
        }
        throw .tooManyRedirects(redirects)
    }

    /// Returns an idle connection to `site`, or else a new one.
    private func connection(to site: String) -> Connection {
        let kept: Connection? = idle.withLock { idle in
            guard let index = idle.lastIndex(where: { $0.site == site }) else { return nil }
            return idle.remove(at: index).connection
        }
        return kept ?? connect()
    }

    /// Keeps `connection` for later requests; pictures may come from hundreds of sites.
    private func keep(_ connection: Connection, to site: String) {
        idle.withLock { idle in
            idle.append((site, connection))
            if idle.count > 16 { idle.removeFirst() }
        }
    }
}

/// The hosts that redirects may lead to.
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

extension Fault {
    static let notPublic = Fault(
        .unavailable, "address-not-public", "the address is not public",
        outlook: .lasting)

    static let linkLocal = Fault(
        .unavailable, "address-link-local",
        "the address is link-local, and pictures are not fetched from there", outlook: .lasting)

    fileprivate static func redirectedElsewhere(_ origin: Origin?, _ reach: Reach) -> Fault {
        let target =
            origin.map { Message($0.text) }
            ?? Message("no-web-address", "something that is not a web address")
        let reason =
            switch reach {
            case .sameHost: Message("not-for-keys", "where the key must not be sent")
            case .publicHosts: Message("not-public", "which is not a public address")
            case .anyHost: Message("link-local", "and pictures are not fetched from there")
            }
        return Fault(
            .unavailable, "redirected-elsewhere", "the service redirects to \(target), \(reason)",
            outlook: .lasting)
    }

    fileprivate static func notEncrypted(_ origin: Origin) -> Fault {
        Fault(
            .unavailable, "picture-not-encrypted",
            "\(origin.text) is asked without encryption, where anybody could change the picture",
            outlook: .lasting)
    }

    fileprivate static func tooManyRedirects(_ limit: Int) -> Fault {
        Fault(
            .unavailable, "too-many-redirects", "the service redirects more than \(limit) times",
            outlook: .lasting)
    }
}
