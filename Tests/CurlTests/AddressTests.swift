import Testing

@testable import Curl

/// The addresses that are recognized without libcurl.
@Suite struct AddressTests {
    @Test(
        "A plain address is an address for libcurl too",
        arguments: [
            "http://a.kr", "https://a.kr/", "http://a.kr:1/b/c", "http://a.kr:65535/~b/_c/1.2-3",
            "https://127.0.0.1:8080/v1", "http://0.0.0.0", "http://255.255.255.255/",
            "http://localhost:80", "https://a-b.c1.example", "http://-.a", "http://1.2.3.a4",
            "http://1.a", "http://A.KR/B", "http://a.kr//b", "http://a.kr/../b",
            "http://" + String(repeating: "a.", count: 300) + "kr",
        ])
    func plain(text: String) throws {
        #expect(isPlainAddress(text))
        #expect(Origin(text) != nil)
    }

    @Test(
        "An address that is not plain is left to libcurl",
        arguments: [
            "", "a.kr", "http:", "http:/", "http://", "http:///", "http://.", "http://a..b",
            "http://a.", "http://a..", "http://.a", "http://..", "http:a.kr", "http:/a.kr",
            "HTTP://a.kr", "ftp://a.kr", "http://a.kr:", "http://a.kr:0", "http://a.kr:+1",
            "http://a.kr:00001x", "http://a.kr:000080", "http://a.kr:65536", "http://a.kr:8:8",
            "http://u@a.kr", "http://u:p@a.kr", "http://a.kr?b", "http://a.kr/?b", "http://a.kr#b",
            "http://a.kr/%41", "http://a.kr\\b", "http://a_b.kr", "http://[::1]", "http://1.2.3",
            "http://1.2.3.256", "http://0x7f.1", "http://0x7f000001", "http://01.2.3.4",
            "http://가.kr", "http://a.kr/가", "http://a\u{301}.kr", "http://a.kr/\u{301}",
            "http://a.kr ", " http://a.kr", "http://a.kr/\n", "http://a.kr\u{0}",
        ])
    func notPlain(text: String) { #expect(!isPlainAddress(text)) }
}
