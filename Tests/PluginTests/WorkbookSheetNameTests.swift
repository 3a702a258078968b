import Testing

@testable import XLSX

/// The names of sheets.
@Suite struct WorkbookSheetNameTests {
    private func names(_ wanted: [String]) -> [String] {
        var names = SheetNames()
        return wanted.map { names.unused($0) }
    }

    @Test(
        "A name loses the characters that no sheet name may contain",
        arguments: [
            ("일별 박스오피스", "일별 박스오피스"), ("a[b]:*?/\\c", "a b      c"), ("'a'", "a"), ("it's", "it's"),
            ("", "Sheet1"), ("''", "Sheet1"), (" ", "Sheet1"), ("\0", "Sheet1"),
            ("History", "History (1)"), ("'R", "R (1)"),
            (String(repeating: "가", count: 40), String(repeating: "가", count: 31)),
            (String(repeating: "a", count: 30) + "👍", String(repeating: "a", count: 30)),
            (String(repeating: "a", count: 30) + "'b", String(repeating: "a", count: 30)),
            ("'\u{301}a", "\u{301}a"), ("a'\u{301}", "a'\u{301}"),
            (String(repeating: "a", count: 31) + "\u{301}", String(repeating: "a", count: 30)),
        ])
    func fit(wanted: String, name: String) {
        #expect(names([wanted]).map { Array($0.utf8) } == [Array(name.utf8)])
    }

    @Test("No two sheets have the same name, regardless of case")
    func different() {
        #expect(names(["a", "A", "a", "a (2)"]) == ["a", "A (2)", "a (3)", "a (2) (2)"])
        let long = String(repeating: "가", count: 31)
        #expect(names([long, long])[1] == String(repeating: "가", count: 27) + " (2)")
    }

    @Test("A name that formulas would read as a cell gets a suffix, one that resembles one stays")
    func references() {
        let cells = ["top10", "A1", "xfd1048576", "r1c1", "R", "c", "RC", "rc5", "2022", "1a"]
        for wanted in cells { #expect(names([wanted]) == ["\(wanted) (1)"]) }
        for wanted in ["top", "movies", "aaaa1", "a-1", "영화1", "row", "2022-06-05"] {
            #expect(names([wanted]) == [wanted])
        }
    }
}
