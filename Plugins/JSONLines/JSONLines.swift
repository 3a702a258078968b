public import BoxOffice

/// The JSON Lines format, for programs: one JSON object a line.
///
/// Keys are the columns' English names, in the order of the columns. Numbers are exact JSON
/// numbers, percentages with one decimal; codes and days are strings, lists are arrays, and a
/// missing value is `null`. The file is RFC 8259 in UTF-8 without a BOM. U+2028, U+2029 and all
/// control characters are escaped, because some readers take them for line ends and some terminals
/// for commands.
///
/// With `-O columns=true` a first line has the columns, for programs that need the types of the
/// values before the first of them: `{"columns":[{"name":"date","korean":"날짜","type":"date"},…]}`.
/// Columns of amounts also have `decimals`, the decimal places of the run's currencies, of the one
/// with most if there are several.
///
/// The output is a promise to its readers and MUST NOT CHANGE.
public struct JSONLines: Format {
    static let columns = TypedOption.boolean(
        "columns", default: false,
        help: "whether the first line is an object with the columns and their types")

    /// The name `jsonl` and the option of the format.
    public let manifest = Manifest(
        name: "jsonl", summary: "JSON Lines, one object a row", options: [columns.declaration],
        korean: [
            "summary": "JSON Lines, 한 행에 객체 하나",
            "option.columns": "첫 줄에 열과 그 유형을 담은 객체를 넣을지 여부",
            "broken-json-line": "이 형식의 객체가 아닌 줄이 있습니다",
        ])

    /// Text, written line by line as rows arrive.
    public let traits = FormatTraits(
        mediaType: "application/jsonl", fileEndings: ["jsonl", "ndjson"])

    /// Creates the format.
    public init() {}

    /// Returns a reader of the lines that this format writes; nil if the first one has the columns.
    public func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)? {
        options[Self.columns] ? nil : JSONLinesReader()
    }

    /// Prepares a document; keys are always in English.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        JSONLinesDocument(layout)
    }

    /// Returns a writer of the rows of such a document.
    public func rowWriter(_ layout: Layout) throws(Fault) -> (any RowWriter)? {
        JSONLinesDocument(layout)
    }
}

/// A document of lines, each an object.
private struct JSONLinesDocument: Document, RowWriter {
    private let layout: Layout
    private let object: JSONRowWriter

    init(_ layout: Layout) {
        self.layout = layout
        object = JSONRowWriter(layout.columns)
    }

    /// Writes the columns, if the options ask for them.
    func begin(into output: inout ByteBuffer) throws(Fault) {
        guard layout.options[JSONLines.columns] else { return }
        let places = layout.document.currencies.map(\.places).max() ?? 0
        let columns = layout.columns.map { column in
            let decimals: [(name: String, value: Value)] = [("decimals", .integer(places))]
            return Value.json(of: column.described + (column.kind == .amount ? decimals : []))
        }
        output.append("{\"columns\":[\(columns.joined(separator: ","))]}\n")
    }

    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        object.write(row, into: &output)
        output.append(UInt8(ascii: "\n"))
    }
}
