import Foundation
import Loopback
import SlowLane
import Testing

/// Pages of a chart whose titles try to be markup, as a browser shows them.
@Suite(.serialized, .enabled(if: ReadPage.canBeOpened, "\(ReadPage.absence)"))
struct HostilePageCommandTests {
    private static let signs = [
        "a", "한", "글", " ", "\t", "\n", "\r\n", "\0", "\u{1}", "\u{1B}[31m", "\u{7F}", "\u{85}",
        "\u{9B}",
        "\u{2028}", "\u{FEFF}", "\u{FFFE}", "\u{1FFFF}", "\u{FFFD}", "\u{202E}",
        "\u{2066}",
        "\u{301}", "\u{200D}", "שלום", "👩‍👩‍👧", "\u{10FFFF}", "<", ">", "&", "\"", "'", "`", "=", "/",
        "<script>", "</script>", "window.pwned=1", "<img src=x onerror=", "alert(1)", "javascript:",
        "<svg onload=", "</svg>", "<text>", "</text>", "<title>", "</title>", "<style>", "</style>",
        "@import url(http://a.example/)", "url(http://a.example/b.png)", "expression(", "</table>",
        "</td>",
        "<tr><td>", "</th>", "</main>", "</body>", "</html>", "<plaintext>", "<template>",
        "<noscript>",
        "<!--", "-->", "--!>", "<![CDATA[", "]]>", "<?php", "<%", "{{", "${", "&lt;", "&#60;",
        "&#x3c;",
        "&lt", "&amp", "&notit;", "&nbsp;", "\" onmouseover=\"window.pwned=1",
        "' onfocus='window.pwned=1",
        "\" autofocus onfocus=window.pwned=1 x=\"", "<a href=\"javascript:window.pwned=1\">",
        "<iframe srcdoc=\"<script>parent.pwned=1</script>\">", "<base href=http://a.example/>",
        "<link rel=stylesheet href=http://a.example/c.css>", "<meta http-equiv=refresh content=0>",
        "<object data=http://a.example/>", "<input autofocus onfocus=alert(1)>", "</textarea>",
        "\\3c ", "\\",
        "*/", "/*", ";}", "}", "{", noncharacter,
    ]

    /// A character that no literal may contain.
    private static let noncharacter = Unicode.Scalar(0xFDD0 as UInt32).map { "\($0)" } ?? ""

    private static let chosen =
        [
            "", " ", "<script>window.pwned=1</script>", "</title><script>window.pwned=1</script>",
            "</style><script>window.pwned=1</script>", "</svg><img src=x onerror=window.pwned=1>",
            "]]><script>window.pwned=1</script>", "--><script>window.pwned=1</script>", "<!--",
            "<plaintext>",
            "</table></main><table><tr><td>x</td></tr></table>",
            "\"><img src=http://a.example/b.png>",
            "'><img src=http://a.example/b.png>", "\u{301}", "\u{FEFF}", "\r", "&#0;", "&#x10FFFF;",
            "&",
        ]
        + [
            String(repeating: "가", count: 20_000), String(repeating: "<b>", count: 5000),
            String(repeating: "a", count: 20_000), "a" + String(repeating: "\u{301}", count: 5000),
        ]

    /// Returns the characters of a text that sources and pages keep, without white space.
    private static func visible(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x202A...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF, 0xFFFD: false
            case let value where value & 0xFFFE == 0xFFFE: false
            default:
                scalar.properties.generalCategory != .control && !scalar.properties.isWhitespace
            }
        }
    }

    /// Makes a source whose charts have a film for each of `titles`, up to 1,000 a day from 2022-06-01.
    private static func source(of titles: [String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (day, first) in stride(from: 0, to: titles.count, by: 1000).enumerated() {
            let date = "2022-06-\(day < 9 ? "0" : "")\(day + 1)"
            var rows = Data()
            for (index, title) in titles[first...].prefix(1000).enumerated() {
                let row: [String: Any] = [
                    "date": date, "rank": index + 1, "movie_code": "\(first + index)",
                    "title": title, "audience_count": 1000 + index, "note": [title, "<b>"],
                ]
                rows += try JSONSerialization.data(withJSONObject: ["row": row]) + Data("\n".utf8)
            }
            try rows.write(to: folder.url.appending(path: date))
        }
        try folder.add(
            executable: "bo-export-source-hostile",
            #"""
            #!/bin/sh
            read -r hello
            printf '%s\n' '{"manifest":{"protocol":1,"name":"hostile","summary":"<script>","dataset":"chart","charts":["daily"],"from":"2022-06-01","to":"2022-06-30","columns":[{"name":"date"},{"name":"rank"},{"name":"movie_code"},{"name":"title"},{"name":"audience_count"},{"name":"note","korean":"</style><script>window.pwned=1</script>\"","type":"list"}]}}'
            while read -r query; do
                cat "${0%/*}/$(printf %s "$query" | sed 's/.*"from":"\([0-9-]*\)".*/\1/')"
                echo '{"end":{}}'
            done
            """#)
        return folder
    }

    @Test(
        "10,000 hostile titles are as many rows, with their texts, and no script runs",
        .slow,
        arguments: [[], ["-O", "layout=mail"]])
    func titles(options: [String]) async throws {
        let titles = Self.chosen + hostileTexts(10_000, of: Self.signs)
        let folder = try Self.source(of: titles)
        let outcome = try await Program.run(
            [
                "--source", "hostile", "--plugin-dir", folder.url.path, "--from", "2022-06-01",
                "--to", "2022-06-11", "--columns",
                "rank,title,audience_count,note", "-q", "-o",
                folder.path("x.html"), "-O", "title=</title><script>window.pwned=1</script>",
            ] + options)
        try #require(outcome.status == 0, "\(outcome.errors)")
        let page = try #require(
            try await ReadPage.read([folder.path("x.html")], with: [.browser], seconds: 300).first)
        #expect(page.title == "</title><script>window.pwned=1</script>")
        let tables = page.tables ?? []
        #expect(tables.count == 11 && tables.allSatisfy { $0.rows.allSatisfy { $0.count == 4 } })
        let rows = tables.flatMap { $0.rows.dropFirst() }
        try #require(rows.count == titles.count)
        let wrong = zip(titles, rows).filter { title, cells in
            Self.visible(cells[1]) != Self.visible(title)
        }
        #expect(
            wrong.prefix(10).map { "\($0.debugDescription) as \($1[1].debugDescription)" } == [])
        // A letter with 5,000 marks may be too wide.
        let faults = page.faults.filter { !$0.contains(" wide at ") }
        #expect(faults.prefix(10) == [])
        #expect(page.links?.isEmpty == true && page.counts?.elements["img"] == nil)
    }

    @Test("Cards and a chart show hostile titles as they are", .slow)
    func cards() async throws {
        let titles = Self.chosen + hostileTexts(200, of: Self.signs)
        let folder = try Self.source(of: titles)
        for (name, options) in [("cards", ["layout=cards"]), ("table", ["layout=table"])] {
            let outcome = try await Program.run(
                [
                    "--source", "hostile", "--plugin-dir", folder.url.path, "--date", "2022-06-01",
                    "-q", "-o", folder.path("\(name).html"),
                ] + options.flatMap { ["-O", $0] })
            try #require(outcome.status == 0, "\(outcome.errors)")
        }
        let pages = try await ReadPage.read(
            ["cards", "table"].map { folder.path("\($0).html") },
            with: ReadPage.canBeValidated ? [.validator, .browser] : [.browser])
        for page in pages {
            // The validator prefers composed characters, but these texts are shown as they came.
            let faults = page.faults.filter { fault in
                !fault.contains("Normalization Form C") && !fault.contains("composing character")
            }
            #expect(faults.prefix(10) == [])
        }
        #expect(pages[0].counts?.elements["li"] == titles.count)
    }
}
