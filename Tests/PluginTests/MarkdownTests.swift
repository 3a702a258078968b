import BoxOffice
import Foundation
import Loopback
import Markdown
import Testing

/// Tables in Markdown, as other programs read and measure them.
@Suite struct MarkdownTests {
    private let title = Column("title", "영화명", .text, short: "영화")
    private let count = Column("audience_count", "관객수", .integer)

    /// Returns the table with one title.
    private func table(_ text: String) throws -> [Substring] {
        let bytes = try render([[.text(text)]], under: [title], by: Markdown())
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    @Test(
        "cmark-gfm renders the same number of rows and cells, with the original texts",
        .enabled(
            if: IndependentReader.cmark.isThere && IndependentReader.lxml.isThere,
            "this needs cmark-gfm and python3-lxml"))
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
            let read = try await IndependentReader.cells(of: markdown)
            #expect(read.tags.isEmpty && read.rows.first == ["영화", "관객수", "영화"])
            try #require(read.rows.count == rows.count + 1)
            for (text, cells) in zip(texts, read.rows.dropFirst()) {
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
            let lines = try table(text)
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
        #expect(try table(text)[2] == "| \(text)   |")
    }
}
