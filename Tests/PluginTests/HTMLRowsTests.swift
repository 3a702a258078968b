import BoxOffice
import Testing
import Wire

@testable import Tables

/// The rows of web pages.
@Suite struct HTMLRowsTests {
    /// Returns the rows of a page.
    private func rows(of page: [UInt8]) throws -> [GridRow] {
        var rows: [GridRow] = []
        try HTMLRows(page, name: "'a.xls'").forEachRow { rows.append($0) }
        return rows
    }

    /// Returns the rows of a page with these tables.
    private func rows(_ body: String) throws -> [GridRow] {
        try rows(of: Array("<html><body>\n\(body)\n</body></html>\n".utf8))
    }

    /// Returns the cells of the rows of a table with one row of these cells.
    private func cells(_ row: String) throws -> [GridCell] {
        try rows("<table><tr>\(row)</tr></table>").flatMap(\.cells)
    }

    /// Returns the message of the fault of a page.
    private func fault(of page: [UInt8]) -> String {
        do throws(Fault) {
            try HTMLRows(page, name: "'a.xls'").forEachRow { _ in }
            return "none"
        } catch {
            return error.kind == .malformed ? error.message : "\(error.kind)"
        }
    }

    private func fault(_ body: String) -> String {
        fault(of: Array("<html><body>\n\(body)\n</body></html>\n".utf8))
    }

    @Test("Title and headings are loose rows")
    func headings() throws {
        let rows = try rows(of: SiteTables.bytes("monthly.xls"))
        let loose = rows.filter(\.isLoose).map { "\($0.place) \($0.cells[0].siteText)" }
        #expect(
            loose == [
                "'a.xls', line 27 ■ 월별 박스오피스",
                "'a.xls', line 30 - 조회일: 2021-04-02",
                "'a.xls', line 33 - 출처: 영화진흥위원회 통합전산망 (http://www.kobis.or.kr)",
                "'a.xls', line 36 ▶ 검색조건 [ 조회기간: 202102~202103\u{A0}\u{A0}\u{A0}"
                    + "영화구분: 전체\u{A0}\u{A0}\u{A0}국적: 전체\u{A0}\u{A0}\u{A0}지역: 전체 ]",
                "'a.xls', line 43 ● 2021년 03월", "'a.xls', line 719 ● 2021년 02월",
            ])
        #expect(Set(rows.filter { !$0.isLoose }.map(\.cells.count)) == [13])
        #expect(rows.first { !$0.isLoose }?.cells[4] == .text("매출액\n점유율", isQuoted: false))
    }

    @Test(
        "A cell is its text, or its bytes if there is an element in it",
        arguments: [
            ("<td> \n\tA\u{3000}\u{A0}\u{2028}</td>", GridCell.text("A", isQuoted: false)),
            ("<td></td>", .text("", isQuoted: false)),
            ("<TD>1</TD >", .text("1", isQuoted: false)),
            ("<td>&nbsp;A &amp; B&nbsp;</td>", .text("A & B", isQuoted: false)),
            ("<td>Q&A \"100%\" > 3 < 4</td>", .text("Q&A \"100%\" > 3 < 4", isQuoted: false)),
            ("<td>뮤지컬 <겨울></td>", .text("뮤지컬 <겨울>", isQuoted: false)),
            ("<td title='>'>> 1</td>", .text("> 1", isQuoted: false)),
            ("<td> <HADES> </td>", .markup("<HADES>")),
            ("<td>Up</b>on &amp; on</td>", .markup("Up</b>on &amp; on")),
            ("<td>1<br>2</td>", .markup("1<br>2")),
            ("<td>1<!-- 2 -->3</td>", .markup("1<!-- 2 -->3")),
            ("<td>1<p>2</td>", .markup("1<p>2")),
            ("<td>1\u{1}2</td>", .markup("1\u{1}2")),
            ("<td>6&#0;00</td>", .markup("6&#0;00")),
            ("<td>&#xD800;A &#x1;</td>", .markup("&#xD800;A &#x1;")),
            ("<td>#1 &amp; &#44032;&#x41;</td>", .text("#1 & 가A", isQuoted: false)),
            ("<th><span >A\n</span><BR/>B</th>", .text("A\n\nB", isQuoted: false)),
        ])
    func cell(_ source: String, _ cell: GridCell) throws {
        #expect(try cells(source) == [cell])
    }

    @Test("A page without its end is refused, wherever it ends")
    func end() throws {
        let page = try SiteTables.bytes("yearly-korean.xls")
        let isBlank: (UInt8) -> Bool = { " \n\t".utf8.contains($0) }
        let last = page.lastIndex { !isBlank($0) } ?? 0
        for count in stride(from: 0, through: last, by: 37) {
            #expect(fault(of: Array(page[..<count])) != "none", "\(count)")
        }
        #expect(fault(of: Array(page[..<last])).hasSuffix("so rows may be missing"))
        #expect(fault(of: Array(page[...last])) == "none")
        #expect(fault("<!-- <table></table>").hasSuffix("so rows may be missing"))
        #expect(fault("<script> <table></table>").hasSuffix("so rows may be missing"))
        #expect(
            fault("<table><tr><td>1</td></tr>")
                == "'a.xls', line 3: '</table>' is missing before this")
    }

    @Test("Korean pages are decoded; bytes of no encoding are refused")
    func encodings() throws {
        let (start, end) = (
            Array("<html><table><tr><td>".utf8), Array("</table></body></html>".utf8)
        )
        let text = "<html><table><tr><td>영화</td></tr></table></body></html>"
        let utf8 = Array(text.utf8)
        var utf16: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        // 영화 in CP949.
        let cp949 = start + [0xBF, 0xB5, 0xC8, 0xAD] + Array("</td></tr>".utf8) + end
        let meta = Array("<meta charset=\"EUC-KR\">".utf8)
        let pages: [([UInt8], TextEncoding)] = [
            (utf8, .utf8), ([0xEF, 0xBB, 0xBF] + utf8, .utf8), (utf16, .utf16LittleEndian),
            (cp949, .cp949), (meta + cp949, .cp949), (meta + utf8, .utf8),
        ]
        let wanted = [GridCell.text("영화", isQuoted: false)]
        for (page, encoding) in pages {
            let reader = try HTMLRows(page, name: "a")
            #expect(reader.encoding == encoding)
            try reader.forEachRow { #expect($0.cells == wanted) }
        }
        let message = "'a.xls': it is neither UTF-8 nor CP949, nor UTF-16 with its mark"
        let odd: [[UInt8]] = [[0xFF], utf16 + [0], [0xEF, 0xBB, 0xBF] + cp949, utf8 + [0x80]]
        for page in odd { #expect(fault(of: page) == message) }
    }

    @Test("Pages that are too wide, deep or long are refused where that is seen")
    func limits() {
        let many = String(repeating: "<td>1</td>", count: 1001)
        #expect(fault("<table><tr>\(many)</tr></table>").hasSuffix("more than 1000 cells"))
        let deep = String(repeating: "<div>", count: 100)
        let elements = "more than 64 elements are in each other, or 10000 outside of tables"
        #expect(fault(deep).hasSuffix(elements))
        #expect(fault(String(repeating: "<p>", count: 10_000)).hasSuffix(elements))
        let ends = String(repeating: "</td>", count: 1 << 20)
        #expect(fault(ends).hasPrefix("'a.xls': it has a longer tag or text"))
        let long = String(repeating: "x", count: 1 << 21)
        let text = String(repeating: "x", count: 30_000)
        #expect(
            fault("<table><tr>" + String(repeating: "<td>\(text)</td>", count: 40)).hasSuffix(
                "than a megabyte"))
        #expect(fault(long).hasPrefix("'a.xls': it has a longer tag or text"))
        let medium = (0..<201).map { " a\($0)" }.joined()
        #expect(fault("<table\(medium)></table>").hasPrefix("'a.xls': it has a longer tag"))
        let tag = (0..<100_000).map { " a\($0)" }.joined()
        #expect(fault("<table\(tag)></table>").hasPrefix("'a.xls': it has a longer tag or text"))
        let names = (0..<100_000).map { "<x\($0)></x\($0)>" }.joined()
        #expect(fault(names).hasPrefix("'a.xls': it has a longer tag or text"))
    }
}
