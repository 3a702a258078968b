public import BoxOffice

/// One JSON array of the objects of ``JSONLines``, an object a line.
///
/// It is for programs that read a file as a whole. The order, the values and the escapes are those of
/// ``JSONLines``; a document without rows is an empty array.
///
/// The output is a promise to its readers and MUST NOT CHANGE.
public struct JSONArray: Format {
    /// The name `json`; the format has no options.
    public let manifest = Manifest(
        name: "json", summary: "one JSON array, an object a row",
        korean: ["summary": "JSON 배열 하나, 한 행에 객체 하나"])

    /// Text, written line by line as rows arrive.
    public let traits = FormatTraits(mediaType: "application/json", fileEndings: ["json"])

    /// Creates the format.
    public init() {}

    /// Prepares a document; keys are always in English.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        JSONArrayDocument(object: JSONRowWriter(layout.columns))
    }
}

/// A document whose lines are objects with a comma after each but the last.
private struct JSONArrayDocument: Document {
    let object: JSONRowWriter
    var isEmpty = true

    mutating func begin(into output: inout ByteBuffer) throws(Fault) { output.append("[") }

    mutating func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        output.append(isEmpty ? "\n" : ",\n")
        isEmpty = false
        object.write(row, into: &output)
    }

    mutating func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        output.append(isEmpty ? "]\n" : "\n]\n")
        return []
    }
}
