public import BoxOffice

/// Comma-separated values after RFC 4180: for spreadsheets, data frames and scripts.
///
/// UTF-8 without a BOM, lines that end in LF, values untouched. A cell is quoted where a reader
/// could otherwise take it for something else, and a line of one empty cell is `""`, because an
/// empty line is no row to most readers.
///
/// What is written is a promise to those readers and MUST NOT CHANGE.
public struct CSV: Exporter, ~Copyable {
    /// The name `csv` and the options of the format.
    public static let manifest = Manifest(
        name: "csv", summary: "comma-separated values (RFC 4180)",
        options: [
            PluginOption(
                "delimiter", .text, default: ",",
                help: "what separates the cells: one ASCII character, or tab"),
            PluginOption(
                "newline", .choice(["lf", "crlf"]), default: "lf", help: "what ends a line"),
            PluginOption(
                "quote", .choice(["minimal", "all"]), default: "minimal",
                help: "which cells are quoted: those that need it, or all"),
            PluginOption(
                "null", .text, default: "", help: "what stands in a cell whose value is missing"),
            PluginOption(
                "list-separator", .text, default: "|", help: "what separates the items of a list"),
        ])

    private let columns: [Column]
    private let header: Layout.Header
    private let style: CellStyle
    private let lineEnd: String

    /// Prepares a document; its header is English where none is chosen.
    public init(_ layout: Layout) throws(Fault) {
        columns = layout.columns
        header = layout.header ?? .en
        style = try CellStyle(layout.options)
        lineEnd = layout.options["newline"] == "crlf" ? "\r\n" : "\n"
    }

    /// Writes the header.
    public mutating func begin(into output: inout ByteBuffer) {
        guard header != .none else { return }
        let names = columns.map { Value.text(header == .ko ? $0.koreanHeader : $0.name) }
        write(names.span, into: &output)
    }

    /// Writes one line.
    public mutating func write(_ row: Span<Value>, into output: inout ByteBuffer) {
        for index in row.indices {
            if index > 0 { output.append(style.delimiter) }
            style.write(row[index], isAlone: row.count == 1, into: &output)
        }
        output.append(lineEnd)
    }

    /// Writes nothing: CSV has no end.
    public consuming func finish(into output: inout ByteBuffer) {}
}
