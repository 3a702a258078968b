extension Column {
    /// The name, the Korean header and the type, as programs get them in JSON.
    package var described: [(name: String, value: Value)] {
        [
            ("name", .text(name)), ("korean", .text(koreanHeader)), ("type", .text(kind.rawValue)),
        ]
    }

    /// The JSON Schema (2020-12) of a value as it is written in JSON; it may be missing.
    package var schema: String {
        "\(Value.json(of: [("title", .text(koreanHeader))]).dropLast()),\(kind.schema)}"
    }
}

extension Column.Kind {
    /// The keywords of JSON Schema for a value of the column.
    fileprivate var schema: String {
        switch self {
        case .text, .marker: #""type":["string","null"]"#
        case .integer, .year: #""type":["integer","null"]"#
        case .amount, .percent, .share, .ratio, .decimal: #""type":["number","null"]"#
        case .fraction: #""type":["number","null"],"minimum":0,"maximum":1"#
        case .boolean: #""type":["boolean","null"]"#
        case .date: #""type":["string","null"],"format":"date""#
        case .list: #""type":["array","null"],"items":{"type":"string"}"#
        }
    }
}

extension ByteBuffer {
    /// Appends `value` as JSON: numbers as exact numbers, days and codes as strings, lists as
    /// arrays, and a missing value as `null`.
    package mutating func append(json value: Value) {
        append(room: value.roomInJSON) { $0.append(json: value) }
    }

    /// Appends `text` as a JSON string.
    ///
    /// U+2028, U+2029 and all control characters are escaped, because some readers take them for
    /// line ends and some terminals act on them.
    package mutating func append(quoting text: String) {
        append(room: text.roomInJSON) { $0.append(quoting: text) }
    }
}

extension Value {
    /// The value as JSON, as ``ByteBuffer/append(json:)`` writes it.
    package var json: String {
        var buffer = ByteBuffer()
        buffer.append(json: self)
        return buffer.text
    }

    /// The most bytes that the value takes in JSON.
    var roomInJSON: Int {
        switch self {
        case .text(let text): text.roomInJSON
        case .list(let items): items.reduce(2) { $0 + $1.roomInJSON + 1 }
        default: 24  // A number has at most 20 digits, a sign and a point; a day in quotes has 12.
        }
    }

    /// Returns the JSON object with these fields.
    package static func json(of fields: [(name: String, value: Value)]) -> String {
        "{\(fields.map { "\(Value.text($0.name).json):\($0.value.json)" }.joined(separator: ","))}"
    }
}

/// Writing values as JSON into a span that has room for them.
extension OutputSpan<UInt8> {
    /// Appends `value` as ``ByteBuffer/append(json:)`` does: at most ``Value/roomInJSON`` bytes.
    @inline(__always)  // Otherwise every value would be copied for the call.
    mutating func append(json value: Value) {
        switch value {
        case .missing: append(utf8: "null")
        case .text(let text): append(quoting: text)
        case .date(let day):
            append(UInt8(ascii: "\""))
            append(asText: day)
            append(UInt8(ascii: "\""))
        case .list(let items):
            append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { append(UInt8(ascii: ",")) }
                append(quoting: item)
            }
            append(UInt8(ascii: "]"))
        case .integer, .decimal, .boolean: append(plain: value)
        }
    }

    /// Appends a number, a day or a boolean as programs read it, at most 22 bytes; appends nothing
    /// for other values.
    @inline(__always)  // As above.
    package mutating func append(plain value: Value) {
        switch value {
        case .integer(let integer): append(asText: integer)
        case .decimal(let decimal): append(asText: decimal)
        case .boolean(let boolean): append(utf8: boolean ? "true" : "false")
        case .date(let day): append(asText: day)
        case .missing, .text, .list: break
        }
    }

    /// Appends `text` as ``ByteBuffer/append(quoting:)`` does: at most ``Swift/String/roomInJSON``
    /// bytes.
    mutating func append(quoting text: String) {
        append(UInt8(ascii: "\""))
        let bytes = text.utf8.span
        if bytes.indices.contains(where: { bytes[$0].mayNeedEscape }) {
            for scalar in text.unicodeScalars { append(escaping: scalar) }
        } else {
            append(bytes)
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escaping scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": append(utf8: "\\\"")
        case "\\": append(utf8: "\\\\")
        case "\n": append(utf8: "\\n")
        case "\r": append(utf8: "\\r")
        case "\t": append(utf8: "\\t")
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
            let digits = String(scalar.value, radix: 16)
            append(utf8: "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
        default: append(utf8: String(scalar))
        }
    }
}

extension UInt8 {
    /// True if a character that begins with this byte may have to be escaped in JSON: an ASCII
    /// character, or one that begins with the first byte of U+0080…U+009F (C2) or of U+2028 and
    /// U+2029 (E2), as many others do.
    fileprivate var mayNeedEscape: Bool {
        self < 0x20 || self == 0x22 || self == 0x5C || self == 0x7F || self == 0xC2 || self == 0xE2
    }
}

extension String {
    /// The most bytes that the text takes in JSON: with each byte as `\u00XX`, and the quotes.
    fileprivate var roomInJSON: Int { 6 * utf8.count + 2 }
}

/// A writer of rows as JSON objects, with the columns' English names as keys, in the order of the
/// columns.
///
/// JSON Lines and the protocol of external plugins both use it, so their rows are identical byte
/// for byte. The output is a promise and MUST NOT CHANGE.
package struct JSONRowWriter: Sendable {
    /// The texts before the values, such as `,"rank":`, one after the other.
    private let keys: [UInt8]
    /// The end of each of these texts in `keys`.
    private let ends: [Int]

    /// Prepares to write rows with a value for each of `columns`.
    package init(_ columns: [Column]) {
        var keys = ByteBuffer()
        ends = columns.enumerated().map { index, column in
            keys.append(index == 0 ? "{" : ",")
            keys.append(quoting: column.name)
            keys.append(":")
            return keys.count
        }
        self.keys = keys.taken()
    }

    /// Writes one object, without a line end.
    package func write(_ row: Span<Value>, into output: inout ByteBuffer) {
        let (keys, ends) = (keys.span, ends.span)
        let count = min(ends.count, row.count)
        var room = keys.count + 1
        for index in 0..<count { room += row[index].roomInJSON }
        output.append(room: room) { object in
            var start = 0
            for index in 0..<count {
                object.append(keys.extracting(start..<ends[index]))
                object.append(json: row[index])
                start = ends[index]
            }
            object.append(UInt8(ascii: "}"))
        }
    }
}
