internal import BoxOffice

/// The formats of the cells of a sheet.
struct CellFormats {
    let header: CellFormat
    let text: CellFormat
    let percent: CellFormat
    let fraction: CellFormat
    let decimal: CellFormat
    let boolean: CellFormat
    let date: CellFormat
    let link: CellFormat
    private let columns: [Column]
    private let numbers: [CellFormat]
    private let plainMarker: CellFormat
    private let redMarker: CellFormat
    private let blueMarker: CellFormat

    /// Makes the formats for `columns`.
    init(for columns: [Column], in workbook: inout Workbook) throws(Fault) {
        self.columns = columns
        header = try workbook.format(.header)
        text = try workbook.format(.text)
        percent = try workbook.format(.percent)
        fraction = try workbook.format(.fraction)
        decimal = try workbook.format(.decimal)
        boolean = try workbook.format(.boolean)
        date = try workbook.format(.date)
        link = try workbook.format(.link)
        plainMarker = try workbook.format(.marker(nil))
        redMarker = try workbook.format(.marker(.red))
        blueMarker = try workbook.format(.marker(.blue))
        let grouped = try workbook.format(.integer(isGrouped: true))
        let year = try workbook.format(.integer(isGrouped: false))
        numbers = columns.map { $0.kind == .year ? year : grouped }
    }

    /// The format of whole numbers in a column.
    func number(at column: Int) -> CellFormat { numbers[column] }

    /// The format of `text` in a column, which has a colour if it is a marker.
    func format(of text: String, at column: Int) -> CellFormat {
        guard columns[column].kind == .marker, RankChange.isMarker(text) else { return self.text }
        return switch MarkerColour(of: text) {
        case .red: redMarker
        case .blue: blueMarker
        case nil: plainMarker
        }
    }
}
