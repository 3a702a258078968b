import Foundation
import HTML
import Testing

@testable import BoxOffice

/// Posters in pages: embedded pictures, each once, or links.
@Suite struct HTMLPosterTests {
    private let columns = [
        Column("title", "영화명", .text), Column("poster_url", "포스터", .text),
    ]
    private let address = "https://p.example/a?b=1&c=2"

    private func picture(_ bytes: [UInt8] = [1, 2, 3, 4]) -> Picture {
        Picture(bytes: bytes, kind: .png, width: 2, height: 3)
    }

    private func row(_ title: String, _ address: String) -> [Value] {
        [.text(title), .text(address)]
    }

    @Test("A picture is in the page once, and later rows refer to it")
    func once() throws {
        let rows = [row("가", address), row("나", "https://p.example/none")]
        let page = try WrittenPage(
            under: columns,
            editions: [(ChartEdition(.day(0)), rows), (ChartEdition(.day(1)), [rows[0]])],
            document: .days(2), pictures: [(address, picture())])
        let link = "<a href=\"https://p.example/a?b=1&amp;c=2\" rel=\"noreferrer\">"
        let svg = "<svg class=\"poster\" role=\"img\" aria-label=\"가 포스터\" viewBox=\"0 0 2 3\">"
        let cells = page.body.components(separatedBy: "<td>").dropFirst().map {
            $0.components(separatedBy: "</td>")[0]
        }
        #expect(
            cells == [
                link + svg + "<image id=\"poster-1\" width=\"2\" height=\"3\" "
                    + "href=\"data:image/png;base64,AQIDBA==\"/></svg></a>",
                "<a href=\"https://p.example/none\" rel=\"noreferrer\">포스터</a>",
                link + svg + "<use href=\"#poster-1\"/></svg></a>",
            ])
    }

    @Test("Posters are only links if the option says so, and in mails")
    func links() throws {
        let rows = [row("가", address)]
        for (options, isThere) in [
            (["posters=link"], true), (["layout=cards", "posters=link"], true),
            (["layout=mail", "posters=link"], true), (["layout=mail"], true),
            (["layout=mail", "posters=embed"], true), (["posters=none"], false),
            (["layout=mail", "posters=none"], false),
        ] {
            #expect(
                HTML().defaultColumns(
                    of: UsualColumns(["title", "poster_url"]),
                    try PluginOptions(options, for: HTML().manifest)
                ).contains("poster_url") == isThere)
            guard isThere else { continue }
            let page = try WrittenPage(
                rows, under: columns, options: options, pictures: [(address, picture())])
            #expect(page.text.contains("rel=\"noreferrer\">포스터</a>"))
            #expect(!page.text.contains("<svg") && !page.text.contains("base64"))
        }
    }

    @Test(
        "An invalid web address does not become a link",
        arguments: ["javascript:alert(1)", "data:text/html,x", "//a.example/", "a b", "\"onclick="])
    func addresses(address: String) throws {
        let page = try WrittenPage([row("가", address)], under: columns, options: ["posters=link"])
        #expect(!page.body.contains("<a "))
    }

    @Test("Base64 is the same as Foundation's", arguments: 0...7)
    func base64(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 251 + $0 * 37) }
        let page = try WrittenPage(
            [row("가", address)], under: columns, pictures: [(address, picture(bytes))])
        #expect(page.text.contains("base64,\(Data(bytes).base64EncodedString())\"/>"))
    }

    @Test("A page has at most 1,000 pictures; further posters are links, and a remark says so")
    func many() throws {
        let addresses = (0..<1003).map { "https://p.example/\($0)" }
        let page = try WrittenPage(
            addresses.map { row($0, $0) }, under: columns,
            pictures: addresses.map { ($0, picture()) })
        #expect(page.text.components(separatedBy: "<image").count == 1001)
        #expect(
            page.remarks == [
                "of the posters, 3 are links, because the page's picture limit is reached (1000)"
            ])
    }
}
