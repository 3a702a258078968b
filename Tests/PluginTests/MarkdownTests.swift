import BoxOffice
import Foundation
import Loopback
import Markdown
import Testing

@Suite struct MarkdownTests {
    private let title = Column("title", "영화명", .text, short: "영화")
    private let marker = Column("rank_marker", "변동", .marker)
    private let count = Column("audience_count", "관객수", .integer)

    private func document(
        _ rows: [[Value]], _ columns: [Column], options: [String] = [],
        unwritten: [Column] = [], header: Layout.Header? = nil,
        medium: Layout.Medium = .file, editions: [ChartEdition] = []
    ) throws -> String {
        let bytes = try render(
            rows, under: columns, by: Markdown(), options: options, header: header,
            unwritten: unwritten, medium: medium, editions: editions)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("A table has a head, a rule and a line for each row, numbers at the right")
    func table() throws {
        let rows: [[Value]] = [
            [.text("기생충"), .text("▲3"), .integer(1_234_567)], [.text("a"), .text("-"), .missing],
        ]
        #expect(
            try document(rows, [title, marker, count], options: ["marker=plain"]) == """
                | 영화   | 변동 |    관객수 |
                | ------ | :--: | --------: |
                | 기생충 |  ▲3  | 1,234,567 |
                | a      |  -   |           |

                """)
        #expect(
            try document(rows, [title, marker, count], options: ["marker=plain", "pad=false"])
                == """
                | 영화 | 변동 | 관객수 |
                | --- | :-: | --: |
                | 기생충 | ▲3 | 1,234,567 |
                | a | - |  |

                """)
        #expect(
            try document([], [title], header: .en) == "| title |\n| ----- |\n")
        #expect(
            try document([], [title], header: Layout.Header.none) == "|     |\n| --- |\n")
    }

    @Test(
        "A marker has colours that suit the form, and is legible without them",
        arguments: [
            ("plain", "▲3", "▼2", "신작"),
            ("emoji", "🔴▲3", "🔵▼2", "🔴신작"),
            (
                "span", "<span style=\"color:red\">▲3</span>",
                "<span style=\"color:blue\">▼2</span>", "<span style=\"color:red\">신작</span>"
            ),
            (
                "math", "$\\color{red}{\\text{▲3}}$", "$\\color{blue}{\\text{▼2}}$",
                "$\\color{red}{\\text{신작}}$"
            ),
        ])
    func markers(name: String, rose: String, fell: String, new: String) throws {
        let rows = ["▲3", "▼2", "신작", "-"].map { [Value.text($0)] }
        for medium in [Layout.Medium.file, .terminal(colours: true)] {
            let text = try document(
                rows, [marker], options: ["marker=\(name)", "pad=false"], medium: medium)
            #expect(
                text == "| 변동 |\n| :-: |\n| \(rose) |\n| \(fell) |\n| \(new) |\n| - |\n")
        }
    }

    @Test(
        "Terminal colours are written only to terminals",
        arguments: [
            ("auto", Layout.Medium.file, "<span style=\"color:red\">▲3</span>"),
            ("auto", .terminal(colours: true), "\u{1B}[31m▲3\u{1B}[0m"),
            ("auto", .terminal(colours: false), "▲3"), ("ansi", .file, "▲3"),
            ("ansi", .terminal(colours: true), "\u{1B}[31m▲3\u{1B}[0m"),
            ("ansi", .terminal(colours: false), "▲3"),
        ])
    func media(name: String, medium: Layout.Medium, expected: String) throws {
        let text = try document(
            [[.text("▲3")]], [marker], options: ["marker=\(name)", "pad=false"], medium: medium)
        #expect(text == "| 변동 |\n| :-: |\n| \(expected) |\n")
    }

    // MARK: - Editions

    @Test("Every edition has a heading with its days and weekdays, and a table of its own")
    func headings() throws {
        let sunday = try #require(Day("2022-06-05"))
        let day = ChartEdition(Period(of: .daily, containing: sunday))
        let week = ChartEdition(
            Period(of: .weekly, containing: sunday),
            filter: ChartFilter(region: try Region(named: "서울"), nation: .korean, kind: .art))
        let text = try document(
            [[.text("a")]], [title], editions: [day, week])
        #expect(
            text == """
                ## 2022년 6월 5일 (일) 일별 박스오피스

                | 영화 |
                | ---- |
                | a    |

                ## 2022년 5월 30일(월)~6월 5일(일) 주간 박스오피스, \
                서울시, 한국영화, 다양성영화

                | 영화 |
                | ---- |
                | a    |

                """)
        #expect(
            try document([], [title], header: .en, editions: [day])
                == "## 2022-06-05 (Sun) daily box office\n\nThere are no rows.\n")
    }

    @Test("A chart has the most readable columns, and a poster is its picture")
    func defaultColumns() throws {
        let options = try PluginOptions(for: Markdown().manifest)
        let usual = UsualColumns(
            ChartEntry.defaultColumns(of: .weekly, perRegion: true)
                + ["genres", "poster_url", "poster_width"])
        #expect(
            Markdown().defaultColumns(of: usual, options) == [
                "rank", "rank_marker", "title", "open_date", "audience_count", "audience_total",
                "sales_amount", "sales_share", "screen_count", "show_count", "genres", "poster_url",
            ])
        let others = UsualColumns(["code", "name"])
        #expect(Markdown().defaultColumns(of: others, options) == others.names)
        let chart = ChartEntry.table.dataset
        let headers = try chart.indices(
            of: Array(Markdown().defaultColumns(of: usual, options)[..<10])
        )
        .map { chart.columns[$0].shortKoreanHeader }
        #expect(
            headers == ["순위", "변동", "영화", "개봉일", "관객수", "누적관객수", "매출액", "점유율", "스크린", "상영"])
    }

    // MARK: - Links, posters and cards

    private var poster: ([Column], [Column], [Value]) {
        (
            [title, Column("poster_url", "포스터", .text)],
            [Column("movie_code", "영화코드", .text), Column("poster_thumbnail_url", "썸네일", .text)],
            [
                .text("a]b|c"), .text("https://x.kr/a(b).jpg?x=1&y=|"), .text("20183782"),
                .text("https://x.kr/t.jpg"),
            ]
        )
    }

    @Test("Titles lead to their film, posters are pictures, and no address breaks out")
    func links() throws {
        let (columns, unwritten, row) = poster
        #expect(
            try document(
                [row], columns, options: ["title-link=true", "pad=false"], unwritten: unwritten)
                    == """
                    | 영화 | 포스터 |
                    | --- | --- |
                    | [a\\]b\\|c](https://www.kobis.or.kr/kobis/business/mast/mvie/searchMovieList.do\
                    ?dtTp=movie&amp;dtCd=20183782) \
                    | [![a\\]b\\|c](https://x.kr/t.jpg)](https://x.kr/a%28b%29.jpg?x=1&amp;y=%7C) |

                    """)
        let script: [Value] = [.text("a"), .text("javascript:alert(1)"), .missing, .missing]
        #expect(
            try document([script], columns, options: ["pad=false"], unwritten: unwritten)
                .hasSuffix("| a | a |\n"))
    }

    @Test("Several cards stand in a row, each with what is known")
    func cards() throws {
        let (columns, unwritten, row) = poster
        let text = try document(
            Array(repeating: row, count: 3), columns + [], options: ["layout=grid", "cards=2"],
            unwritten: unwritten)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[..<2] == ["|   |   |", "|:-:|:-:|"])
        #expect(lines[2].contains(")<br>a\\]b\\|c | [!["))
        #expect(lines[3].hasSuffix("<br>a\\]b\\|c |  |"))
    }

    // MARK: - Independent readers

    @Test(
        "cmark-gfm renders the same number of rows and cells, with the original texts",
        .enabled(
            if: IndependentReader.cmark.isThere && IndependentReader.python.isThere,
            "this needs cmark-gfm and python3"))
    func rendering() async throws {
        let known = [
            "1~2부 그리고 3~4부", "a|b\\|c", "<b>", "$x$", "[a](b)", "*x*", "a\r\nb",
            "**a** __b__ ~~c~~",
            "`a|b`", "&lt;&#65;", "<script>x</script>", "# a", "- a", "| --- |",
            "https://a.kr/b_c_d",
            "www.a.kr", "![a](b)", "[^1]", "\\", "a\\", "| |", "<!-- x", "\u{1B}[31m", "a\0b",
            "_x_y_",
            "1. a", "> a", "---", "[a]: b", "<http://a.kr>", "💛 `` ` ``", "\u{FEFF}a",
        ]
        let signs = [
            "\\", "|", "*", "_", "~", "[", "]", "(", ")", "<", ">", "&", "$", "#", "`", "!", "\n",
            "\r", "\t", " ", "-", ":", "=", "가", "a", "1", ";", "\"", "'", "+", ".", "{", "}", "^",
        ]
        let texts = known + hostileTexts(10_000, of: signs)
        let rows = texts.map { [Value.text($0), .integer(1234), .text($0)] }
        for options in [[], ["pad=false"]] {
            let markdown = try render(
                rows, under: [title, count, title], by: Markdown(), options: options)
            let tables = try await IndependentReader.tables(of: markdown)
            try #require(tables.count == 1)
            #expect(tables[0].first == ["영화", "관객수", "영화"])
            try #require(tables[0].count == rows.count + 1)
            for (text, cells) in zip(texts, tables[0].dropFirst()) {
                let expected = asOneLine(text)
                #expect(cells == [expected, "1,234", expected], "\(text.debugDescription)")
            }
        }
    }

    /// Returns the text as a cell shows it: on one line, without control characters and outer spaces.
    private func asOneLine(_ text: String) -> String {
        var line = ""
        for character in text.replacing("\r\n", with: "\n").unicodeScalars {
            switch character {
            case "\n", "\r", "\t": line += " "
            case "\0", "\u{1B}": line += "\u{FFFD}"
            default: line.unicodeScalars.append(character)
            }
        }
        return line.trimmingCharacters(in: CharacterSet(charactersIn: " "))
    }

    @Test(
        "Columns are as wide as Python's table of widths says",
        .enabled(if: IndependentReader.python.isThere, "this needs python3"))
    func widths() async throws {
        let texts = [
            "", "a", "쥬라기 월드", "ＡＢＣ", "ｱｲｳ", "「피」", "…·“”", "①②", "α", "日本", "a\u{301}",
            "가", "กำ ทดสอบ", "हिन्दी क्षि", "Amélie", "\u{3000}", "x\u{200B}y",
        ]
        let lines = try texts.flatMap { text in
            let table = try document([[.text(text)]], [title], options: ["pad=true"])
            let lines = table.split(separator: "\n")
            return [lines[0], lines[2]]
        }
        let program = """
            import sys, unicodedata
            for line in sys.stdin.buffer.read().decode("utf-8").split("\\n"):
                print(sum(
                    0 if unicodedata.category(c) in ("Mn", "Me", "Cf")
                    else 2 if unicodedata.east_asian_width(c) in "WF" else 1
                    for c in line))
            """
        let widths = try await OtherProgram.output(
            of: ["python3", "-c", program], input: Array(lines.joined(separator: "\n").utf8)
        ).split(separator: UInt8(ascii: "\n"))
        try #require(widths.count == 2 * texts.count)
        for (index, text) in texts.enumerated() {
            #expect(widths[2 * index] == widths[2 * index + 1], "\(text)")
        }
    }

    @Test(
        "Flags, families and hands take two columns, as in terminals",
        arguments: ["🇰🇷", "👩‍👩‍👧", "👍🏽", "☀\u{FE0F}", "각", "각"])
    func emoji(text: String) throws {
        let table = try document([[.text(text)]], [title])
        #expect(table.split(separator: "\n")[2] == "| \(text)   |")
    }

    @Test("Links and pictures are padded like texts")
    func paddedLinks() throws {
        let (columns, unwritten, row) = poster
        let short: [Value] = [.text("a"), .text("https://x.kr/a.jpg"), .text("1"), .missing]
        let lines = try document(
            [row, short], columns, options: ["title-link=true"], unwritten: unwritten
        ).split(separator: "\n")
        #expect(lines[2].count == lines[3].count && lines[1].count == lines[2].count)
    }
}
