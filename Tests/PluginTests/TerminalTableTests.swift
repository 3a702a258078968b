import BoxOffice
import Markdown
import Testing

/// Tables on a terminal.
@Suite struct TerminalTableTests {
    @Test("On a terminal a table is never wider than that: texts are cut, columns left out")
    func terminal() throws {
        let columns = [
            Column("rank", "순위", .integer), Column("title", "영화명", .text),
            Column("audience_count", "관객수", .integer), Column("open_date", "개봉일", .date),
        ]
        let titles = [
            "극장판 포켓몬스터DP: 기라티나와 하늘의 꽃다발 쉐이미", "짧은 제목", "*별표* [괄호] a\\b",
            "e\u{301}e\u{301}👨‍👩‍👧 가족", String(repeating: "*", count: 60),
        ]
        let rows = titles.map { title in
            [
                Value.integer(1), .text(title), .integer(1_234_567),
                .date(Day(daysSince1970: 19_000)),
            ]
        }
        for width in 24...120 {
            for mayLeaveOut in [true, false] {
                let bytes = try render(
                    rows, under: columns, by: Markdown(),
                    medium: .terminal(colours: false, width: width),
                    mayLeaveOutColumns: mayLeaveOut)
                var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                let widest = lines.map { DisplayWidth()(String($0)) }.max() ?? 0
                // What is left of the figures if nothing may be left out.
                #expect(widest <= (mayLeaveOut ? width : max(width, 52)), "\(width)")
                let isCut = mayLeaveOut && width < 52
                #expect(lines.last?.hasPrefix("화면이 좁아") == isCut, "\(width)")
                if isCut { lines.removeLast() }
                #expect(Set(lines.map { DisplayWidth()(String($0)) }).count == 1)
                let wanted = width >= 52 || !mayLeaveOut
                #expect(lines.first?.contains("개봉일") == wanted, "\(width)")
            }
        }
    }
}
