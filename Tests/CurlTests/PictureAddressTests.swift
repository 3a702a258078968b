import BoxOffice
import Loopback
import Testing

@testable import Curl

/// The addresses from which a picture may be fetched.
@Suite(.timeLimit(.minutes(10))) struct PictureAddressTests {
    private func fetch(_ url: String, mayBePrivate: Bool = true) async throws(Fault) -> [UInt8] {
        try await CurlTransport(
            endpoints: [:], seconds: 60, environment: [:], now: { Instant(secondsSince1970: 7) }
        ).fetch(url, mayBePrivate: mayBePrivate)
    }

    @Test(
        "An address is read as libcurl reads it",
        arguments: [
            "http://127.9.9.9/\u{301}.x.com/", "http://127.9.9.9?\u{301}.x.com/",
            "http://127.9.9.9#\u{301}.x.com/", "http://a.kr\u{301}@127.0.0.1/",
            "http:/127.0.0.1/", "http:///127.0.0.1/", "http://127.0.0.1.:80/",
            "http://0x7f000001/", "http://017700000001/", "http://１２７.0.0.1/",
            "http://127。0。0。1/", "http://a.localhost/", "http://a.LOCALHOST./",
        ])
    func readByBytes(url: String) async {
        let fault = await #expect(throws: Fault.self) { try await fetch(url, mayBePrivate: false) }
        #expect(fault?.message == "the address is not public")
    }

    @Test(
        "No picture is requested from a link-local address, even if private ones are allowed",
        arguments: [
            "http://169.254.77.77/", "http://169.254.77.77.:80/", "http://169.254.19789/",
            "http://2852015437/", "http://0xa9fe4d4d/", "http://0xA9.0xfe.0115.77/",
            "http://0251.0376.77.77/", "http://%31%36%39.254.77.77/", "http://[fe80::1%25lo]/",
            "http://[::ffff:a9fe:4d4d]:8080/", "https://[64:ff9b::169.254.77.77]/",
        ])
    func linkLocal(url: String) async {
        let fault = await #expect(throws: Fault.self) { try await fetch(url) }
        #expect(fault?.code == "address-link-local", "\(fault?.message ?? "")")
    }

    @Test("A redirect to a link-local address is not followed")
    func redirectToLinkLocal() async throws {
        let server = try LoopbackKOBIS()
        try await server.run { url in
            server.give(.redirect("http://169.254.77.77/credentials"), to: "20220605")
            let day = "\(url)/boxoffice/searchDailyBoxOfficeList.json?key=test&targetDt="
            let fault = await #expect(throws: Fault.self) { try await fetch(day + "20220605") }
            #expect(
                fault?.message == "the service redirects to http://169.254.77.77, "
                    + "and pictures are not fetched from there")
        }
    }

    @Test(
        "The target of a redirect is encoded as it should have been, except its host",
        arguments: [
            ("http://a.kr/가 b?c=\u{301}%20#d", "http://a.kr/%EA%B0%80%20b?c=%CC%81%20#d"),
            ("http://a.kr/\u{301}.b", "http://a.kr/%CC%81.b"), ("http://가.kr/", "http://가.kr/"),
            ("http://a.kr\n/", "http://a.kr\n/"), ("http://a.kr/\n", "http://a.kr/%0A"),
            ("http://a.kr", "http://a.kr"), ("a b", "a b"),
        ])
    func escaping(target: String, escaped: String) {
        #expect(target.withEscapedPath == escaped)
    }

    @Test("A redirect in Hangul is followed, and a private address is not public")
    func redirects() async throws {
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let day = "\(url)/boxoffice/searchDailyBoxOfficeList.json?key=test&targetDt="
            server.give(.redirect(day + "20220604&x=가 나"), to: "20220605")
            let bytes = try await fetch(day + "20220605")
            #expect(bytes.first == UInt8(ascii: "{"))
        }
        #expect(server.seen.last?.parameters["targetDt"] == "20220604")
        let target = "http://127.9.9.9/\u{301}.x.com".withEscapedPath
        #expect(!Reach.publicHosts.allows(from: nil, to: Origin(target)))
    }
}

/// The check before a socket is opened: the final one, because a name can resolve to any address.
@Suite(.timeLimit(.minutes(10))) struct SocketTests {
    @Test(
        "No connection is made to an address that a public name must not resolve to",
        arguments: ["http://127.0.0.1", "https://127.0.0.1", "http://a.localhost"])
    func refused(url: String) async throws {
        let listener = try CountingListener()
        defer { listener.stop() }
        let connection = Connection(seconds: 20, now: { Instant(secondsSince1970: 7) })
        let fault = await #expect(throws: Fault.self) {
            try await connection.get(
                "\(url):\(listener.port)/", header: nil, reach: .publicHosts)
        }
        #expect(fault?.message == "the address is not public")
        #expect(fault?.outlook == .lasting)
        #expect(listener.connections == 0)
    }

    @Test("No connection is made to a link-local address, wherever its name came from")
    func linkLocal() async throws {
        let connection = Connection(seconds: 20, now: { Instant(secondsSince1970: 7) })
        for url in ["http://169.254.77.77/", "http://[fe80::1]/"] {
            let fault = await #expect(throws: Fault.self) {
                try await connection.get(url, header: nil, reach: .anyHost)
            }
            #expect(fault?.code == "address-link-local", "\(fault?.message ?? "")")
        }
        #expect(
            Transfer(limit: 1, reach: .anyHost).mayConnect(to: nil) == false)
    }
}
