import Foundation
import Loopback
import Testing

/// Programs from other projects that read what ours writes.
///
/// `.ci/run` installs them; if one is missing, the tests that need it are skipped.
struct IndependentReader: Sendable {
    static let python = IndependentReader("python3", "--version")
    static let lxml = IndependentReader("python3", "-c 'import lxml'")
    static let cmark = IndependentReader("cmark-gfm", "--version")
    static let libreOffice = IndependentReader("soffice", "--version")

    let name: String
    let isThere: Bool

    private init(_ name: String, _ question: String) {
        self.name = name
        isThere = OtherProgram.succeeds("\(name) \(question)")
    }

    /// A cell of a spreadsheet.
    struct SpreadsheetCell: Decodable {
        let text: String
        /// The number or the day, if the spreadsheet reads it as one.
        let value: String?
        let formula: String?
    }

    /// Returns the cells of a CSV file, as Python's csv module reads them.
    static func csvCells(of csv: [UInt8], delimiter: String) async throws -> [[String]] {
        let program = """
            import csv, io, json, sys
            csv.field_size_limit(10**9)
            text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="")
            json.dump(list(csv.reader(text, delimiter=sys.argv[1], strict=True)), sys.stdout)
            """
        let json = try await OtherProgram.output(
            of: ["python3", "-c", program, delimiter], input: csv)
        return try JSONDecoder().decode([[String]].self, from: json)
    }

    /// Returns the objects of a JSON Lines file, read and written again by Python's json module.
    static func jsonLines(of jsonLines: [UInt8]) async throws -> Data {
        let program = """
            import json, sys
            lines = sys.stdin.buffer.read().decode("utf-8").split("\\n")
            assert lines.pop() == ""
            json.dump([list(json.loads(line).items()) for line in lines], sys.stdout)
            """
        return try await OtherProgram.output(of: ["python3", "-c", program], input: jsonLines)
    }

    /// The rows of cells of a page, and the tags inside of cells.
    struct PageCells: Decodable {
        let rows: [[String]]
        let tags: [String]
    }

    /// Returns the cells of a Markdown document, as cmark-gfm renders them and lxml reads the result.
    static func cells(of markdown: [UInt8]) async throws -> PageCells {
        let html = try await OtherProgram.output(
            of: [
                "cmark-gfm", "--unsafe", "-e", "table", "-e", "strikethrough", "-e", "autolink",
                "-e", "tagfilter", "-e", "footnotes",
            ], input: markdown)
        return try await OtherProgram.read(by: "page", ["cells"], input: [UInt8](html))
    }

    /// Returns the cells of a CSV file, as LibreOffice shows them when a user opens it.
    static func spreadsheetCells(of csv: [UInt8]) async throws -> [[SpreadsheetCell]] {
        let folder = TemporaryFolder.newURL
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "table.csv")
        try Data(csv).write(to: file)
        _ = try await OtherProgram.output(of: [
            "soffice", "-env:UserInstallation=file://\(folder.path)/profile", "--headless",
            "--convert-to", "fods", "--infilter=CSV:44,34,76,1,,0,false,true,false", "--outdir",
            folder.path, file.path,
        ])
        let program = """
            import json, sys, xml.etree.ElementTree as tree
            space = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
            table, office, text = (space % name for name in ("table", "office", "text"))
            def content(element):
                parts = [element.text or ""]
                for child in element:
                    if child.tag == text + "s": parts.append(" " * int(child.get(text + "c", 1)))
                    elif child.tag == text + "tab": parts.append("\\t")
                    else: parts.append(content(child))
                    parts.append(child.tail or "")
                return "".join(parts)
            rows = []
            for row in tree.parse(sys.argv[1]).iter(table + "table-row"):
                cells = []
                for cell in row.iter(table + "table-cell"):
                    cells += [{
                        "text": "\\n".join(content(line) for line in cell.findall(text + "p")),
                        "value": cell.get(office + "value") or cell.get(office + "date-value"),
                        "formula": cell.get(table + "formula"),
                    }] * int(cell.get(table + "number-columns-repeated", 1))
                rows += [cells] * int(row.get(table + "number-rows-repeated", 1))
            json.dump(rows, sys.stdout)
            """
        let json = try await OtherProgram.output(of: [
            "python3", "-c", program, "\(folder.path)/table.fods",
        ])
        return try JSONDecoder().decode([[SpreadsheetCell]].self, from: json)
    }
}
