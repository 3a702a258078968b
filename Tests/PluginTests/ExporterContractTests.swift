import BoxOffice
import Foundation
import Loopback
import Testing

@testable import bo_export

/// What every exporter of the registry must do; a new one is tested the moment it is there.
@Suite struct ExporterContractTests {
    /// Texts that formats stumble over.
    static let awkward = [
        "", " ", "a", " a ", "a,b", "a\"b", "\"", "\"\"", "a|b\\|c", "a\nb", "a\rb", "a\r\nb",
        "\ta", "a\u{A0}", "\u{3000}", "기생충", "1~2부", "#1", "=1+1", "@x", "-1", "+1", "<b>&amp;",
        "「」", "\u{FEFF}x", "\u{2028}", "👩‍👩‍👧", "e\u{301}", "\0", "\u{1B}[31m", "'", "\\",
        String(repeating: "긴", count: 10_000),
    ]

    private let columns = [
        Column("title", "영화명", .text), Column("count", "관객수", .integer),
        Column("share", "점유율", .percent), Column("is_new", "신규", .boolean),
        Column("date", "날짜", .date), Column("genres", "장르", .list),
    ]

    private var rows: [[Value]] {
        Self.awkward.map { text in
            [
                .text(text), .integer(.min), .percent(Percent(tenths: -4)), .boolean(true),
                .date(Day(daysSince1970: 19_000)), .list([text, "b"]),
            ]
        } + [Array(repeating: .missing, count: columns.count)]
    }

    @Test("Documents are valid UTF-8, the same every time, and as long as their rows")
    func contract() throws {
        for exporter in try Registry.builtIn().exporters {
            let empty = try document(by: exporter, rows: [])
            let one = try document(by: exporter, rows: Array(rows.prefix(3)))
            let all = try document(by: exporter, rows: rows)
            for bytes in [empty, one, all] {
                #expect(String(validating: bytes, as: UTF8.self) != nil)
            }
            #expect(try document(by: exporter, rows: rows) == all)
            #expect(one.count > empty.count && all.count > one.count)
        }
    }

    @Test("Every option works with each of its choices, and its default is one of them")
    func options() throws {
        for exporter in try Registry.builtIn().exporters {
            for option in exporter.manifest.options {
                for choice in option.choices ?? [option.defaultValue] {
                    _ = try document(
                        by: exporter, rows: rows, options: ["\(option.name)=\(choice)"])
                }
                if let choices = option.choices { #expect(choices.contains(option.defaultValue)) }
            }
        }
    }

    private func document<Format: Exporter & ~Copyable>(
        by format: Format.Type, rows: [[Value]], options: [String] = []
    ) throws -> [UInt8] {
        try render(rows, under: columns, by: format, options: options)
    }
}

/// The document that `format` makes of `rows`.
func render<Format: Exporter & ~Copyable>(
    _ rows: [[Value]], under columns: [Column], by format: Format.Type, options: [String] = [],
    header: Layout.Header? = nil
) throws -> [UInt8] {
    let options = try PluginOptions(options, for: Format.manifest)
    var exporter = try Format(Layout(columns: columns, header: header, options: options))
    var buffer = ByteBuffer()
    exporter.begin(into: &buffer)
    for row in rows { exporter.write(row.span, into: &buffer) }
    exporter.finish(into: &buffer)
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
}
