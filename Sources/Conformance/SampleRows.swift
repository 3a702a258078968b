internal import BoxOffice

/// The rows that formats are tried with.
enum SampleRows {
    /// A column of most kinds.
    static let columns = [
        Column("title", "영화명", .text), Column("mark", "변동", .marker),
        Column("count", "관객수", .integer), Column("share", "점유율", .percent),
        Column("year", "연도", .year), Column("is_new", "신규진입", .boolean),
        Column("date", "날짜", .date), Column("sure", "확신", .fraction),
        Column("genres", "장르", .list), Column("per_show", "회당관객수", .decimal),
    ]

    /// Texts that formats stumble over.
    static let awkwardTexts = [
        "", " ", "a", " a ", "a,b", "a\"b", "\"", "\"\"", "a|b\\|c", "a\nb", "a\rb", "a\r\nb",
        "\ta", "a\u{A0}", "\u{3000}", "기생충", "1~2부", "#1", "=1+1", "@x", "-1", "+1", "<b>&amp;",
        "「」", "\u{FEFF}x", "\u{2028}", "👩‍👩‍👧", "e\u{301}", "\0", "\u{1B}[31m", "\u{9B}31m", "a\u{85}b",
        "\u{7F}", "'", "\\", "]]>", "--", "{{x}}",
    ]

    /// A row with a text of 10,000 characters.
    static var long: [Value] {
        row(title: String(repeating: "긴", count: 10_000), count: .max, genres: [])
    }

    /// A row for each awkward text, and one in which every value is missing.
    static var awkward: [[Value]] {
        awkwardTexts.map { row(title: $0, count: .min, genres: [$0, "b"]) }
            + [Array(repeating: .missing, count: columns.count)]
    }

    /// Rows whose texts need no escaping in any format.
    static func plain(_ count: Int) -> [[Value]] {
        // Of a fixed seed, so that the rows are always the same, and hardly compressible.
        var state: UInt64 = 17
        return (0..<count).map { _ in
            var title = ""
            for _ in 0..<4 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                title += String(state, radix: 36)
            }
            return row(title: title, count: Int(truncatingIfNeeded: state >> 33), genres: ["drama"])
        }
    }

    private static func row(title: String, count: Int, genres: [String]) -> [Value] {
        [
            .text(title), .text("▲3"), .integer(count), .percent(Percent(tenths: -4)),
            .integer(2022), .boolean(true), .date(Day(daysSince1970: 19_000)),
            .fraction(Fraction(hundredths: 87)), .list(genres), .decimal(OneDecimal(tenths: -4)),
        ]
    }
}
