import BoxOffice
import BoxOfficeConformance
import XLSX

@testable import BoxOfficeCommand

/// A workbook that was written in this process, and its exporter's remarks.
struct WrittenWorkbook {
    /// The file.
    let bytes: [UInt8]
    /// The exporter's remarks.
    let remarks: [String]

    /// Writes the rows of `editions`, or `rows` if there are none.
    init(
        _ rows: [[Value]] = [], under columns: [Column], options: [String] = [],
        header: Layout.Header? = nil,
        editions: [(ChartEdition, [[Value]])] = [], document: DocumentDescription = .rows,
        missing: [Fault] = [], mayLeaveOutColumns: Bool = false
    ) throws {
        var layout = Layout(
            columns: columns, header: header, mayLeaveOutColumns: mayLeaveOutColumns,
            options: try PluginOptions(options, for: XLSX().manifest), document: document)
        layout.korean = { .korean }
        let written = try XLSX().written(
            layout, rows, of: editions, ending: DocumentEnding(missing: missing))
        remarks = written.remarks.map(\.message)
        bytes = written.bytes
    }
}

extension DocumentDescription {
    /// Returns the description of a chart of `count` days from 2022-06-01 on.
    static func days(_ count: Int, regions: [Region] = []) -> DocumentDescription {
        var document = DocumentDescription(dataset: "chart", sources: ["test"])
        document.periods = Periods(from: .day(0), to: .day(count - 1))
        document.regions = regions
        return document
    }
}

extension Period {
    /// Returns the day that is `index` days after 2022-06-01.
    static func day(_ index: Int) -> Period {
        Period(of: .daily, containing: Day(daysSince1970: 19_144 + index))
    }
}
