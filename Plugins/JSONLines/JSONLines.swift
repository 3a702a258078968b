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

    private let keys: [String]

    /// Prepares a document; keys are always in English.
    public init(_ layout: Layout) throws(Fault) {
        keys = layout.columns.enumerated().map { place, column in
            var key = ByteBuffer()
            key.append(place == 0 ? "{" : ",")
            key.append(quoting: column.name)
            key.append(":")
            return key.text
        }
    }

    /// Reads back lines.
    public static func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)? {
        JSONLinesReader()
    }

    /// Writes nothing: a document begins with its first row.
    public mutating func begin(into output: inout ByteBuffer) {}

    /// Writes one object and a line end.
    public mutating func write(_ row: Span<Value>, into output: inout ByteBuffer) {
        for place in keys.indices.prefix(row.count) {
            output.append(keys[place])
            output.append(json: row[place])
        }
        output.append("}\n")
    }

    /// Writes nothing: a document ends with its last row.
    public consuming func finish(into output: inout ByteBuffer) {}
}

extension ByteBuffer {
    fileprivate mutating func append(json value: Value) {
        switch value {
        case .missing: append("null")
        case .text(let text): append(quoting: text)
        case .integer(let integer): append(integer)
        case .percent(let percent): append(percent)
        case .fraction(let fraction): append("\(fraction)")
        case .boolean(let boolean): append(boolean ? "true" : "false")
        case .date(let day):
            append("\"")
            append(day)
            append("\"")
        case .list(let items):
            append("[")
            for (place, item) in items.enumerated() {
                if place > 0 { append(",") }
                append(quoting: item)
            }
            append("]")
        }
    }

    fileprivate mutating func append(quoting text: String) {
        append("\"")
        if text.utf8.allSatisfy({
            $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0xE2 && $0 != 0xC2 && $0 != 0x7F
        }) {
            append(text)
        } else {
            for scalar in text.unicodeScalars { append(escaping: scalar) }
        }
        append("\"")
    }

    private mutating func append(escaping scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": append("\\\"")
        case "\\": append("\\\\")
        case "\n": append("\\n")
        case "\r": append("\\r")
        case "\t": append("\\t")
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
            let digits = String(scalar.value, radix: 16)
            append("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
        default: append(String(scalar))
        }
    }

    fileprivate var text: String {
        withBytes { bytes in (try? String(copying: UTF8Span(validating: bytes))) ?? "" }
    }
}
