import BoxOffice
import Foundation
import Loopback
import Testing

/// The cells of workbooks, as openpyxl reads them.
@Suite(.enabled(if: ReadWorkbook.canBeRead, "this needs libxlsxwriter4 and python3-openpyxl"))
struct WorkbookCellTests {
    private let columns = [
        Column("title", "영화명", .text), Column("rank_marker", "변동", .marker),
        Column("audience_count", "관객수", .integer), Column("sales_amount", "매출액", .amount),
        Column("sales_share", "점유율", .percent), Column("sure", "확신", .fraction),
        Column("per_show", "회당", .decimal), Column("is_new", "신규", .boolean),
        Column("production_year", "제작연도", .year), Column("date", "날짜", .date),
        Column("genres", "장르", .list),
    ]

    private func sheets(_ rows: [[Value]], _ header: Layout.Header? = nil) async throws
        -> [ReadWorkbook.Sheet]
    {
        let bytes = try WrittenWorkbook(rows, under: columns, header: header).bytes
        return try #require(try await ReadWorkbook.read([bytes]).first).sheets
    }

    @Test("Each kind of value has its cell type and format; a missing value has no cell")
    func kinds() async throws {
        let sheet = try await sheets([
            [
                .text("2:22"), .text("▲3"), .integer(1_234_567), .integer(-5),
                .decimal(Decimal(513, places: 1)), .decimal(Decimal(87, places: 2)),
                .decimal(Decimal(123, places: 1)), .boolean(true), .integer(2022),
                .date(try #require(Day("2022-06-05"))), .list(["가", "나"]),
            ], Array(repeating: .missing, count: 11),
        ])[0]
        let cells = sheet.rows[1].compactMap { $0 }
        #expect(sheet.values(0) == columns.map(\.koreanHeader))
        #expect(sheet.rows[0].allSatisfy { $0?.isBold == true && $0?.kind == "text" })
        #expect(
            cells.map(\.value) == [
                "2:22", "▲3", "1234567", "-5", "0.513", "0.87", "12.3", "True", "2022",
                "2022-06-05", "가, 나",
            ])
        #expect(
            cells.map(\.kind) == [
                "text", "text", "number", "number", "number", "number", "number", "boolean",
                "number", "date", "text",
            ])
        #expect(
            cells.map(\.numberFormat) == [
                "@", "@", "#,##0", "#,##0", "0.0%", "0.00", "#,##0.0",
                "\"TRUE\";\"TRUE\";\"FALSE\"", "0", "yyyy-mm-dd", "@",
            ])
        #expect(!sheet.rows.dropFirst(2).joined().contains { $0 != nil })
        #expect(sheet.freeze == "A2" && sheet.filter == "A1:K3")
        #expect(sheet.titles.map { $0.replacing("$", with: "") } == "1:1")
    }

    @Test("Markers have their colours; other texts in their column have none")
    func markers() async throws {
        let markers = ["▲3", "▼2", "신작", "진입", "-", "▲x", "신작!", "▼"]
        let rows = markers.map { marker in
            [Value.text("a"), .text(marker)] + Array(repeating: .missing, count: 9)
        }
        let sheet = try await sheets(rows)[0]
        let colours = sheet.rows.dropFirst().map { $0[1]?.colour ?? "" }
        #expect(colours == ["C00000", "0050C8", "C00000", "C00000", "", "", "", ""])
    }

    @Test("Numbers beyond fifteen digits and days before March 1900 are texts with every digit")
    func extremes() async throws {
        let most = 999_999_999_999_999
        func row(_ number: Int, _ day: String) throws -> [Value] {
            [
                .missing, .missing, .integer(number), .integer(number),
                .decimal(Decimal(number, places: 1)), .missing,
                .decimal(Decimal(number, places: 1)),
                .boolean(false), .integer(0), .date(try #require(Day(day))), .list([]),
            ]
        }
        let sheet = try await sheets([
            row(most, "1900-03-01"), row(-most - 1, "1900-02-28"), row(.max, "9999-12-31"),
            row(.min, "0000-01-01"),
        ])[0]
        let kinds = sheet.rows.dropFirst().map { row in
            row.compactMap { $0?.kind.prefix(1) }.joined()
        }
        #expect(kinds == ["nnnnbnd", "ttttbnt", "ttttbnd", "ttttbnt"])
        #expect(
            sheet.values(1)[2...6] == [
                "\(most)", "\(most)", "999999999999.999", "", "99999999999999.9",
            ])
        #expect(sheet.values(2)[2] == "-1000000000000000")
        #expect(sheet.values(3)[2] == "9223372036854775807")
        #expect(sheet.values(4)[2] == "-9223372036854775808")
        #expect(
            sheet.rows.dropFirst().map { $0[9]?.value } == [
                "1900-03-01", "1900-02-28", "9999-12-31", "0000-01-01",
            ])
    }

    @Test("Amounts are numbers with the decimals of their currency, up to fifteen digits")
    func amounts() async throws {
        func row(_ units: Int, _ places: Int) -> [Value] {
            [.missing, .missing, .missing, .decimal(Decimal(units, places: places))]
                + Array(repeating: .missing, count: 7)
        }
        let most = 999_999_999_999_999
        let sheet = try await sheets([
            row(1_234_567, 0), row(125, 1), row(123_450, 2), row(7, 2), row(-1_234_567, 3),
            row(5, 4), row(most, 0), row(most, 2), row(most + 1, 2), row(.min, 4), row(.max, 0),
        ])[0]
        let cells = sheet.rows.dropFirst().compactMap { $0[3] }
        #expect(
            cells.map(\.value) == [
                "1234567", "12.5", "1234.5", "0.07", "-1234.567", "0.0005", "\(most)",
                "9999999999999.99", "10000000000000.00", "-922337203685477.5808",
                "9223372036854775807",
            ])
        #expect(
            cells.map(\.numberFormat) == [
                "#,##0", "#,##0.0", "#,##0.00", "#,##0.00", "#,##0.000", "#,##0.0000", "#,##0",
                "#,##0.00", "@", "@", "@",
            ])
    }

    @Test("Widths fit Hangul, and stay within bounds")
    func widths() async throws {
        let titles = ["가나다라마바사아자차", "a", String(repeating: "가", count: 200)]
        let read = try await ReadWorkbook.read(
            titles.map {
                let row = [.text($0)] + Array(repeating: Value.missing, count: 10)
                return try WrittenWorkbook([row], under: columns).bytes
            })
        let widths = read.map { $0.sheets[0].widths["A"] ?? 0 }
        #expect((20...24).contains(widths[0]) && (6...13).contains(widths[1]), "\(widths)")
        #expect((60...62).contains(widths[2]), "\(widths)")
    }

    @Test("Without a header there is no freeze and no filter, and an English header is in English")
    func headers() async throws {
        let row: [Value] = [.text("a")] + Array(repeating: .missing, count: 10)
        let none = try await sheets([row], Layout.Header.none)
        #expect(none[0].values(0).first == "a")
        #expect(none[0].freeze == nil && none[0].filter == nil && none[0].titles == nil)
        let english = try await sheets([row], .en)
        #expect(english[0].values(0) == columns.map(\.name))
        #expect(english.map(\.name) == ["rows", "정보"])
        #expect(english[1].values(0).first == "title")
    }

    @Test("Without rows there is a header with its filter")
    func empty() async throws {
        let sheets = try await sheets([])
        #expect(sheets.map(\.name) == ["rows", "정보"])
        #expect(sheets[0].values(0).count == 11 && sheets[0].rows.count == 1)
    }
}
