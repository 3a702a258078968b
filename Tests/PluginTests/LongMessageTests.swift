import BoxOffice
import Testing

@testable import BoxOfficeCommand

/// Messages with texts of any length from the errors of services and plugins.
@Suite struct LongMessageTests {
    private static let key = "c4n4ry+/=&0123456789"

    private func console(_ keys: [String] = [key]) -> Console {
        let console = Console(environment: Environment([:]))
        console.hide(keys)
        return console
    }

    @Test("Megabytes are cut before anything else is done with them", .timeLimit(.minutes(10)))
    func cutFirst() {
        let console = console()
        let text = String(repeating: "가나다라마바사아자차 ", count: (8 << 20) / 31)
        for _ in 0..<24 {
            #expect(console.clean(text) == String(text.prefix(4000)))
        }
    }

    @Test(
        "A key that straddles the cut is not shown in part, in any form it travels in",
        arguments: [key, key.percentEncoded, key.percentEncoded.lowercased()])
    func straddling(form: String) {
        let console = console()
        for place in (4000 - form.count)...4000 {
            let start = String(repeating: "x", count: place)
            let said = console.clean(start + form + String(repeating: "y", count: 8000))
            let expected = start + "***" + String(repeating: "y", count: 4000)
            #expect(said == String(expected.prefix(4000)))
        }
    }

    @Test("However many keys there are before the cut, none after it is shown in part")
    func manyKeys() {
        let text = String(repeating: Self.key + " ", count: 4000)
        #expect(
            console().clean(text) == String(String(repeating: "*** ", count: 4000).prefix(4000)))
    }

    @Test("Keys that begin alike or overlap are removed completely")
    func overlapping() {
        #expect(console(["abcdefgh", "abcdefghij"]).redacted("<abcdefghij>") == "<***>")
        #expect(console(["abcdefgh", "fghijklm"]).redacted("<abcdefghijklm>") == "<***>")
        #expect(console(["abcdefgh"]).redacted("abcdefghabcdefgh") == "******")
        #expect(console([]).redacted("abc") == "abc")
    }

    @Test("One character of many scalars does not make a message long")
    func combining() {
        let text = "a" + String(repeating: "\u{301}", count: 1 << 20)
        #expect(console().clean(text).unicodeScalars.count == 4000)
    }

    @Test("A message in a report is cut in the same way")
    func inReports() {
        let text = String(repeating: "x", count: 3999) + Self.key + "y"
        #expect(console().redacted(text) == String(repeating: "x", count: 3999) + "*")
    }

    @Test("Data are never cut")
    func data() {
        let text = String(repeating: "가나다라마바사아자차 ", count: 4000)
        #expect(Redaction(of: [Self.key]).redacted(text + Self.key) == text + "***")
    }
}
