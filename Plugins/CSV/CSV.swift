public import BoxOffice

/// Comma-separated values after RFC 4180: for spreadsheets, data frames and scripts.
///
/// UTF-8 without a BOM, lines that end in LF, values untouched. A cell is quoted where a reader
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
        name: "csv", summary: "comma-separated values (RFC 4180)",
        options: [
            PluginOption(
                "profile", .choice(["machine", "excel"]), default: "machine",
                help: "excel moves the defaults to bom=true, newline=crlf, Korean headers and "
                    + "rank_marker, and puts a ' before texts that are formulas"),
            PluginOption(
                "delimiter", .text, default: ",",
                help: "what separates the cells: one ASCII character, or tab"),
            PluginOption(
                "newline", .choice(["lf", "crlf"]), default: "lf", help: "what ends a line"),
            PluginOption(
                "bom", .boolean, default: "false",
                help: "whether the document begins with a byte order mark"),
            PluginOption(
                "quote", .choice(["minimal", "all"]), default: "minimal",
                help: "which cells are quoted: those that need it, or all"),
            PluginOption(
                "null", .text, default: "", help: "what stands in a cell whose value is missing"),
            PluginOption(
                "list-separator", .text, default: "|", help: "what separates the items of a list"),
            PluginOption(
                "thousands", .text, default: "",
                help: "what separates groups of three digits in counts and amounts of won"),
        ])

    /// Text, a line as each row comes.
    public static let traits = FormatTraits(mediaType: "text/csv", fileEndings: ["csv", "tsv"])

    private let columns: [Column]
    private let header: Layout.Header
    /// What writes a line.
    public let row: CSVLine
    private let hasMark: Bool

    /// Prepares a document; its header is English where none is chosen, or Korean for Excel.
    public init(_ layout: Layout) throws(Fault) {
        let options = layout.options
        let isForExcel = Self.isForExcel(options)
        columns = layout.columns
        header = layout.header ?? (isForExcel ? .ko : .en)
        row = CSVLine(
            columns.map(\.kind), try CellStyle(options, guardsFormulas: isForExcel),
            end: Self.lineEnd(options))
        hasMark = options["bom", default: "\(isForExcel)"] == "true"
    }

    private static func lineEnd(_ options: PluginOptions) -> String {
        let name = options["newline", default: isForExcel(options) ? "crlf" : "lf"]
        return name == "crlf" ? "\r\n" : "\n"
    }

    private static func isForExcel(_ options: PluginOptions) -> Bool {
        options["profile"] == "excel"
    }

    /// For Excel, the rank marker behind the rank's change.
    public static func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String] {
        guard isForExcel(options), let place = usual.firstIndex(of: "rank_change") else {
            return usual
        }
        return usual[...place] + ["rank_marker"] + usual[(place + 1)...]
    }

    /// Reads back lines under these options.
    public static func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)? {
        let style = try CellStyle(options, guardsFormulas: isForExcel(options))
        return CSVReader(style, lineEnd: lineEnd(options))
    }

    /// Writes the byte order mark, where there is one, and the header.
    public mutating func begin(into output: inout ByteBuffer) throws(Fault) {
        if hasMark { output.append("\u{FEFF}") }
        guard header != .none else { return }
        let names = columns.map { Value.text(header == .ko ? $0.koreanHeader : $0.name) }
        row.ofNames.write(names.span, into: &output)
    }
}
