import BoxOffice
import Foundation
import Loopback
import Testing

@testable import Tables

/// The council's tables, as the site gives them and as people save them, against their truth.
@Suite struct SiteTruthTests {
    /// The files of each truth, the options that say what they do not, and the first days that they
    /// have; nil for all.
    private static let files: [(file: String, truth: String, options: [String], newest: Bool)] =
        SiteTables.pages.map { ("\($0).xls", $0, [], false) } + [
            ("daily-cp949.csv", "daily", [], true), ("daily-utf8.csv", "daily", [], true),
            ("daily-google.csv", "daily", [], true),
            ("daily-bare.csv", "daily", ["date=2021-03-10"], true),
            ("yearly-cp949.csv", "yearly", [], false), ("yearly-utf8.csv", "yearly", [], false),
            ("yearly-google.csv", "yearly", [], false),
            ("yearly-bare.csv", "yearly", ["date=2020"], false),
            ("monthly-blocks.csv", "monthly", [], false),
        ]

    /// Returns the rows of a file with the columns of the truth, as it has them.
    private func rows(
        of bytes: [UInt8], at path: String, _ columns: [String], _ options: [String]
    ) throws -> [[String]] {
        let file = OpenedFile(at: path, name: Message("'\(path)'"), size: bytes.count) {
            Array(bytes[$0])
        }
        let given = try PluginOptions(["path=\(path)"] + options, for: Tables.manifest)
        let index = try TableIndex(
            of: [file], TableOptions(given), today: Day(daysSince1970: 30_000))
        return index.editions.flatMap { edition in
            edition.rows.map { row in
                columns.map { name in
                    switch name {
                    case "from": return "\(edition.key.days.lowerBound)"
                    case "to": return "\(edition.key.days.upperBound)"
                    default: break
                    }
                    guard let place = index.forms[edition.form].index(of: name) else { return "?" }
                    let text = row[place].csv
                    let nation = PeriodTable.Film.nation(of: text)?.rawValue ?? ""
                    return name == "film_nation" ? nation : text
                }
            }
        }
    }

    /// Returns the header and the rows of a truth.
    private func truth(_ name: String, newest: Bool) throws -> (columns: [String], rows: [[String]])
    {
        let text = String(decoding: try SiteTables.bytes("\(name).truth.csv"), as: UTF8.self)
        var lines: [[String]] = []
        for line in text.split(separator: "\n") {
            let cells = try Array(line.utf8).span.cells(between: UInt8(ascii: ","))
            lines.append(cells.map(\.siteText))
        }
        let first = try #require(lines.dropFirst().first?.first)
        return (lines[0], lines.dropFirst().filter { !newest || $0[0] == first })
    }

    /// Compares rows with the truth, up to the spaces that a form other than the page does not keep:
    /// CP949 has no U+00A0, and a spreadsheet takes two spaces of a page for one.
    private func compare(_ rows: [[String]], _ truth: [[String]], _ what: String) {
        func plain(_ rows: [[String]]) -> [[String]] {
            guard !what.hasSuffix(".xls") else { return rows }
            return rows.map { row in
                row.map { $0.replacing("\u{A0}", with: " ").replacing("  ", with: " ") }
            }
        }
        #expect(plain(rows) == plain(truth), "\(what)")
    }

    @Test("A table has the figures of its truth, in every form that people save it in")
    func figures() throws {
        for (file, name, options, newest) in Self.files {
            let truth = try truth(name, newest: newest)
            let rows = try rows(
                of: SiteTables.bytes(file), at: file, truth.columns, options)
            compare(rows, truth.rows, file)
        }
    }

    @Test(
        "So has the workbook that LibreOffice makes of it",
        .enabled(if: IndependentReader.libreOffice.isThere, "this needs soffice"))
    func workbooks() async throws {
        let folder = TemporaryFolder.newURL
        defer { try? FileManager.default.removeItem(at: folder) }
        // CP949 is another filter's.
        let files = Self.files.filter { !$0.file.contains("cp949") }
        for ending in [".xls", ".csv"] {
            let names = files.map(\.file).filter { $0.hasSuffix(ending) }
            try await OtherProgram.output(
                of: [
                    "soffice", "-env:UserInstallation=file://\(folder.path)/profile",
                    "--headless", "--convert-to", "xlsx", "--outdir", folder.path,
                ] + (ending == ".csv" ? ["--infilter=CSV:44,34,76,1"] : [])
                    + names.map(SiteTables.path))
        }
        for (file, name, options, newest) in files {
            let book = "\(file.split(separator: ".")[0]).xlsx"
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: book)))
            let truth = try truth(name, newest: newest)
            compare(try rows(of: bytes, at: book, truth.columns, options), truth.rows, book)
        }
    }
}

extension Value {
    /// The value as the truth has it.
    fileprivate var csv: String {
        switch self {
        case .missing: ""
        case .text(let text): text
        case .list(let items): items.joined(separator: "|")
        case .date(let day): "\(day)"
        case .decimal(let number): "\(number)"
        default: json
        }
    }
}
