public import BoxOffice

/// The JSON Lines format, for programs: one JSON object a line.
///
/// Keys are the columns' English names, in the order of the columns. Numbers are exact JSON
/// numbers, percentages with one decimal; codes and days are strings, lists are arrays, and a
/// missing value is `null`. The file is RFC 8259 in UTF-8 without a BOM. U+2028, U+2029 and all
/// control characters are escaped, because some readers take them for line ends and some terminals
/// for commands.
///
/// The output is a promise to its readers and MUST NOT CHANGE.
public struct JSONLines: Format {
    /// The name `jsonl`; the format has no options.
    public let manifest = Manifest(
        name: "jsonl", summary: "JSON Lines, one object a row",
        korean: [
            "summary": "JSON Lines, 한 행에 객체 하나",
            "broken-json-line": "이 형식의 객체가 아닌 줄이 있습니다",
        ])

    /// Text, written line by line as rows arrive.
    public let traits = FormatTraits(
        mediaType: "application/jsonl", fileEndings: ["jsonl", "ndjson"])

    /// Creates the format.
    public init() {}

    /// Returns a reader of the lines that this format writes.
    public func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)? {
        JSONLinesReader()
    }

    /// Prepares a document; keys are always in English.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        JSONLinesDocument(object: JSONRowWriter(layout.columns))
    }

    /// Returns a writer of the rows of such a document.
    public func rowWriter(_ layout: Layout) throws(Fault) -> (any RowWriter)? {
        JSONLinesDocument(object: JSONRowWriter(layout.columns))
    }
}

/// A document of lines, each an object.
private struct JSONLinesDocument: Document, RowWriter {
    let object: JSONRowWriter

    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        object.write(row, into: &output)
        output.append(UInt8(ascii: "\n"))
    }
}
