import Foundation

/// A workbook as openpyxl reads it, with the cell types that openpyxl determines.
public struct ReadWorkbook: Decodable, Sendable {
    /// A cell that is not empty.
    public struct Cell: Decodable, Hashable, Sendable {
        /// The kind: `text`, `number`, `date`, `boolean`, `formula` or `error`.
        public let kind: String
        /// The text, the number or the day.
        public let value: String
        /// The format of numbers, such as `0.0%`.
        public let numberFormat: String
        /// The colour of the letters, such as `C00000`; nil for the usual one.
        public let colour: String?
        /// True if the letters are bold.
        public let isBold: Bool
        /// True if it has a thin border.
        public let hasBorder: Bool
    }

    /// The pages of a printed sheet.
    public struct Pages: Decodable, Hashable, Sendable {
        /// The number of the paper, the orientation, and the pages side by side and below each other.
        public let paper: String
        /// The header, left and right, and the footer.
        public let header: [String], footer: String
        /// The printed cells; nil for all.
        public let area: String?
    }

    /// A line chart.
    public struct Plot: Decodable, Sendable {
        /// A line: its name and colour, the places of its values, and the places of its name.
        public struct Line: Decodable, Hashable, Sendable {
            public let name: String, colour: String, places: [Int], named: [Int]
        }

        /// The titles of the chart and of its axes.
        public let titles: [String]
        /// The direction of the axis: `maxMin` if the greatest value is at the bottom.
        public let order: String
        /// The format of the values.
        public let format: String
        /// True if a legend names all lines.
        public let hasLegend: Bool
        /// The labels below the places.
        public let labels: [String]
        /// The lines, the topmost last.
        public let lines: [Line]
    }

    /// A sheet of the workbook.
    public struct Sheet: Decodable, Sendable {
        /// The name of the sheet.
        public let name: String
        /// The cells by row; nil for an empty cell.
        public let rows: [[Cell?]]
        /// The first scrolling cell.
        public let freeze: String?
        /// The range of the filter.
        public let filter: String?
        /// The rows on every printed page.
        public let titles: String?
        /// The widths of the columns, by their letters.
        public let widths: [String: Double]
        /// The number of charts.
        public let charts: Int
        /// The distance of the first chart's grid lines; nil if the reader program chooses it.
        public let majorUnit: Double?
        /// The print settings.
        public let pages: Pages
        /// True if the grid lines between cells are visible.
        public let hasGridLines: Bool
        /// The empty cells that have a border.
        public let bordersOfEmptyCells: String
        /// The heights of rows with a height of their own, by number.
        public let heights: [String: Double]

        /// Returns the values of a row, `""` for empty cells.
        public func values(_ row: Int) -> [String] {
            rows.indices.contains(row) ? rows[row].map { $0?.value ?? "" } : []
        }

        /// Returns the cell below the header `name` in a row; nil if it is empty.
        public func cell(_ name: String, _ row: Int = 1) -> Cell? {
            guard let column = values(0).firstIndex(of: name), rows.indices.contains(row),
                rows[row].indices.contains(column)
            else { return nil }
            return rows[row][column]
        }
    }

    /// The sheets, in order.
    public let sheets: [Sheet]
    /// The number of formulas in the sheets.
    public let formulas: Int
    /// The charts, in the order of their sheets.
    public let plots: [Plot]

    /// The names of the sheets.
    public var names: [String] { sheets.map(\.name) }

    /// Returns the first sheet called `name`.
    public func sheet(_ name: String) -> Sheet? { sheets.first { $0.name == name } }

    /// True if workbooks can be written, which needs libxlsxwriter.
    public static let canBeWritten = unsafe dlopen("libxlsxwriter.so.4", RTLD_NOW) != nil

    /// True if workbooks can be both written and read.
    public static let canBeRead = canBeWritten && python != nil

    /// The first Python that has openpyxl; nil if there is none.
    public static let python = OtherProgram.all(called: "python3").first { python in
        OtherProgram.succeeds("'\(python)' -c 'import openpyxl'")
    }

    /// Reads the workbooks at `paths`.
    ///
    /// It fails if a part of a workbook is not well-formed XML.
    public static func read(_ paths: [String]) async throws -> [ReadWorkbook] {
        try await WorkbookReader.shared.read(paths)
    }

    /// Reads the workbooks at `paths` in a single process.
    fileprivate static func readAtOnce(_ paths: [String]) async throws -> [ReadWorkbook] {
        let script = ChartFixtures.repository.appending(path: "Tests/Readers/workbook.py").path
        let json = try await OtherProgram.output(of: [python ?? "python3", script] + paths)
        return try JSONDecoder().decode([ReadWorkbook].self, from: json)
    }

    /// Reads workbooks that have not been saved yet.
    public static func read(_ workbooks: [[UInt8]]) async throws -> [ReadWorkbook] {
        let folder = TemporaryFolder.newURL
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = workbooks.indices.map { folder.appending(path: "\($0).xlsx") }
        for (file, workbook) in zip(files, workbooks) { try Data(workbook).write(to: file) }
        return try await read(files.map(\.path))
    }
}

/// A reader of workbooks for many tests, which runs one process at a time.
///
/// Workbooks requested while a process runs are read together by the next one, because Python takes
/// longer to load openpyxl than to read a workbook.
private actor WorkbookReader {
    static let shared = WorkbookReader()

    private typealias Books = Result<[ReadWorkbook], any Error>
    private var waiting: [(paths: [String], reply: CheckedContinuation<Books, Never>)] = []
    private var isReading = false

    func read(_ paths: [String]) async throws -> [ReadWorkbook] {
        try await withCheckedContinuation { reply in
            waiting.append((paths, reply))
            if !isReading { Task { await readWaiting() } }
            isReading = true
        }.get()
    }

    private func readWaiting() async {
        while !waiting.isEmpty {
            let asked = waiting
            waiting = []
            var books = try? await ReadWorkbook.readAtOnce(asked.flatMap(\.paths))[...]
            for (paths, reply) in asked {
                // One unreadable workbook would fail the tests of the others too, so each test's
                // workbooks are read again on their own.
                if let part = books?.prefix(paths.count) {
                    books?.removeFirst(paths.count)
                    reply.resume(returning: .success(Array(part)))
                } else {
                    reply.resume(returning: await Self.result(of: paths))
                }
            }
        }
        isReading = false
    }

    private static func result(of paths: [String]) async -> Books {
        do { return .success(try await ReadWorkbook.readAtOnce(paths)) } catch {
            return .failure(error)
        }
    }
}
