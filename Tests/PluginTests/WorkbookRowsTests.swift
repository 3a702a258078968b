import BoxOffice
import Foundation
import Loopback
import Testing

@testable import Tables

/// The rows of workbooks that others wrote.
@Suite struct WorkbookRowsTests {
    /// Returns the rows of all sheets, as `sheet: row: cells`.
    private func rows(of workbook: [UInt8]) throws -> [String] {
        var reader = try WorkbookRows(workbook, name: "'a.xlsx'")
        var rows: [String] = []
        for sheet in reader.sheets {
            rows.append("\(sheet.name)\(sheet.isHidden ? " (hidden)" : "")")
            try reader.forEachRow(of: sheet) { row throws(Fault) in
                let cells = row.cells.map { cell in
                    switch cell {
                    case .missing: "-"
                    case .text(let text, _): "'\(text)'"
                    case .percent(let text): "\(text) %"
                    case .error(let text, _): "error \(text)"
                    default: cell.siteText
                    }
                }
                rows.append(
                    "\(row.place.description.split(separator: " ").last ?? ""): "
                        + cells.joined(separator: " "))
            }
        }
        return rows
    }

    /// Returns the workbook that a Python program with `book`, a workbook of openpyxl, makes.
    private func workbook(_ program: String) async throws -> [UInt8] {
        let program = """
            import datetime, io, openpyxl, sys
            book = openpyxl.Workbook()
            sheet = book.active
            \(program)
            book.save(sys.stdout.buffer)
            """
        let python = try #require(ReadWorkbook.python)
        return [UInt8](try await OtherProgram.output(of: [python, "-c", program]))
    }

    @Test("Numbers in a workbook may be amounts with all digits of a binary number, or truths")
    func numbers() throws {
        let cells = TableCells(try PluginOptions(for: Tables.manifest), hasMark: false)
        for (header, digits, expected) in [
            ("sales_total", "79321537.65000001", Value.decimal(Decimal(7_932_153_765, places: 2))),
            ("sales_amount", "56541705.359999999", .decimal(Decimal(5_654_170_536, places: 2))),
            ("is_new", "0", .boolean(false)), ("is_new", "1", .boolean(true)),
        ] {
            #expect(
                try cells.value(of: .number(digits), in: FileColumn(header: header)) == expected)
        }
        for (header, digits) in [("is_new", "2"), ("sales_total", "0.12345")] {
            #expect(throws: Fault.self) {
                try cells.value(of: .number(digits), in: FileColumn(header: header))
            }
        }
    }

    @Test(
        "Kinds of cells, hidden rows and sheets of a workbook of openpyxl",
        .enabled(if: ReadWorkbook.python != nil, "this needs python3-openpyxl"))
    func openpyxl() async throws {
        let workbook = try await workbook(
            """
            sheet.title = "표"
            sheet.append([1, 0.125, "a\\r\\n", True, datetime.date(2024, 2, 29), "#N/A", None, " ", 1e-7])
            sheet["B1"].number_format = "0.0%"
            sheet["F1"].data_type = "e"
            sheet["C3"] = datetime.datetime(2024, 2, 29, 12)
            sheet["E3"] = 45351
            sheet["E3"].number_format = 'yyyy"년" m"월" d"일"'
            sheet["F3"] = 12
            sheet["F3"].number_format = '[$-412]#,##0"d명";[Red]-0%'
            sheet.row_dimensions[3].hidden = True
            sheet["ZZ9"].number_format = "0.0%"
            book.create_sheet("비밀").sheet_state = "veryHidden"
            book["비밀"]["A1"] = "x"
            book.create_chartsheet("그림")
            """)
        #expect(
            try rows(of: workbook) == [
                "표", "1: 1 0.125 % 'a' true 2024-02-29 error #N/A - - 1e-07",
                "3: - - '45351.5' - 2024-02-29 12", "비밀 (hidden)", "1: 'x'",
            ])
    }

    @Test(
        "A percentage of a chart is read alike with and without a percent format",
        .enabled(if: ReadWorkbook.python != nil, "this needs python3-openpyxl"))
    func percentages() async throws {
        let workbook = try await workbook(
            """
            sheet.append(["date", "rank", "title", "sales_share"])
            sheet.append(["2024-05-03", 1, "가", 0.291])
            sheet.append(["2024-05-03", 2, "나", 29.1])
            sheet["D2"].number_format = "0.0%"
            """)
        let table = try #require(try WrittenTable.open(workbook).first)
        #expect(try table.values(of: "sales_share") == ["29.1", "29.1"])
    }

    @Test(
        "A percentage is kept as text in a title and in a column that is not known",
        .enabled(if: ReadWorkbook.python != nil, "this needs python3-openpyxl"))
    func percentTexts() async throws {
        let workbook = try await workbook(
            """
            sheet.append(["date", "rank", "title", "memo"])
            sheet.append(["2024-05-03", 1, 1, 0.125])
            for cell in "C2", "D2": sheet[cell].number_format = "0.0%"
            """)
        let table = try #require(try WrittenTable.open(workbook).first)
        #expect(try table.values(of: "title") == ["\"100%\""])
        #expect(try table.values(of: "memo") == ["\"12.5%\""])
    }

    @Test(
        "A figure that is stored as a day is refused",
        .enabled(if: ReadWorkbook.python != nil, "this needs python3-openpyxl"),
        arguments: ["audience_count", "rank_change", "sales_amount", "sales_share", "is_new"])
    func figuresAsDays(column: String) async throws {
        let workbook = try await workbook(
            """
            sheet.append(["date", "rank", "title", "\(column)"])
            sheet.append(["2024-05-03", 1, "가", datetime.date(2024, 2, 29)])
            """)
        let fault = #expect(throws: Fault.self) { try WrittenTable.open(workbook) }
        #expect(fault?.message.contains("'2024-02-29' in the column \(column)") == true)
    }

    @Test(
        "Days are counted from 1900, with a day that did not exist, or from 1904",
        .enabled(if: ReadWorkbook.python != nil, "this needs python3-openpyxl"))
    func days() async throws {
        for (serial, since1900, since1904) in [
            (0.0, nil, "1904-01-01"), (1, "1900-01-01", "1904-01-02"),
            (59, "1900-02-28", "1904-02-29"), (60, nil, "1904-03-01"),
            (61, "1900-03-01", "1904-03-02"), (45351, "2024-02-29", "2028-03-01"),
            (45351.5, nil, nil), (-1, nil, nil), (3e6, nil, nil), (.infinity, nil, nil),
        ] as [(Double, String?, String?)] {
            #expect(Day(serial: serial, isFrom1904: false)?.description == since1900)
            #expect(Day(serial: serial, isFrom1904: true)?.description == since1904)
        }
        let workbook = try await workbook(
            """
            book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
            sheet["A1"] = datetime.date(2024, 2, 29)
            """)
        #expect(try rows(of: workbook) == ["Sheet", "1: 2024-02-29"])
    }

    @Test(
        "Formats that show a day or a percent",
        arguments: [
            ("0", nil, NumberStyle.plain), ("9", nil, .percent), ("10", nil, .percent),
            ("14", nil, .day), ("22", nil, .day), ("18", nil, .plain), ("31", nil, .day),
            ("45", nil, .plain), ("57", nil, .day), ("200", "yyyy\\-mm\\-dd", .day),
            ("200", "m\"월\"", .day), ("200", "[h]:mm:ss", .plain), ("200", "mm:ss.0", .plain),
            ("200", "#,##0\"day\"", .plain), ("200", "0_d", .plain), ("200", "\\d0", .plain),
            ("200", "[$-412]yy/m/d;@", .day), ("200", "0.0%;[Red]-0.0%", .percent),
            ("200", "0;0%", .plain), ("200", "\"%\"0", .plain), ("200", "General", .plain),
        ])
    func formats(_ id: String, _ format: String?, _ style: NumberStyle) {
        #expect(NumberStyle(id: id, format: format) == style)
    }
}
