import BoxOffice
import Loopback
import Testing

@testable import Curl

/// The choice of transfers that use a proxy, and the checks of those that do and do not.
@Suite(.timeLimit(.minutes(10))) struct ProxySettingsTests {
    private static let http = ["http_proxy": "p:1"]

    @Test(
        "A proxy is used as libcurl would use it",
        arguments: [
            ("http://a.kr/", http, "p:1"), ("https://a.kr/", http, nil),
            ("http://a.kr/", ["https_proxy": "p:1"], nil),
            ("http://a.kr/", ["HTTP_PROXY": "p:1"], nil),
            ("https://a.kr/", ["HTTPS_PROXY": "p:1"], "p:1"),
            ("https://a.kr/", ["https_proxy": "p:1", "HTTPS_PROXY": "p:2"], "p:1"),
            ("http://a.kr/", ["all_proxy": "p:1"], "p:1"),
            ("https://a.kr/", ["ALL_PROXY": "p:1", "https_proxy": ""], "p:1"),
            ("http://a.kr/", [:], nil),
        ] as [(String, [String: String], String?)])
    func choice(url: String, variables: [String: String], proxy: String?) throws {
        let origin = try #require(Origin(url))
        #expect(ProxySettings(variables).proxy(for: origin) == proxy)
    }

    @Test(
        "no_proxy names hosts, domains and networks, as libcurl reads it",
        arguments: [
            ("a.kr", "a.kr", true), ("b.a.kr", "a.kr", true), ("ba.kr", "a.kr", false),
            ("b.a.kr", ".a.kr", true), ("a.kr", ".a.kr", true), ("A.kr.", "a.KR.", true),
            ("a.kr", "*", true), ("a.kr", "x, a.kr", true), ("a.kr", "x a.kr", true),
            ("a.kr", "", false), ("a.kr", ",", false), ("a.kr", ".", false), ("a.kr", "kr", true),
            ("8.8.8.8", "8.8.8.8", true), ("8.8.8.8", "8.8.0.0/16", true),
            ("8.9.8.8", "8.8.0.0/16", false), ("8.8.8.8", "8.8.8.0/29", false),
            ("8.8.8.8", "8.8.8.8/33", false), ("8.8.8.8", "8", false),
            ("[2001:db8::1]", "2001:db8::/32", true), ("[2001:db9::1]", "2001:db8::/32", false),
            ("[2001:db8::1]", "2001:db8:0::1", true),
        ])
    func exempt(host: String, list: String, isExempt: Bool) throws {
        let origin = try #require(Origin("http://\(host)/"))
        for name in ["no_proxy", "NO_PROXY"] {
            let settings = ProxySettings(["http_proxy": "p:1", name: list])
            #expect((settings.proxy(for: origin) == nil) == isExempt)
        }
    }

    private func perform(
        _ url: String, reach: Reach = .publicHosts, over connection: Connection
    ) async throws(Fault) -> Int {
        try await connection.get(url, header: nil, reach: reach).answer.body.count
    }

    @Test(
        "A transfer that bypasses the proxy is still checked",
        arguments: [
            ["https_proxy": "http://127.0.0.1:1"],
            ["http_proxy": "http://127.0.0.1:1", "no_proxy": "localhost"],
            ["all_proxy": "http://127.0.0.1:1", "NO_PROXY": "*"],
        ])
    func direct(variables: [String: String]) async throws {
        let listener = try CountingListener()
        defer { listener.stop() }
        let connection = Connection(
            seconds: 60, environment: variables, now: { Instant(secondsSince1970: 7) })
        let fault = await #expect(throws: Fault.self) {
            try await perform("http://a.localhost:\(listener.port)/", over: connection)
        }
        #expect(fault?.message == "the address is not public")
        #expect(listener.connections == 0)
    }

    @Test("A proxy may be anywhere, and one handle serves transfers with and without it")
    func mixed() async throws {
        let proxy = try CountingListener()
        let listener = try CountingListener()
        defer {
            proxy.stop()
            listener.stop()
        }
        let connection = Connection(
            seconds: 60,
            environment: [
                "http_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": "b.localhost",
            ], now: { Instant(secondsSince1970: 7) })
        let beside = "http://b.localhost:\(listener.port)/"
        #expect(try await perform("http://a.example/", over: connection) == 7)
        await #expect(throws: Fault.self) { try await perform(beside, over: connection) }
        #expect(listener.connections == 0)
        // If private addresses are allowed, none of these restrictions remain.
        #expect(try await perform(beside, reach: .anyHost, over: connection) == 7)
        await #expect(throws: Fault.self) { try await perform(beside, over: connection) }
        #expect(try await perform("http://a.example/", over: connection) == 7)
        #expect(proxy.connections == 2 && listener.connections == 1)
    }

    @Test("An address of an interface of this machine is known, whatever range it is in")
    func ownAddresses() throws {
        #expect(try #require(IPAddress("127.0.0.1")).isOfThisMachine)
        #expect(try !#require(IPAddress("127.9.9.9")).isOfThisMachine)
    }

    @Test(
        "Addresses that embed private ones are private, in every form",
        arguments: [
            ("0.1.2.3", false), ("10.0.0.1", false), ("100.63.255.255", true),
            ("100.64.0.1", false), ("100.127.255.255", false), ("100.128.0.1", true),
            ("169.254.77.77", false), ("172.15.0.1", true), ("172.16.0.1", false),
            ("192.0.0.8", false), ("192.168.1.1", false), ("198.18.0.1", false),
            ("198.20.0.1", true), ("223.255.255.1", true), ("224.0.0.1", false),
            ("255.255.255.255", false), ("8.8.8.8", true), ("::", false), ("::1", false),
            ("::ffff:127.0.0.1", false), ("::127.0.0.1", false), ("64:ff9b::7f00:1", false),
            ("64:ff9b::808:808", true), ("64:ff9b:1::808:808", false), ("2002:7f00:1::", false),
            ("2002:c0a8:101::1", false), ("2002:808:808::1", true), ("2001::1", false),
            ("fc00::1", false), ("fd12::1", false), ("fe80::1", false), ("fec0::1", false),
            ("ff02::1", false), ("2a00::1", true), ("3fff::1", false),
            ("3fff:1000::1", true), ("100::1", false), ("192.0.2.2", false),
            ("198.51.100.1", false), ("203.0.113.9", false), ("192.88.99.1", false),
            ("2001:db8::1", false), ("2001:4860::1", true),
        ])
    func ranges(address: String, isPublic: Bool) throws {
        #expect(try #require(IPAddress(address)).isPublic == isPublic)
        let host = address.contains(":") ? "[\(address)]" : address
        #expect(try #require(Origin("http://\(host):80/x")).isPrivate == !isPublic)
    }

    @Test(
        "Link-local addresses are known in every form that has one",
        arguments: [
            ("169.254.0.0", true), ("169.254.77.77", true), ("169.254.255.255", true),
            ("169.253.77.77", false), ("169.255.0.1", false), ("10.0.0.1", false),
            ("fe80::1", true), ("febf::1", true), ("fec0::1", false), ("fe7f::1", false),
            ("::ffff:169.254.77.77", true), ("::169.254.77.77", true),
            ("::ffff:0:169.254.77.77", true), ("::ffff:10.0.0.1", false), ("::1", false),
            ("64:ff9b::a9fe:4d4d", true), ("64:ff9b::a00:1", false),
            ("64:ff9b:1::a9fe:4d4d", true), ("64:ff9b:1:a9fe:4d:4d00::", true),
            ("64:ff9b:1:a9:fe:4d4d::", true), ("64:ff9b:1::a9:fe4d:4d00:0", true),
            ("64:ff9b:1::a00:1", false), ("2002:a9fe:4d4d::1", true), ("2002:a00:1::1", false),
            ("fd12::1", false), ("2a00::1", false),
        ])
    func linkLocal(address: String, isLinkLocal: Bool) throws {
        let read = try #require(IPAddress(address))
        #expect(read.isLinkLocal == isLinkLocal)
        if isLinkLocal { #expect(!read.isPublic) }
        let host = address.contains(":") ? "[\(address)]" : address
        let origin = try #require(Origin("http://\(host):80/x"))
        #expect(origin.isLinkLocal == isLinkLocal)
        #expect(Reach.anyHost.allows(from: nil, to: origin) == !isLinkLocal)
    }
}
