import BoxOffice
import BoxOfficeConformance
import Foundation
import KOBIS
import Loopback
import Testing

@testable import BoxOfficeCommand

/// The behaviour of our own formats beyond the contract, which `ConformanceTests` checks.
@Suite struct ExporterContractTests {
    /// Texts that are hard for formats.
    static let awkward = [
        "", " ", "a", " a ", "a,b", "a\"b", "\"", "\"\"", "a|b\\|c", "a\nb", "a\rb", "a\r\nb",
        "\ta", "a\u{A0}", "\u{3000}", "기생충", "1~2부", "#1", "=1+1", "@x", "-1", "+1", "<b>&amp;",
        "「」", "\u{FEFF}x", "\u{2028}", "👩‍👩‍👧", "e\u{301}", "\0", "\u{1B}[31m", "\u{9B}31m", "a\u{85}b",
        "\u{7F}", "'", "\\",
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
                .text(text), .integer(.min), .decimal(Decimal(-4, places: 1)), .boolean(true),
                .date(Day(daysSince1970: 19_000)), .list([text, "b"]),
            ]
        } + [Array(repeating: .missing, count: columns.count)]
    }

    @Test("Control characters of a text are not written, except as CSV, which keeps texts")
    func controls() throws {
        for exporter in try writableFormats()
        where exporter.manifest.name != "csv" && exporter.traits.isBinary == false {
            let text = String(decoding: try document(by: exporter, rows: rows), as: UTF8.self)
            let controls = text.unicodeScalars.filter {
                $0.properties.generalCategory == .control && $0 != "\n"
            }
            #expect(controls.isEmpty, "\(exporter.manifest.name)")
        }
    }

    @Test("Editions come with their rows, even if they have none")
    func editions() throws {
        let day = try #require(Day("2022-06-05"))
        let editions = [0, 1].map {
            ChartEdition(Period(of: .daily, containing: day.advanced(by: $0)))
        }
        for exporter in try writableFormats() {
            let rows = Array(rows.prefix(3))
            let one = try document(by: exporter, rows: rows, editions: [editions[0]])
            let two = try document(by: exporter, rows: rows, editions: editions)
            let none = try document(by: exporter, rows: [], editions: editions)
            // A database has room for more rows.
            let grows = exporter.manifest.name != "sqlite"
            #expect(grows ? two.count > one.count && none.count < one.count : two != one)
            if exporter.traits.isStreaming {
                let foot = zip(one.reversed(), two.reversed()).prefix { $0 == $1 }.count
                #expect(two.starts(with: one.dropLast(foot)))
            }
        }
    }

    @Test("Rows that are written alone are the same as in the document")
    func rowWriters() throws {
        for exporter in try writableFormats() {
            let isCSV = exporter.manifest.name == "csv"
            let options = isCSV ? ["profile=excel"] : []
            let written = try rowsByThemselves(by: exporter, options)
            if ["csv", "jsonl"].contains(exporter.manifest.name) { #expect(written != nil) }
            guard let written else { continue }
            let none = try document(by: exporter, rows: [], options: options)
            let whole = try document(by: exporter, rows: rows, options: options)
            // They stand between the beginning and the end that a document without rows has, too.
            #expect(
                (0...none.count).contains { whole == none[..<$0] + written + none[$0...] })
        }
    }

    private func rowsByThemselves(
        by format: any Format, _ options: [String]
    ) throws -> [UInt8]? {
        let layout = Layout(
            columns: columns, options: try PluginOptions(options, for: format.manifest))
        guard let writer = try format.rowWriter(layout) else { return nil }
        return try rows.flatMap { row in
            var buffer = ByteBuffer()
            try writer.write(row.span, into: &buffer)
            return buffer.taken()
        }
    }

    @Test("Columns that an exporter needs besides reach the exporter, and no written row")
    func unwritten() throws {
        for exporter in try writableFormats() {
            let more = [Column("movie_code", "영화코드", .text)]
            let wide = try document(
                by: exporter, rows: [rows[12] + [.text("SECRET")]], unwritten: more)
            #expect(try document(by: exporter, rows: [rows[12]]) == wide)
        }
    }

    private func document(
        by format: any Format, rows: [[Value]], options: [String] = [],
        unwritten: [Column] = [], editions: [ChartEdition] = []
    ) throws -> [UInt8] {
        try render(
            rows, under: columns, by: format, options: options, unwritten: unwritten,
            editions: editions)
    }
}

/// Returns the formats of the registry that can be written here.
///
/// Workbooks need a library, and pictures and sentences need charts.
func writableFormats() throws -> [any Format] {
    try Registry.builtIn().formats.filter {
        !["svg", "png", "text"].contains($0.manifest.name)
            && ($0.manifest.name != "xlsx" || ReadWorkbook.canBeWritten)
    }
}

/// Returns the document that `format` makes of `rows`, once for each of `editions` if there are any.
func render(
    _ rows: [[Value]], under columns: [Column], by format: any Format, options: [String] = [],
    header: Layout.Header? = nil, unwritten: [Column] = [], medium: Layout.Medium = .file,
    mayLeaveOutColumns: Bool = false, editions: [ChartEdition] = [],
    document: DocumentDescription = .rows
) throws -> [UInt8] {
    let layout = Layout(
        columns: columns, unwritten: unwritten, header: header, medium: medium,
        mayLeaveOutColumns: mayLeaveOutColumns,
        options: try PluginOptions(options, for: format.manifest), document: document)
    let rowsAlone = editions.isEmpty ? rows : []
    return try format.written(layout, rowsAlone, of: editions.map { ($0, rows) }).bytes
}

extension Format {
    /// Returns the bytes of the document of `editions`, each with its state, or of `rows`, and the
    /// remarks on it.
    func written(
        _ layout: Layout, _ rows: [[Value]] = [], of editions: [(ChartEdition, [[Value]])] = [],
        in state: (Int) -> EditionState = { _ in EditionState() },
        showing pictures: [(String, Picture)] = [], ending: DocumentEnding = DocumentEnding()
    ) throws(Fault) -> (bytes: [UInt8], remarks: [Fault]) {
        var document = try self.document(layout)
        var buffer = ByteBuffer()
        try document.begin(into: &buffer)
        for (address, picture) in pictures { try document.take(picture, at: address) }
        for row in rows { try document.write(row.span, into: &buffer) }
        for (index, (edition, rows)) in editions.enumerated() {
            try document.begin(edition, into: &buffer)
            for (address, picture) in pictures { try document.take(picture, at: address) }
            for row in rows { try document.write(row.span, into: &buffer) }
            try document.end(edition, state(index), into: &buffer)
        }
        let remarks = try document.finish(ending, into: &buffer)
        return (buffer.taken(), remarks)
    }
}

extension Answer {
    /// Creates an answer of a text.
    init(_ text: String, status: Int = 200) {
        self.init(
            status: status, body: Array(text.utf8), fetchedAt: Instant(secondsSince1970: 0))
    }
}

extension Source {
    /// Reads the text of an answer to the first request of a query.
    func read(_ text: String, to query: Query) throws -> Page {
        try read(Answer(text), to: try #require(requests(for: query).first { _ in true }))
    }
}

extension [UInt8] {
    /// The text in UTF-8.
    var text: String { String(decoding: self, as: UTF8.self) }
}

extension DocumentDescription {
    /// The description of a document of rows, with the film pages of KOBIS.
    static var rows: DocumentDescription {
        var document = DocumentDescription(dataset: "rows")
        document.figures[0].filmPage = KOBIS(.json).filmPage
        return document
    }
}
