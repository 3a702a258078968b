extension ByteBuffer {
    /// Appends `value` as JSON: numbers as exact numbers, days and codes as strings, lists as
    /// arrays, and a missing value as `null`.
    package mutating func append(json value: Value) {
        switch value {
        case .missing: append("null")
        case .text(let text): append(quoting: text)
        case .integer(let integer): append(integer)
        case .percent(let percent): append(percent)
        case .fraction(let fraction): append("\(fraction)")
        case .decimal(let decimal): append("\(decimal)")
        case .boolean(let boolean): append(boolean ? "true" : "false")
        case .date(let day):
            append("\"")
            append(day)
            append("\"")
        case .list(let items):
            append("[")
            for (index, item) in items.enumerated() {
                if index > 0 { append(",") }
                append(quoting: item)
            }
            append("]")
        }
    }

    /// Appends `text` as a JSON string.
    ///
    /// U+2028, U+2029 and all control characters are escaped, because some readers take them for
    /// line ends and some terminals obey them.
    package mutating func append(quoting text: String) {
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
}
