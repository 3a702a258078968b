import BoxOffice
import Loopback
import Synchronization
import Testing

@testable import Curl

@Suite struct CurlTransportTests {
    private let service = Service(
        name: "kobis", baseURL: "", baseURLVariable: "KOBIS_BASE_URL",
        key: Service.Key(variable: "KOBIS_API_KEY", inQuery: "key", issuedAt: ""))

    private func transport(
        to url: String, key: String = "test", seconds: Int = 60, bytes: Int = 16 << 20,
        now: @escaping @Sendable () -> Instant = { Instant(secondsSince1970: 7) }
    ) -> CurlTransport {
        CurlTransport(
            endpoints: ["kobis": Endpoint(of: service, baseURL: url, key: Secret(key))],
            seconds: seconds, bytes: bytes, environment: [:], now: now)
    }

    private func request(_ day: String = "20220605") -> Request {
        Request(
            service: "kobis", path: "boxoffice/searchDailyBoxOfficeList.json",
            parameters: [("targetDt", day)],
            subject: .code("x"))
    }

    @Test("An answer arrives whole, dated by the clock, compressed or not")
    func plainAndPacked() async throws {
        let server = try LoopbackKOBIS()
        server.give(.gzip, to: "20220604")
        try await server.run { url in
            let transport = transport(to: url)
            let plain = try await transport.send(request("20220605"))
            #expect(plain.status == 200 && plain.body.count > 3000)
            #expect(plain.fetchedAt == Instant(secondsSince1970: 7))
            let packed = try await transport.send(request("20220604"))
            #expect(packed.body.count > 3000 && packed.body.first == UInt8(ascii: "{"))
        }
    }

    @Test("A slow answer is dated by the moment of its request")
    func slowAnswer() async throws {
        let server = try LoopbackKOBIS()
        server.give(.headers(["Date": "Thu, 01 Jan 1970 00:00:12 GMT"]))
        let clock = Mutex(2)
        try await server.run { url in
            let transport = transport(to: url) {
                clock.withLock { now in
                    now += 5
                    return Instant(secondsSince1970: now)
                }
            }
            let answer = try await transport.send(request())
            #expect(answer.fetchedAt == Instant(secondsSince1970: 7))
            #expect(answer.clockDifference == 0)
        }
    }

    @Test(
        "An answer is dated by the earlier clock, and its age in caches is added",
        arguments: [
            ([:], 0, 0), (["Date": "Thu, 01 Jan 1970 00:00:03 GMT"], -4, 4),
            (["Date": "Thu, 01 Jan 1970 09:00:07 GMT"], 0, -32_400),
            (["Date": "Thu, 01 Jan 1970 00:00:02 GMT", "Age": "5"], -5, 0),
            (["Age": "5"], -5, 0), (["Date": "soon", "Age": "x"], 0, 0),
            (["Date": "Thu, 01 Jan 1970 00:00:00 GMT"], -7, 7),
            (["Age": "432000, 0"], -432_000, 0), (["Age": "5;x"], -5, 0),
            (["Age": "99999999999999999999"], Int.min, 0),
            (["Age": "9223372036854775807"], Int.min, 0),
        ] as [([String: String], Int, Int)])
    func dating(headers: [String: String], shift: Int, difference: Int) async throws {
        let server = try LoopbackKOBIS()
        server.give(.headers(headers))
        try await server.run { url in
            let answer = try await transport(to: url).send(request())
            let expected = Instant(secondsSince1970: shift == .min ? .min : 7 + shift)
            #expect(answer.fetchedAt == expected)
            #expect(answer.clockDifference == difference)
            #expect(answer.isDateUncertain == (abs(difference) > 1800))
        }
    }

    @Test(
        "A key that comes back in another spelling is redacted",
        arguments: [
            "SECRETKEY/1", #"\u0053ECRETKEY\/1"#, "%53ECRETKEY%2f1",
            #"\u0053\u0045\u0043\u0052\u0045\u0054\u004b\u0045\u0059\u002F\u0031"#,
            "&#83;ECRET&#x4b;EY&#x0000002F;1",
            "SECRETKEY&#x\(String(repeating: "0", count: 200))2F;1",
        ])
    func spellings(spelling: String) {
        let key = Secret("SECRETKEY/1")
        var bytes = Array("[\(spelling)]SECRETKEY1\\u00".utf8)
        key.blot(in: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        let stars = String(repeating: "*", count: spelling.utf8.count)
        #expect(text == "[\(stars)]SECRETKEY1\\u00")
    }

    @Test("Looking for a key takes no longer than a body of tags is long")
    func manyTags() {
        let key = Secret("KKKKKKKK/1")
        for piece in ["<K<>", "K<>", "K<", "&K", "K", "<!--", "&#x000"] {
            var bytes = Array(String(repeating: piece, count: 1 << 16).utf8)
            let before = bytes
            key.blot(in: &bytes)
            #expect(bytes == before)
        }
    }

    @Test("A key with signs that XML has names for is redacted, and not what begins like one")
    func namedCharacters() {
        let key = Secret("A&B<C'D\"E")
        for (text, left) in [
            (
                "<e>A&amp;B&lt;C&apos;D&quot;E</e>",
                "<e>" + String(repeating: "*", count: 26) + "</e>"
            ),
            ("<e>A&amp;B&lt;C&aposD", "<e>A&amp;B&lt;C&aposD"), ("A&", "A&"), ("A&#", "A&#"),
            // The backslash before it stays, so that JSON stays JSON.
            (#"C:\\A&B<C'D\"E \\u0041&B<C'D\"E"#, #"C:\\********** \\**************"#),
        ] {
            var bytes = Array(text.utf8)
            key.blot(in: &bytes)
            #expect(String(decoding: bytes, as: UTF8.self) == left)
        }
    }

    @Test("The log of a connection shows no header that carries a key, however short it is")
    func hiddenHeaders() {
        let said = Mutex<[String]>([])
        let transfer = Transfer(limit: 1, reach: nil, header: "X-Key: 1234") { line in
            said.withLock { $0.append(line) }
        }
        transfer.trace("x-key: 1234\r\nAuthorization: Basic a\r\nAccept: 1234\r\n", ">")
        transfer.trace("[HTTP/2] [1] [X-Key: 1234]", "*")
        #expect(
            said.withLock { $0 } == [
                "> x-key: ***", "> Authorization: ***", "> Accept: 1234",
                "* [HTTP/2] [1] [X-Key: ***",
            ])
    }

    @Test("A redirect is reported before it is followed, and may be refused")
    func redirectsAreCounted() async throws {
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let target = "\(url)/boxoffice/searchDailyBoxOfficeList.json?targetDt=20220604&key=test"
            server.give(.redirect(target), to: "20220605")
            let followed = Mutex(0)
            let endpoint = Endpoint(of: service, baseURL: url, key: Secret("test"))
            let curl = CurlTransport(
                endpoints: ["kobis": endpoint], seconds: 60, environment: [:],
                now: { Instant(secondsSince1970: 7) }, tell: nil
            ) { _ throws(Fault) in
                let count = followed.withLock { followed in
                    followed += 1
                    return followed
                }
                if count > 1 { throw Fault(.notYet, "no more") }
            }
            let answer = try await curl.send(request("20220605"))
            #expect(answer.status == 200)
            #expect(followed.withLock { $0 } == 1 && server.seen.count == 2)
            let fault = await #expect(throws: Fault.self) {
                try await curl.send(request("20220605"))
            }
            #expect(fault?.kind == .notYet)
            #expect(server.seen.count == 3)
        }
    }

    @Test("One connection serves one request after another")
    func reuse() async throws {
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let transport = transport(to: url)
            for _ in 0..<20 { _ = try await transport.send(request()) }
        }
        #expect(server.seen.count == 20)
        #expect(Set(server.seen.map(\.port)).count == 1)
    }

    @Test("The size limit applies to the decompressed answer")
    func bomb() async throws {
        let server = try LoopbackKOBIS()
        server.give(.bomb(bytes: 4 << 20))
        try await server.run { url in
            let fault = await #expect(throws: Fault.self) {
                try await transport(to: url, bytes: 1 << 20).send(request())
            }
            #expect(fault?.kind == .malformed)
        }
    }

    @Test(
        "An answer that does not arrive whole is refused",
        arguments: [Trouble.cutOff, .slow(milliseconds: 5000), .wrongLength(by: -100)])
    func incomplete(trouble: Trouble) async throws {
        let server = try LoopbackKOBIS()
        server.give(trouble)
        try await server.run { url in
            let transport = transport(to: url, seconds: 1)
            let fault = await #expect(throws: Fault.self) { try await transport.send(request()) }
            #expect(fault?.kind == .unavailable && fault?.outlook == .passing)
            #expect(fault.map { "\($0)".contains("test") } == false)
        }
    }

    @Test("After a cut-off answer, the next request has a good connection")
    func recovers() async throws {
        let server = try LoopbackKOBIS()
        server.give(.cutOff, to: "20220601", times: 1)
        try await server.run { url in
            let transport = transport(to: url)
            _ = try? await transport.send(request("20220601"))
            let answer = try await transport.send(request("20220603"))
            #expect(answer.body.last == UInt8(ascii: "}"))
        }
    }

    @Test(
        "Retry-After is read in seconds and as a date; a service may also omit it",
        arguments: [
            (Trouble.busy(429, retryAfter: "7"), 7...7), (.busy(503, retryAfter: "0"), 0...0),
            // As long as libcurl lets a service ask for, which is at least an hour, or a month.
            (.busy(503, retryAfter: "Fri, 01 Jan 2100 00:00:00 GMT"), 3600...2_592_000),
            (.busy(429, retryAfter: "9223372036854775807"), 3600...2_592_000),
            (.busy(503, retryAfter: "Sat, 01 Jan 2000 00:00:00 GMT"), 0...0),
            (.busy(503, retryAfter: "soon"), nil), (.status(503), nil),
        ] as [(Trouble, ClosedRange<Int>?)])
    func retryAfter(trouble: Trouble, seconds: ClosedRange<Int>?) async throws {
        let server = try LoopbackKOBIS()
        server.give(trouble, to: "20220605", times: 1)
        try await server.run { url in
            let transport = transport(to: url)
            let busy = try await transport.send(request())
            #expect(busy.status >= 429)
            #expect(busy.retryAfter.map { seconds?.contains($0) == true } ?? (seconds == nil))
            let answer = try await transport.send(request())
            #expect(answer.status == 200 && answer.retryAfter == nil)
        }
    }

    @Test("The rest of one answer is never taken for part of the next")
    func leftOvers() async throws {
        let server = try LoopbackKOBIS()
        server.give(.wrongLength(by: 50), to: "20220602", times: 1)
        try await server.run { url in
            let transport = transport(to: url)
            let short = try await transport.send(request("20220602"))
            #expect(short.body.last != UInt8(ascii: "}"))
            do throws(Fault) {
                let answer = try await transport.send(request("20220603"))
                #expect(answer.body.first == UInt8(ascii: "{"))
            } catch {
                #expect(error.kind == .unavailable)
            }
            let answer = try await transport.send(request("20220604"))
            #expect(answer.body.first == UInt8(ascii: "{"))
        }
    }

    @Test("A redirect is followed on the host, and never to another one")
    func redirects() async throws {
        let server = try LoopbackKOBIS()
        let other = try LoopbackKOBIS()
        try await other.run { elsewhere in
            try await server.run { url in
                let here = "/boxoffice/searchDailyBoxOfficeList.json?key=test&targetDt="
                server.give(.redirect(here + "20220605"), to: "20220601")
                server.give(.redirect("\(elsewhere)/x?key=test"), to: "20220602")
                server.give(.redirect("file:///etc/passwd"), to: "20220603")
                server.give(.redirect(here + "20220604"), to: "20220604")  // Round and round.
                let transport = transport(to: url)
                let followed = try await transport.send(request("20220601"))
                #expect(followed.status == 200)
                for day in ["20220602", "20220603", "20220604"] {
                    let fault = await #expect(throws: Fault.self) {
                        try await transport.send(request(day))
                    }
                    #expect(fault?.kind == .unavailable && fault?.outlook == .lasting)
                }
            }
        }
        #expect(other.seen.isEmpty)
    }

    @Test("A cancelled task stops its transfer")
    func cancellation() async throws {
        let server = try LoopbackKOBIS()
        server.give(.slow(milliseconds: 20_000))
        try await server.run { url in
            let transport = transport(to: url, seconds: 30)
            let sending = Task { try await transport.send(request()) }
            await server.waitForRequests(1)
            sending.cancel()
            let fault = await #expect(throws: Fault.self) { try await sending.value }
            #expect(fault?.kind == .cancelled)
        }
    }

    @Test("A key that a service sends back is redacted in the answer")
    func echoedKey() async throws {
        let server = try LoopbackKOBIS(key: "CANARY-12")
        server.give(.body("CCANARY-12 and CANARY-1CANARY-12CANARY-1"))
        try await server.run { url in
            let answer = try await transport(to: url, key: "CANARY-12").send(request())
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(text == "C********* and CANARY-1*********CANARY-1")
        }
    }

    @Test(
        "Only the address of a web service is accepted",
        arguments: [
            ("https://a.kr/b", true), ("http://127.0.0.1:8080", true), ("HTTP://a", true),
            ("http://[::1]:80", true), ("http://127.0.0.1:99999", false), ("http://[::1", false),
            ("http://", false), ("ftp://a", false), ("a.kr", false), ("http://u:p@a.kr", false),
            ("file:///etc", false), ("", false),
        ])
    func addresses(text: String, isOne: Bool) throws {
        #expect(try isServiceAddress(text) == isOne)
    }

    @Test("A picture is fetched only from the public web, unless private addresses are allowed")
    func privatePictures() async throws {
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let transport = transport(to: url)
            let address = url + "/boxoffice/searchDailyBoxOfficeList.json"
            let picture = try await transport.fetch(address, mayBePrivate: true)
            #expect(!picture.isEmpty)
            let byName = address.replacing("127.0.0.1", with: "localhost")
            for address in [address, byName, address.replacing("127.0.0.1", with: "0x7f.1")] {
                await #expect(throws: Fault.self) {
                    try await transport.fetch(address, mayBePrivate: false)
                }
            }
        }
        #expect(server.seen.count == 1)
    }

    @Test("What a server sends without being asked is no answer to the next request")
    func unasked() async throws {
        let listener = try CountingListener(goesOn: true)
        let other = try CountingListener()
        defer { for each in [listener, other] { each.stop() } }
        let transport = transport(to: "", seconds: 5)
        // Whether another host was asked last or not.
        for ports in [[listener.port, other.port], [listener.port], [listener.port]] {
            for port in ports {
                let url = "http://127.0.0.1:\(port)/"
                #expect(try await transport.fetch(url, mayBePrivate: true).first == 0xFF)
            }
            try await Task.sleep(for: .milliseconds(200))
        }
        #expect(listener.connections == 3)
    }

    @Test("A port without a listener is a service that cannot be reached")
    func nobody() async throws {
        let fault = await #expect(throws: Fault.self) {
            try await transport(to: "http://127.0.0.1:1").send(request())
        }
        #expect(fault?.kind == .unavailable && fault?.outlook == .passing)
    }
}

@Suite struct EndpointTests {
    @Test("The key is appended to the URL encoded, after the query")
    func queryKey() {
        let service = Service(
            name: "s", baseURL: "", baseURLVariable: "",
            key: Service.Key(variable: "K", inQuery: "key", issuedAt: ""))
        let endpoint = Endpoint(of: service, baseURL: "http://h/b", key: Secret("a&b=c"))
        let bare = Request(service: "s", path: "p", parameters: [], subject: .code("x"))
        let full = Request(
            service: "s", path: "p", parameters: [("x", "1")], subject: .code("x"))
        #expect(endpoint.url(for: bare) == "http://h/b/p?key=a%26b%3Dc")
        #expect(endpoint.url(for: full) == "http://h/b/p?x=1&key=a%26b%3Dc")
        #expect(endpoint.header == nil)
        #expect(!"\(endpoint)".contains("a&b"))
    }

    @Test(
        "A redirect must keep the host and may only gain encryption",
        arguments: [
            ("http://a/x", "http://a/y", true), ("http://a/x", "https://a/y", true),
            ("http://a:80/x", "https://a:443/y", true), ("https://a/x", "http://a/y", false),
            ("http://a/x", "http://b/y", false), ("http://a/x", "http://a:81/y", false),
            ("https://a/x", "https://a.b/y", false), ("http://a/x", "http://b@a/y", false),
            ("http://a/x", "http://a@b/y", false), ("http://a/x", "file:///a", false),
            ("http://a/x", "gopher://a/", false), ("HTTP://A/x", "http://a/y", true),
        ])
    func redirects(from: String, to: String, may: Bool) {
        #expect((Origin(from)?.mayRedirect(to: Origin(to)) ?? false) == may)
    }

    @Test(
        "Addresses of this machine and its network are recognized by their form",
        arguments: [
            ("http://127.0.0.1/", true), ("http://localhost:80/", true), ("http://[::1]/", true),
            ("http://10.1.2.3/", true), ("http://172.31.0.1/", true), ("http://192.168.0.1/", true),
            ("http://169.254.77.77/", true), ("http://2130706433/", true),
            ("http://intranet/", true),
            ("http://printer.local/", true), ("http://0177.0.0.1/", true),
            ("http://0x7f.0.0.1/", true), ("http://%31%32%37.0.0.1/", true),
            ("http://localhost./", true), ("http://127.1/", true),
            ("http://[2001:4860:4860::8888]/", false), ("http://[2001:db8::1]/", true),
            ("http://[fe80::1]/", true), ("http://[::ffff:127.0.0.1]/", true),
            ("https://t1.daumcdn.net/a", false),
            ("http://172.32.0.1/", false), ("http://8.8.8.8/", false), ("https://a.kr:443/", false),
        ])
    func privateAddresses(url: String, isPrivate: Bool) {
        #expect(isPrivateAddress(url) == isPrivate)
    }

    @Test("A secret shows as three stars, however it is printed")
    func secrets() {
        let secret = Secret("canary")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), "\([secret])", dumped] {
            #expect(!text.contains("canary"))
        }
    }
}
