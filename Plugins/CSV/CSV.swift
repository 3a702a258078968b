public import BoxOffice

/// The CSV format (RFC 4180), for spreadsheets, data frames and scripts.
///
/// The file is UTF-8 without a BOM, its lines end in LF, and values are not changed. A cell is
/// quoted if a reader could otherwise misread it, and a line of one empty cell is `""`, because
/// most readers skip an empty line.
///
/// The profile `excel` is for people who open the file with a double click: a BOM, without which
/// Excel garbles Hangul, CRLF, Korean headers, the rank marker, and a `'` before texts and headers
/// that a spreadsheet would run as a formula.
///
/// The output is a promise to its readers and MUST NOT CHANGE.
public struct CSV: Format {
    /// The sets of defaults.
    enum Profile: String, CaseIterable {
        case machine, excel
    }

    /// The line ends.
    enum Newline: String, CaseIterable {
        case lf, crlf
    }

    /// The rules for quoting cells.
    enum Quote: String, CaseIterable {
        case minimal, all
    }

    static let profile = TypedOption.choice(
        "profile", of: Profile.self, default: .machine,
        help: "excel sets the defaults to bom=true, newline=crlf, Korean headers and "
            + "rank_marker, and puts a ' before texts that are formulas")
    static let delimiter = TypedOption.text(
        "delimiter", default: ",", help: "what separates the cells: one ASCII character, or tab")
    static let newline = TypedOption.choice(
        "newline", of: Newline.self, default: .lf, help: "what ends a line")
    static let bom = TypedOption.boolean(
        "bom", default: false, help: "whether the document begins with a byte order mark")
    static let quote = TypedOption.choice(
        "quote", of: Quote.self, default: .minimal,
        help: "which cells are quoted: those that need it, or all")
    static let null = TypedOption.text(
        "null", default: "", help: "what stands in a cell whose value is missing")
    static let listSeparator = TypedOption.text(
        "list-separator", default: "|", help: "what separates the items of a list")
    static let thousands = TypedOption.text(
        "thousands", default: "",
        help: "what separates groups of three digits in counts and amounts of money")

    /// The name `csv` and the options of the format.
    public let manifest = Manifest(
        name: "csv", summary: "comma-separated values (RFC 4180)",
        options: [
            profile.declaration, delimiter.declaration, newline.declaration, bom.declaration,
            quote.declaration, null.declaration, listSeparator.declaration, thousands.declaration,
        ], korean: Self.korean)

    /// Text, written line by line as rows arrive.
    public let traits = FormatTraits(
        mediaType: "text/csv", fileEndings: ["csv", "tsv"],
        optionsOfEndings: ["tsv": ["delimiter=tab"]])

    /// Creates the format.
    public init() {}

    /// Returns `usual`; for Excel, with the rank marker after the rank's change.
    public func defaultColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        CSV.isForExcel(options) ? Column.withMarker(usual.names) : usual.names
    }

    /// Refuses a point as thousands separator if amounts have decimals.
    public func check(_ layout: Layout) throws(Fault) {
        guard layout.options[CSV.thousands] == ".",
            layout.columns.contains(where: { $0.kind == .amount })
        else { return }
        guard layout.document.currencies.allSatisfy({ $0.places == 0 }) else { throw .pointTwice }
    }

    /// Returns a reader of the lines that these options produce.
    public func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)? {
        CSVReader(style: try CellStyle(options), lineEnd: Array(CSV.lineEnd(options).utf8))
    }

    /// Returns true if the document is for people who open it with Excel.
    static func isForExcel(_ options: PluginOptions) -> Bool { options[profile] == .excel }

    /// Returns the line end.
    static func lineEnd(_ options: PluginOptions) -> String {
        let newline = options[newline, default: isForExcel(options) ? .crlf : .lf]
        return newline == .lf ? "\n" : "\r\n"
    }

    /// Prepares a document; unless a header is chosen, it is English, or Korean for Excel.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        try CSVDocument(layout)
    }

    /// Returns a writer of the rows of such a document.
    public func rowWriter(_ layout: Layout) throws(Fault) -> (any RowWriter)? {
        try CSVDocument(layout)
    }
}

/// A document of lines, each made of the cells of a row, the delimiters and the line end.
private struct CSVDocument: Document, RowWriter {
    // Of the layout only what rows need, because the host copies a document for each of them.
    private let hasByteOrderMark: Bool
    /// The header as a row; nil if there is none.
    private let header: [Value]?
    private let kinds: [Column.Kind]
    private let style: CellStyle
    private let lineEnd: String
    /// The words written in place of values, one dictionary per column; empty if there are none.
    private let words: [[Value: String]]

    init(_ layout: Layout) throws(Fault) {
        let isForExcel = CSV.isForExcel(layout.options)
        hasByteOrderMark = layout.options[CSV.bom, default: isForExcel]
        let language = layout.header ?? (isForExcel ? .ko : .en)
        // Plugins choose names too, so names are written like any text.
        let names = layout.columns.map { Value.text(language == .ko ? $0.koreanHeader : $0.name) }
        header = language == .none ? nil : names
        kinds = layout.columns.map(\.kind)
        style = try CellStyle(layout.options)
        lineEnd = CSV.lineEnd(layout.options)
        words = isForExcel && layout.header != .en ? layout.wordsForSpreadsheets : []
    }

    /// Writes the byte order mark, if the options ask for one, and the header.
    func begin(into output: inout ByteBuffer) throws(Fault) {
        if hasByteOrderMark { output.append("\u{FEFF}") }
        guard let header else { return }
        write(header.span, of: kinds.map { _ in .text }, into: &output)
    }

    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        guard !words.isEmpty else { return write(row, of: kinds, into: &output) }
        var values: [Value] = []
        for (index, words) in words.enumerated() {
            let value = row[index]
            values.append(words[value].map(Value.text) ?? value)
        }
        write(values.span, of: kinds, into: &output)
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
