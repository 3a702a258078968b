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
public struct CSV: Updatable, ChoosesColumns {
    /// The name `csv` and the options of the format.
    public let manifest = Manifest(
        name: "csv", summary: "comma-separated values (RFC 4180)",
        options: CSVOption.declarations, korean: Self.korean)

    /// Text, a line as each row comes.
    public let traits = FormatTraits(
        mediaType: "text/csv", fileEndings: ["csv", "tsv"],
        optionsOfEndings: ["tsv": ["delimiter=tab"]])

    /// Makes the format.
    public init() {}

    /// For Excel, the rank marker behind the rank's change.
    public func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String] {
        guard CSVOption.isForExcel(options), let index = usual.firstIndex(of: "rank_change") else {
            return usual
        }
        return usual[...index] + ["rank_marker"] + usual[(index + 1)...]
    }

    /// Reads back lines under these options.
    public func reader(_ options: PluginOptions) throws(Fault) -> any RecordReader {
        CSVReader(try CellStyle(options), lineEnd: CSVOption.lineEnd(options))
    }

    /// Prepares a document; its header is English if none is chosen, or Korean for Excel.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        try CSVDocument(layout)
    }
}

/// A document of lines: the cells of a row, what separates them, and the line end.
private struct CSVDocument: RowDocument {
    private let columns: [Column]
    private let header: Layout.Header
    private let hasMark: Bool
    private let kinds: [Column.Kind]
    private let style: CellStyle
    private let lineEnd: String

    init(_ layout: Layout) throws(Fault) {
        let options = layout.options
        let isForExcel = CSVOption.isForExcel(options)
        columns = layout.columns
        header = layout.header ?? (isForExcel ? .ko : .en)
        hasMark = options[CSVOption.bom, default: isForExcel]
        kinds = columns.map(\.kind)
        style = try CellStyle(options)
        lineEnd = CSVOption.lineEnd(options)
    }

    /// Writes the byte order mark, if the options ask for one, and the header.
    func begin(into output: inout ByteBuffer) throws(Fault) {
        if hasMark { output.append("\u{FEFF}") }
        guard header != .none else { return }
        // Plugins choose the names, too, so they are texts.
        let names = columns.map { Value.text(header == .ko ? $0.koreanHeader : $0.name) }
        write(names.span, of: kinds.map { _ in .text }, into: &output)
    }

    /// Writes a line.
    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        write(row, of: kinds, into: &output)
    }

    private func write(_ row: Span<Value>, of kinds: [Column.Kind], into output: inout ByteBuffer) {
        let indices = row.indices.prefix(kinds.count)
        var room = lineEnd.utf8.count
        for index in indices { room += style.room(for: row[index]) + 1 }
        output.append(room: room) { line in
            for index in indices {
                if index > 0 { line.append(style.delimiter) }
                style.write(
                    row[index], of: kinds[index], isAlone: kinds.count == 1, into: &line)
            }
            line.append(utf8: lineEnd)
        }
    }
}
