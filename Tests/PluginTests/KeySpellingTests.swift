import BoxOffice
import Testing

@testable import BoxOfficeCommand

/// Keys in messages, in the spellings of the formats that plugins and services write.
@Suite struct KeySpellingTests {
    private func said(_ text: String, keys: [String] = ["SECRETKEY/1"]) -> String {
        let console = Console(environment: Environment([:]))
        console.hide(keys)
        return console.clean(text)
    }

    @Test(
        "A key is redacted from messages in every spelling",
        arguments: [
            "SECRETKEY/1", #"SECRETKEY\/1"#, #"\u0053ECRETKEY\/1"#, "%53ECRETKEY%2f1",
            "SECRETKEY%2F1",
            #"\u0053\u0045\u0043\u0052\u0045\u0054\u004b\u0045\u0059\u002F\u0031"#,
        ])
    func spellings(spelling: String) {
        #expect(said("<\(spelling)>") == "<***>")
        let start = String(repeating: "x", count: 3999)
        #expect(said("\(start)\(spelling)") == "\(start)*")
    }

    @Test(
        "A key with escape characters, or beyond ASCII, is redacted in its other spellings too",
        arguments: [
            ("abc&amp;defg", "abc&amp;defg"), ("abcédefghij", #"abc\u00e9defghij"#),
            ("abcédefghij", "abc%C3%a9defghij"), ("가나다라마", #"\uac00나\uB2E4라마"#),
            ("a🎬cdefgh", #"a\ud83c\udfaccdefgh"#), (#"a\b"c\\d"#, #"a\\b\"c\\\\d"#),
            ("abc defghij", "abc%20defghij"),
            ("abc%41defg", "abc%2541defg"), ("abc%41defg", "abc%41defg"),
        ])
    func oddKeys(key: String, spelling: String) {
        #expect(said("<\(spelling)>", keys: [key]) == "<***>")
        #expect(said("<\(key)>", keys: [key]).replacing(" ", with: "") == "<***>")
    }

    @Test(
        "Text that only resembles a key stays as it is",
        arguments: [
            "SECRETKEY1", #"\u0053ECRETKEY"#, "%53", "&#83;", "secretkey/1", "SECRETKEY%2",
        ])
    func near(text: String) {
        #expect(said(text) == text)
    }
}
