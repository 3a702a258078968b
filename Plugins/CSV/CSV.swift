public import BoxOffice

/// Comma-separated values after RFC 4180: for spreadsheets, data frames and scripts.
///
/// UTF-8 without a BOM, lines that end in LF, values untouched. A cell is quoted if a reader
/// could otherwise take it for something else, and a line of one empty cell is `""`, because an
/// empty line is no row to most readers.
///
/// The profile `excel` is for people who open the file by a double click: a BOM, without which
/// Excel takes Hangul for something else, CRLF, Korean headers, the rank marker, and a `'` before
/// texts and headers that a spreadsheet would run as a formula.
///
/// What is written is a promise to those readers and MUST NOT CHANGE.
public struct CSV: RowExporter, ~Copyable {
    /// The name `csv` and the options of the format.
    public static let manifest = Manifest(
        name: "csv", summary: "comma-separated values (RFC 4180)", options: CSVOption.declarations)

    /// Text, a line as each row comes.
    public static let traits = FormatTraits(
        mediaType: "text/csv", fileEndings: ["csv", "tsv"],
        optionsOfEndings: ["tsv": ["delimiter=tab"]])

    private let columns: [Column]
    private let header: Layout.Header
    /// What writes a line.
    public let row: CSVLine
    private let hasMark: Bool

    /// Prepares a document; its header is English if none is chosen, or Korean for Excel.
    public init(_ layout: Layout) throws(Fault) {
        let options = layout.options
        let isForExcel = CSVOption.isForExcel(options)
        columns = layout.columns
        header = layout.header ?? (isForExcel ? .ko : .en)
        row = CSVLine(
            columns.map(\.kind), try CellStyle(options), end: CSVOption.lineEnd(options))
        hasMark = options[CSVOption.bom, default: isForExcel]
    }

    /// For Excel, the rank marker behind the rank's change.
    public static func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String] {
        guard CSVOption.isForExcel(options), let index = usual.firstIndex(of: "rank_change") else {
            return usual
        }
        return usual[...index] + ["rank_marker"] + usual[(index + 1)...]
    }

    /// Reads back lines under these options.
    public static func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)? {
        CSVReader(try CellStyle(options), lineEnd: CSVOption.lineEnd(options))
    }

    /// Writes the byte order mark, if the options ask for one, and the header.
    public mutating func begin(into output: inout ByteBuffer) throws(Fault) {
        if hasMark { output.append("\u{FEFF}") }
        guard header != .none else { return }
        let names = columns.map { Value.text(header == .ko ? $0.koreanHeader : $0.name) }
        row.ofNames.write(names.span, into: &output)
    }
}
