import BoxOffice
import Foundation
import Loopback
import Testing

@testable import XLSX

/// Workbooks with more rows than a sheet holds, or as many columns as a sheet has.
@Suite(.enabled(if: ReadWorkbook.canBeRead, "this needs libxlsxwriter4 and python3-openpyxl"))
struct WorkbookLengthTests {
    private let columns = [Column("title", "영화명", .text), Column("rank", "순위", .integer)]

    private func workbook(
        _ rows: Int, atMost most: Int, _ options: [String] = [], _ header: Layout.Header? = nil,
        _ editions: [ChartEdition] = []
    ) async throws -> ReadWorkbook {
        let layout = Layout(
            columns: columns, header: header,
            options: try PluginOptions(options, for: XLSX().manifest),
            document: editions.isEmpty ? .rows : .days(editions.count))
        let book = try WorkbookDocument(layout, maxRows: most)
        var output = ByteBuffer()
        for edition in editions.isEmpty ? [nil] : editions.map(Optional.some) {
            if let edition { try book.begin(edition, into: &output) }
            for row in 0..<rows {
                let values: [Value] = [.text("\(row)"), .integer(row)]
                try book.write(values.span, into: &output)
            }
        }
        _ = try book.finish(DocumentEnding(), into: &output)
        let bytes = output.taken()
        return try #require(try await ReadWorkbook.read([bytes]).first)
    }

    @Test("Rows continue in another sheet, which has the header, too")
    func next() async throws {
        let read = try await workbook(250, atMost: 100)
        #expect(read.names == ["rows", "rows (2)", "rows (3)", "정보"])
        #expect(read.sheets.prefix(3).map(\.rows.count) == [100, 100, 53])
        #expect(read.sheets.prefix(3).map { $0.values(1)[0] } == ["0", "99", "198"])
        #expect(read.sheets.prefix(3).map(\.filter) == ["A1:B100", "A1:B100", "A1:B53"])
        #expect(read.sheets.prefix(3).allSatisfy { $0.freeze == "A2" })
        #expect(read.sheets[3].rows.contains { $0[0]?.value == "행" && $0[1]?.value == "250" })
        let full = try await workbook(100, atMost: 100, [], Layout.Header.none)
        #expect(full.names == ["rows", "정보"])
    }

    @Test("The rows of a period continue in another sheet of that period")
    func periods() async throws {
        let read = try await workbook(
            15, atMost: 10, ["sheets=period", "chart=none"], nil,
            [0, 1, 0].map { ChartEdition(.day($0)) })
        #expect(
            read.names == [
                "2022-06-01", "2022-06-01 (2)", "2022-06-02", "2022-06-02 (2)", "2022-06-01 (3)",
                "2022-06-01 (4)", "정보",
            ])
        #expect(read.sheets.dropLast().map(\.rows.count) == [10, 10, 10, 7, 10, 4])
    }

    @Test("As many columns as a sheet has are written, and more are refused")
    func columnsAtMost() throws {
        func columns(_ count: Int) -> [Column] { (0..<count).map { Column("c\($0)", "", .text) } }
        let row = Array(repeating: Value.text("1"), count: 16_384)
        #expect(try WrittenWorkbook([row], under: columns(16_384)).bytes.count > 100_000)
        let fault = #expect(throws: Fault.self) {
            try WrittenWorkbook(under: columns(16_385))
        }
        #expect(fault?.kind == .usage && fault?.code == "too-many-columns")
    }

    @Test("The library creates temporary files with our function, which notices every error")
    func ownFiles() throws {
        var workbook = try Workbook.begin(title: "", subject: "", comments: "")
        _ = try workbook.addSheet("rows")
        let hasOwn = workbook.hasOwnTemporaryFiles
        #expect(hasOwn)
    }
}
