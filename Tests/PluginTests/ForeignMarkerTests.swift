import BoxOffice
import CSV
import JSONLines
import Markdown
import Testing

/// Markers from outside this program, and headers, which plugins choose too.
@Suite struct ForeignMarkerTests {
    private static let own = [
        "▲1", "▲9223372036854775807", "▼2", "▼9223372036854775808", "-", "신작", "진입", "",
    ]
    private static let foreign = [
        "=1+1", "+1", "-1", "--", "@a", "\t=1", "▲", "▲x", "▲1|", "▼1<script>", "▲-1", "▲１", "신작|",
        "신작\u{1B}[31m", "진입<b>", "▲1\n", "▲\u{301}1", "▼2\u{301}", " ", "-\u{301}",
        "▲12345678901234567890",
    ]

    private func document(
        _ text: String, of kind: Column.Kind, by format: any Format, _ options: [String],
        medium: Layout.Medium = .file
    ) throws -> String {
        let bytes = try render(
            [[.text(text), .integer(1)]],
            under: [Column("mark", "변동", kind), Column("count", "수", .integer)], by: format,
            options: options, header: Layout.Header.none, medium: medium)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("The markers of this program are recognised by all their bytes")
    func known() {
        for text in Self.own { #expect(RankChange.isMarker(text), "\(text.debugDescription)") }
        for text in Self.foreign {
            #expect(!RankChange.isMarker(text), "\(text.debugDescription)")
        }
        for change in [RankChange.new, .places(0), .places(.max), .places(.min)] {
            for day in [Day(daysSince1970: 19_000), nil] {
                let marker = change.marker(openedOn: day, chartFrom: day)
                #expect(RankChange.isMarker(marker))
            }
        }
    }

    @Test("A foreign marker is written like a text, in every format", arguments: foreign)
    func asText(text: String) throws {
        for options in [[], ["profile=excel"]] {
            let written = try document(text, of: .marker, by: CSV(), options)
            let expected = try document(text, of: .text, by: CSV(), options)
            #expect(written == expected)
        }
        let cell = try document(text, of: .text, by: Markdown(), ["pad=false"])
            .split(separator: "\n").last
        for marker in ["auto", "ansi", "span", "math", "emoji", "plain"] {
            for layout in ["table", "grid"] {
                let options = ["pad=false", "marker=\(marker)", "layout=\(layout)", "cards=1"]
                let written = try document(
                    text, of: .marker, by: Markdown(), options,
                    medium: .terminal(colours: true))
                let expected = try document(
                    text, of: .text, by: Markdown(), options, medium: .terminal(colours: true))
                #expect(
                    written.split(separator: "\n").last == expected.split(separator: "\n").last)
                if layout == "table" { #expect(written.split(separator: "\n").last == cell) }
            }
        }
        let written = try document(text, of: .marker, by: JSONLines(), [])
        let expected = try document(text, of: .text, by: JSONLines(), [])
        #expect(written == expected)
    }

    @Test("The program's own markers stay as they are", arguments: own)
    func ownStay(text: String) throws {
        let cells = try document(text, of: .marker, by: CSV(), ["profile=excel"])
        #expect(cells == "\u{FEFF}\(text),1\r\n")
        let line = try document(
            text, of: .marker, by: Markdown(), ["pad=false", "marker=plain"])
        #expect(line.split(separator: "\n").last == "| \(text) | 1 |")
    }

    @Test(
        "A header is guarded like a text",
        arguments: [
            ("=1+1", "'=1+1"), ("+a", "'+a"), ("@a", "'@a"), ("-", "'-"), ("a,b", "\"a,b\""),
            ("영화", "영화"), ("\u{FF1D}1", "'\u{FF1D}1"),
        ])
    func headers(header: String, cell: String) throws {
        let column = Column("mark", header, .marker)
        let excel = try render(
            [], under: [column], by: CSV(), options: ["profile=excel"], header: .ko)
        #expect(String(decoding: excel, as: UTF8.self) == "\u{FEFF}\(cell)\r\n")
        let plain = try render([], under: [column], by: CSV(), header: .ko)
        #expect(!String(decoding: plain, as: UTF8.self).contains("'"))
    }

    @Test("A header is read unchanged in Markdown, in a table and on cards")
    func markdownHeaders() throws {
        let column = Column("mark", "<script>|\u{1B}[31m", .text)
        for layout in ["table", "grid"] {
            let bytes = try render(
                [[.text("a")]], under: [column], by: Markdown(), options: ["layout=\(layout)"],
                header: .ko)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.contains("\\<script>\\|\u{FFFD}\\[31m"))
            #expect(!text.contains("\u{1B}"))
        }
    }
}
