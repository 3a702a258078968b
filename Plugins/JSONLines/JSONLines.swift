public import BoxOffice

/// JSON Lines: one JSON object a line, for programs.
///
/// Keys are the columns' English names, in their order. Numbers are numbers, exact; percentages
/// have one decimal; codes and days are strings, lists arrays, and a missing value is `null`.
/// RFC 8259 in UTF-8 without a BOM; U+2028, U+2029 and all control characters are escaped, because
/// some readers take them for line ends and some terminals for orders.
///
/// What is written is a promise to those readers and MUST NOT CHANGE.
public struct JSONLines: Exporter, ~Copyable {
    /// The name `jsonl`; the format has no options.
    public static let manifest = Manifest(name: "jsonl", summary: "JSON Lines, one object a row")

    private let line: JSONLine

    /// Prepares a document; keys are always in English.
    public init(_ layout: Layout) throws(Fault) {
        line = JSONLine(object: JSONRowWriter(layout.columns))
    }

    /// Lines look the same wherever they stand.
    public var rowWriter: (any RowWriter)? { line }

    /// Reads back lines.
    public static func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)? {
        JSONLinesReader()
    }

    /// Writes nothing: a document begins with its first row.
    public mutating func begin(into output: inout ByteBuffer) {}

    /// Writes one object and a line end.
    public mutating func write(_ row: Span<Value>, into output: inout ByteBuffer) {
        line.write(row, into: &output)
    }

    /// Writes nothing: a document ends with its last row.
    public consuming func finish(into output: inout ByteBuffer) {}
}

/// Writes one row as an object and a line end.
private struct JSONLine: RowWriter {
    let object: JSONRowWriter

    func write(_ row: Span<Value>, into output: inout ByteBuffer) {
        object.write(row, into: &output)
        output.append(UInt8(ascii: "\n"))
    }
}
