import BoxOffice
import Foundation
import Loopback
import SlowLane
import Testing

/// Unusual texts in cells, as openpyxl reads them back.
@Suite(.enabled(if: ReadWorkbook.canBeRead, "this needs libxlsxwriter4 and python3-openpyxl"))
struct WorkbookTextTests {
    private static let signs = [
        "a", "Z", "0", "7", " ", "  ", "\t", "\n", "\r", "\r\n", "\u{B}", "\u{C}", "\0", "\u{1}",
        "\u{8}", "\u{1B}[31m", "\u{1F}", "\u{7F}", "\u{85}", "\u{A0}", "\u{2028}", "\u{FEFF}",
        "\u{FFFE}", "\u{FFFF}", "\u{FFFD}", "\u{301}", "\u{20E3}", "\u{200D}", "\u{202E}", "שלום",
        "한", "글", "ㅋ", "힣", "漢", "\u{3000}", "👩‍👩‍👧", "𝟙", "\u{1F1F0}\u{1F1F7}", "\u{10FFFF}", "=", "+",
        "-", "@", "'", "\"", "<", ">", "&", "&amp;", "]]>", "<!--", "<f>1</f>", "|", ";", ",", "_",
        "_x", "_x0041", "_x0041_", "_x005F_", "_x005F", "_x000D_", "x0041_", "_X0041_", "_xD83D_",
        "{=1}", "1e5", "#N/A", "TRUE", "http://a.example/", "mailto:", "internal:a!A1", "$A$1",
    ]

    /// Texts that a spreadsheet might misread, and texts as long as a cell or longer.
    private static let chosen =
        [
            "", " ", "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "'a", "=HYPERLINK(\"a\")", "{=1+1}",
            "007", "12345678901234567890", "2022E797", "20124079", "2:22", "1/2", "1e5", "1E5",
            "TRUE", "false", "#N/A", "#REF!", "2022-06-05", "6/5", "1.5", "50%", "₩1,000", "NaN",
            "Infinity", "\u{301}", "_x0041_", "_x0041\u{1}", "_x005F\u{FFFE}x0041_", "__x0041__",
            "_x0041_x0042_x0043_", "_x004\u{1}", "_\u{1}", "x0041_", "\r", "\r\n\r\n", "\n\n",
        ]
        + [32_766, 32_767, 32_768, 40_000].map { String(repeating: "a", count: $0) }
        + [
            String(repeating: "가", count: 40_000), String(repeating: "a", count: 32_766) + "👍b",
            String(repeating: "a", count: 32_765) + "👍b", String(repeating: "👍", count: 20_000),
            String(repeating: "a", count: 32_762) + "_x0041_b",
            String(repeating: "\0", count: 9000),
            "a" + String(repeating: "\u{301}", count: 40_000),
        ]

    /// Returns the text as a cell shows it: with LF at line ends.
    static func shown(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        var before: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if scalar != "\n" || before != "\r" { shown.append(scalar == "\r" ? "\n" : scalar) }
            before = scalar
        }
        return String(shown)
    }

    @Test(
        "Hostile texts come back as texts, each as it is or cut to what a cell holds")
    func hostile() async throws {
        let texts = Self.chosen + hostileTexts(SlowLane.cases(10_000, quick: 500), of: Self.signs)
        let columns = [Column("title", "영화명", .text), Column("rank_marker", "변동", .marker)]
        let written = try WrittenWorkbook(
            texts.enumerated().map { index, text in
                index < 300 ? [.list([text]), .text(text)] : [.text(text), .missing]
            }, under: columns)
        let workbook = try #require(try await ReadWorkbook.read([written.bytes]).first)
        let sheet = try #require(workbook.sheets.first)
        #expect(workbook.formulas == 0)
        try #require(sheet.rows.count == texts.count + 1)
        var cut = 0
        var wrong: [String] = []
        for (text, cells) in zip(texts, sheet.rows.dropFirst()) {
            let shown = Self.shown(text)
            let found = cells.compactMap { $0?.value } + (cells[0] == nil ? [""] : [])
            let isWhole = found.allSatisfy { $0.utf8.elementsEqual(shown.utf8) }
            let isCut = found.allSatisfy {
                shown.utf8.starts(with: $0.utf8)
                    && (4000...32_767).contains($0.utf16.count)
            }
            if !isWhole && isCut { cut += 1 }
            if !isWhole && !isCut
                || cells.contains(where: { $0.map { $0.kind != "text" } ?? false })
            {
                wrong.append(text)
            }
        }
        #expect(wrong == [])
        #expect(cut == 9)
        #expect(
            written.remarks == [
                "a text was cut to 32767 characters, as many as a cell holds: "
                    + "'rows', row 45, title (and 17 more)"
            ])
    }

    @Test("They are unchanged wherever else a workbook has texts")
    func elsewhere() async throws {
        let texts = ExporterContractTests.awkward + Self.chosen.filter { $0.utf8.count < 30 }
        let workbooks = try texts.map { text in
            var document = DocumentDescription.days(2, regions: [Region(code: "1", name: text)])
            document.dataset = text
            document.sources = [text]
            let rows: [[Value]] = [[.text("1"), .text(text), .integer(1)]]
            return try WrittenWorkbook(
                under: [
                    Column("movie_code", "영화코드", .text), Column("title", text, .text),
                    Column("rank", "순위", .integer),
                ], editions: [0, 1].map { (ChartEdition(.day($0)), rows) }, document: document,
                missing: [Fault(.notFound, "test", "\(text)")]
            ).bytes
        }
        for (text, workbook) in zip(texts, try await ReadWorkbook.read(workbooks)) {
            let shown = Self.shown(text)
            func isThat(_ found: String?) -> Bool {
                let found = found ?? ""
                return found.utf8.elementsEqual(shown.utf8)
                    || found.utf16.count > 4000 && shown.utf8.starts(with: found.utf8)
            }
            #expect(workbook.formulas == 0)
            #expect(workbook.names == ["일별 박스오피스", "순위", "정보"])
            #expect(isThat(workbook.sheets[0].rows[0][1]?.value))
            // A film without a title goes by its code.
            let film = workbook.sheets[1].rows[28][0]?.value
            #expect(text.isEmpty ? film == "1" : isThat(film))
            let facts = workbook.sheets[2].rows
            func fact(_ name: String) -> String? {
                facts.first { $0[0]?.value == name }?[1]?.value
            }
            #expect(isThat(fact("출처")) && isThat(fact("조건")) && isThat(fact("빠진 것")))
        }
    }
}
