import BoxOffice
import Testing

@testable import BoxOfficeCommand

/// Text wrapped to lines of so many cells.
@Suite struct WrappingTests {
    @Test(
        "Lines break at spaces, counted in cells",
        arguments: [
            ("", 10, []), ("   ", 10, []), ("one two", 7, ["one two"]),
            ("one two", 6, ["one", "two"]),
            // Hangul is two cells wide: counted in characters, the whole text would fit in ten.
            ("일별 박스오피스", 10, ["일별", "박스오피스"]), ("일별 박스오피스", 15, ["일별 박스오피스"]),
            ("일별 박스오피스", 14, ["일별", "박스오피스"]),
        ] as [(String, Int, [String])])
    func lines(text: String, width: Int, lines: [String]) {
        #expect(text.wrapped(to: width) == lines)
    }

    @Test("A note that fits on a line is not wrapped")
    func note() {
        #expect("요청 수".wrapped(to: 20, note: "(기본값: 4)") == ["요청 수 (기본값: 4)"])
        #expect("요청 수".wrapped(to: 16, note: "(기본값: 4)") == ["요청 수", "(기본값: 4)"])
        #expect("요청 수".wrapped(to: 10, note: "(기본값: 4)") == ["요청 수", "(기본값:", "4)"])
    }

    @Test("Columns begin at the same cell, and a label that is too long has its own line")
    func list() {
        var page = HelpPage(catalogue: .english)
        page.list(
            "LIST",
            [
                HelpRow("--region 서울", "one chart each"), HelpRow("-q", "quiet"),
                HelpRow("--log-format json", "lines"),
            ], column: 18)
        let lines = [
            "", "LIST", "  --region 서울   one chart each", "  -q              quiet",
            "  --log-format json", "                  lines",
        ]
        #expect(page.text == lines.joined(separator: "\n") + "\n")
    }
}
