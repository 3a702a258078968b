import Foundation

/// A workbook as openpyxl reads it, which decides for itself what each cell is.
public struct ReadWorkbook: Decodable, Sendable {
    /// A cell that is not empty.
    public struct Cell: Decodable, Hashable, Sendable {
        /// `text`, `number`, `date`, `boolean`, `formula` or `error`.
        public let kind: String
        /// The text, the number or the day.
        public let value: String
        /// The format of numbers, such as `0.0%`.
        public let numberFormat: String
        /// The colour of the letters, such as `C00000`; nil for the usual one.
        public let colour: String?
        /// Whether the letters are bold.
        public let isBold: Bool
        /// Whether it has a thin border.
        public let hasBorder: Bool
        /// Where it leads.
        public let link: String?
    }

    /// The pages of a sheet when it is printed.
    public struct Pages: Decodable, Hashable, Sendable {
        /// The number of the paper, the orientation, and the pages side by side and below each other.
        public let paper: String
        /// What stands on top, on the left and on the right, and what below.
        public let header: [String], footer: String
        /// The cells that are printed; nil for all.
        public let area: String?
    }

    /// A chart of lines.
    public struct Plot: Decodable, Sendable {
        /// A line: its name and colour, the places of its values, and those at which its name stands.
        public struct Line: Decodable, Hashable, Sendable {
            public let name: String, colour: String, places: [Int], named: [Int]
        }

        /// The titles of the chart and of its axes.
        public let titles: [String]
        /// `maxMin` if the greatest value is below.
        public let order: String
        /// The format of the values.
        public let format: String
        /// Whether the names of all lines stand beside it.
        public let hasLegend: Bool
        /// What stands below the places.
        public let labels: [String]
        /// The lines, the uppermost last.
        public let lines: [Line]
    }

    /// One of its sheets.
    public struct Sheet: Decodable, Sendable {
        /// What it is called.
        public let name: String
        /// The cells by row; nil where a cell is empty.
        public let rows: [[Cell?]]
        /// The first cell that scrolls.
        public let freeze: String?
        /// The range of the filter.
        public let filter: String?
        /// The rows on every printed page.
        public let titles: String?
        /// The widths of the columns, by their letters.
        public let widths: [String: Double]
        /// How many charts it has.
        public let charts: Int
        /// The distance of the lines behind the first chart; nil if readers choose it.
        public let majorUnit: Double?
        /// How it is printed.
        public let pages: Pages
        /// Whether the lines between all cells are seen.
        public let hasGridLines: Bool
        /// The cells that have a border if they are empty.
        public let bordersOfEmptyCells: String
        /// The heights of rows that have one of their own, by their number.
        public let heights: [String: Double]

        /// The values of a row, `""` for empty cells.
        public func values(_ row: Int) -> [String] {
            rows.indices.contains(row) ? rows[row].map { $0?.value ?? "" } : []
        }

        /// The cell below the header `name` in a row; nil if it is empty.
        public func cell(_ name: String, _ row: Int = 1) -> Cell? {
            guard let column = values(0).firstIndex(of: name), rows.indices.contains(row),
                rows[row].indices.contains(column)
            else { return nil }
            return rows[row][column]
        }
    }

    /// The sheets in their order.
    public let sheets: [Sheet]
    /// The names of the files in the archive.
    public let parts: [String]
    /// The times of those files, each once.
    public let times: [String]
    /// What the file says of itself: `title`, `subject`, `description`, `created`.
    public let properties: [String: String]
    /// How many formulas the sheets have.
    public let formulas: Int
    /// The charts, in the order of their sheets.
    public let plots: [Plot]

    /// The names of the sheets.
    public var names: [String] { sheets.map(\.name) }

    /// The first sheet called `name`.
    public func sheet(_ name: String) -> Sheet? { sheets.first { $0.name == name } }

    /// Whether workbooks can be written here: whether libxlsxwriter is installed.
    public static let canBeWritten = unsafe dlopen("libxlsxwriter.so.4", RTLD_NOW) != nil

    /// Whether they can be written and read here.
    public static let canBeRead =
        canBeWritten && python != nil

    /// The first Python that has openpyxl.
    private static let python = OtherProgram.all(called: "python3").first { python in
        OtherProgram.succeeds("'\(python)' -c 'import openpyxl'")
    }

    /// Reads the workbooks at `paths`.
    ///
    /// It fails if a part of a workbook is no well-formed XML.
    public static func read(_ paths: [String]) async throws -> [ReadWorkbook] {
        try await WorkbookReader.shared.read(paths)
    }

    /// Reads the workbooks at `paths`, all by one process.
    fileprivate static func readAtOnce(_ paths: [String]) async throws -> [ReadWorkbook] {
        let script = ChartFixtures.repository.appending(path: "Tests/Readers/workbook.py").path
        let json = try await OtherProgram.output(of: [python ?? "python3", script] + paths)
        return try JSONDecoder().decode([ReadWorkbook].self, from: json)
    }

    /// Reads workbooks that are no files yet.
    public static func read(_ workbooks: [[UInt8]]) async throws -> [ReadWorkbook] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = workbooks.indices.map { folder.appending(path: "\($0).xlsx") }
        for (file, workbook) in zip(files, workbooks) { try Data(workbook).write(to: file) }
        return try await read(files.map(\.path))
    }
}

/// Reads workbooks for many tests by one process after the other.
///
/// What is asked for while a process runs is read by the next one together, because Python takes
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
                // A workbook that cannot be read fails the tests of the others with it, so each
                // test has its own read again.
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
