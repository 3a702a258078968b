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
        for (index, sheet) in reader.sheets.enumerated() {
            rows.append("\(sheet.name)\(sheet.isHidden ? " (hidden)" : "")")
            try reader.forEachRow(of: index) { row throws(Fault) in
                let cells = row.cells.map { cell in
                    switch cell {
                    case .missing: "-"
                    case .text(let text, _): "'\(text)'"
                    case .percent(let text): "\(text) %"
                    case .error(let text, _): "error \(text)"
                    default: cell.siteText
                    }
                }
                #expect(row.part == index)
                rows.append(
                    "\(row.place.description.split(separator: " ").last ?? ""): "
                        + cells.joined(separator: " "))
            }
        }
        return rows
    }

    /// Returns the message of the fault of a workbook.
    private func fault(of workbook: [UInt8]) -> String {
        do {
            _ = try rows(of: workbook)
            return "none"
        } catch let fault as Fault {
            return fault.kind == .malformed ? fault.message : "\(fault.kind)"
        } catch {
            return "\(error)"
        }
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

    /// Returns a zip archive with a workbook of one sheet `A`, whose data is `rows`, and with other
    /// parts, which may replace those of the workbook; an empty part is left out.
    private func archive(
        _ rows: String = "", _ parts: [String: String] = [:], extra: String = ""
    ) async throws -> [UInt8] {
        let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        let all = [
            "_rels/.rels": """
            <Relationships><Relationship Id="a" Type="\(office)/officeDocument" \
            Target="xl/workbook.xml"/></Relationships>
            """,
            "xl/_rels/workbook.xml.rels": """
            <p:Relationships xmlns:p="p"><p:Relationship Id="r1" Type="\(office)/worksheet" \
            Target="/xl/sheets/1.xml"/><p:Relationship Id="r2" \
            Type="\(office)/sharedStrings" Target="Texts.xml"/></p:Relationships>
            """,
            "xl/workbook.xml": """
            <workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>
            """,
            "xl/texts.xml": "<sst><si><t>하나</t></si><si><r><t>두</t></r><rPh><t>x</t></rPh>"
                + "<r><t xml:space=\"preserve\">ul _x000D_</t></r></si></sst>",
            "xl/sheets/1.xml": "<x:worksheet xmlns:x=\"x\"><x:sheetData>\(rows)</x:sheetData>"
                + "<extLst><row><c><v>1</v></c></row></extLst></x:worksheet>",
        ].merging(parts) { $1 }.filter { !$0.value.isEmpty }
        let program = """
            import io, json, sys, warnings, zipfile
            warnings.simplefilter("ignore")
            output = io.BytesIO()
            with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, text in json.load(sys.stdin).items(): archive.writestr(name, text)
                \(extra)
            sys.stdout.buffer.write(output.getvalue())
            """
        return [UInt8](
            try await OtherProgram.output(
                of: ["python3", "-c", program], input: [UInt8](try JSONEncoder().encode(all))))
    }

    // MARK: - Workbooks of other programs

    @Test("Workbooks that LibreOffice makes of the council's tables have their rows")
    func libreOffice() async throws {
        guard IndependentReader.libreOffice.isThere else { return }
        let folder = TemporaryFolder.newURL
        defer { try? FileManager.default.removeItem(at: folder) }
        let csv = ["daily", "yearly"].flatMap { name in
            ["utf8", "google", "bare"].map { "\(name)-\($0)" }
        }
        let convert = [
            "soffice", "-env:UserInstallation=file://\(folder.path)/profile", "--headless",
            "--convert-to", "xlsx", "--outdir", folder.path,
        ]
        let pages = SiteTables.pages.map { SiteTables.path("\($0).xls") }
        try await OtherProgram.output(of: convert + pages)
        let texts = csv.map { SiteTables.path("\($0).csv") }
        try await OtherProgram.output(of: convert + ["--infilter=CSV:44,34,76,1"] + texts)
        for name in SiteTables.pages + csv {
            let file = folder.appending(path: "\(name).xlsx")
            var reader = try WorkbookRows([UInt8](Data(contentsOf: file)), name: "a")
            var rows: [GridRow] = []
            try reader.forEachRow(of: 0) { rows.append($0) }
            let isText = csv.contains(name)
            let truth = try SiteTables.truth(isText ? String(name.prefix { $0 != "-" }) : name)
                .map { row in
                    // LibreOffice takes this title for a formula, and two spaces of a page for one.
                    row.map { $0 == "=1+1의 기분" ? "#VALUE!" : $0 }
                        .map { isText ? $0 : $0.replacing("  ", with: " ") }
                }
            let films = SiteTables.films(in: rows)
            #expect(films == (isText ? Array(truth.prefix(14)) : truth), "\(name)")
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

    // MARK: - Parts

    @Test(
        "Cells without references, in the editions of the standard and with any prefix",
        .enabled(if: IndependentReader.python.isThere, "this needs python3"))
    func parts() async throws {
        let workbook = try await archive(
            """
            <x:row><c><v>1</v></c><c t="s"><v>1</v></c><c t="s"><v>0</v></c></x:row>
            <row r="5"><c r="C5" t="inlineStr"><is><r><t>a_x005F_x0041_</t></r></is></c>
            <c t="str"><f>A1</f><v/></c><c t="b"><v>0</v></c><c t="d"><v>2024-02-29T00:00:00</v></c>
            <c t="d"><v>2024-02-29T01:00:00</v></c></row>
            """)
        #expect(
            try rows(of: workbook) == [
                "A", "1: 1 '두ul' '하나'",
                "5: - - 'a_x0041_' - false 2024-02-29 '2024-02-29T01:00:00'",
            ])
    }

    @Test(
        "Sheets that are not as they should be are refused, with sheet and row",
        arguments: [
            (
                "<row r=\"2\"/><row r=\"2\"/>",
                "2: '2' is not what a sheet has here"
            ),
            ("<row r=\"x\"/>", "0: 'x' is not what a sheet has here"),
            (
                "<row><c r=\"A2\"/></row>",
                "1: 'A2' is not what a sheet has here"
            ),
            (
                "<row><c r=\"B1\"/><c r=\"A1\"/></row>",
                "1: 'A1' is not what a sheet has here"
            ),
            (
                "<row><c t=\"s\"><v>2</v></c></row>",
                "1: '2' is not what a sheet has here"
            ),
            ("<row><c><v>x</v></c></row>", "1: 'x' is not what a sheet has here"),
            (
                "<row><c t=\"z\"><v>1</v></c></row>",
                "1: 'z' is not what a sheet has here"
            ),
            (
                "<row><c><v>1</v><v>2</v></c></row>",
                "1: 'n' is not what a sheet has here"
            ),
            ("<row><c><f>A2</f></c></row>", "1: a formula has no result"),
            ("<row><c r=\"ALM1\"><v>1</v></c></row>", "1: the row has more than 1000 cells"),
        ])
    func oddSheets(_ rows: String, _ message: String) async throws {
        guard IndependentReader.python.isThere else { return }
        #expect(fault(of: try await archive(rows)) == "'a.xlsx', sheet 'A', row \(message)")
    }

    @Test(
        "Archives that are not workbooks, lack parts or are damaged are refused",
        .enabled(if: IndependentReader.python.isThere, "this needs python3"))
    func oddArchives() async throws {
        let noWorkbook = "'a.xlsx': it is a zip archive, and not a workbook of Excel (.xlsx)"
        #expect(fault(of: try await archive("", ["_rels/.rels": ""])) == noWorkbook)
        #expect(fault(of: try await archive("", ["xl/workbook.xml": "<document/>"])) == noWorkbook)
        #expect(
            fault(of: try await archive("", ["xl/sheets/1.xml": ""]))
                == "'a.xlsx', sheet 'A': the workbook has no part 'xl/sheets/1.xml'")
        let broken = fault(of: try await archive("</x>"))
        #expect(
            broken
                == "'a.xlsx', sheet 'A': its part xl/sheets/1.xml cannot be read: the XML is broken"
                + " at line 1, column 43: an end tag does not match its start tag")
        #expect(
            fault(of: try await archive("", ["xl/texts.xml": "<!DOCTYPE sst><sst/>"]))
                == "'a.xlsx': its part xl/Texts.xml cannot be read: the XML declares a document type"
                + ", which no answer does")
        let twice = try await archive(extra: "archive.writestr('XL/Workbook.xml', '<workbook/>')")
        #expect(fault(of: twice).hasSuffix("the zip archive has two entries of one name"))
        let workbook = try await archive("<row><c><v>1</v></c></row>")
        let damaged = "'a.xlsx': its part _rels/.rels cannot be read: it is not a whole zip archive"
        #expect(fault(of: []) == damaged)
        #expect(fault(of: Array(workbook.dropLast(30))) == damaged)
    }

    @Test(
        "A workbook in which a digit has changed is refused by its checksum",
        .enabled(if: IndependentReader.python.isThere, "this needs python3"))
    func changedPart() async throws {
        // Not compressed, because a compressed part with a change mostly cannot be unpacked.
        let texts = "'<sst><si><t>19876</t></si></sst>', zipfile.ZIP_STORED"
        let workbook = try await archive(
            "<row><c t=\"s\"><v>0</v></c></row>", ["xl/texts.xml": ""],
            extra: "archive.writestr('xl/texts.xml', \(texts))")
        let changed = workbook.replacing("19876".utf8, with: "19886".utf8)
        #expect(changed != workbook)
        #expect(
            fault(of: changed)
                == "'a.xlsx': its part xl/Texts.xml cannot be read: it is not a whole zip archive")
    }

    @Test(
        "A workbook that is too large when unpacked ends at once",
        .enabled(if: IndependentReader.python.isThere, "this needs python3"))
    func bomb() async throws {
        #expect(
            fault(of: try await archive("", ["xl/texts.xml": ""]))
                == "'a.xlsx': the workbook has no part 'xl/Texts.xml'")
        let large = try await archive(
            "", ["xl/texts.xml": ""],
            extra: "archive.writestr('xl/texts.xml', bytes(300 << 20))")
        #expect(fault(of: large).hasSuffix("larger than any workbook with tables"))
        let deep = try await archive(String(repeating: "<x>", count: 10_000))
        #expect(fault(of: deep).contains("the XML is broken"))
        let long = try await archive(
            "<row>"
                + String(
                    repeating: "<c t=\"str\"><v>\(String(repeating: "x", count: 30_000))</v></c>",
                    count: 40) + "</row>")
        #expect(fault(of: long).hasSuffix("longer than a megabyte"))
    }
}
