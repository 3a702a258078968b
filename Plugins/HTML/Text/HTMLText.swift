internal import BoxOffice

/// Text that is shown as it is, wherever a page has text or the value of an attribute.
enum HTMLText {
    /// `text` in one line, with references for what would be taken for markup.
    ///
    /// Code points that are no characters, which pages may not have, become U+FFFD.
    static func escaping(_ text: String) -> String {
        let line = text.inOneLine
        if line.utf8.allSatisfy(isHarmless) { return line }
        return line.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            case _ where scalar.properties.isNoncharacterCodePoint: "\u{FFFD}"
            default: String(scalar)
            }
        }.joined()
    }

    /// Whether the byte is part of no sign that is escaped.
    private static func isHarmless(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
            UInt8(ascii: "'"):
            false
        default: byte < 0xEF  // What comes from there on may begin something that is no character.
        }
    }

    /// `text` as a string of a style sheet, between its quotes.
    static func quotingForStyle(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            let properties = scalar.properties
            return scalar == " " || properties.isAlphabetic || properties.numericType != nil
                ? String(scalar)
                : scalar == "\0" ? "\u{FFFD}" : "\\\(String(scalar.value, radix: 16)) "
        }.joined()
    }
}

extension [UInt8] {
    /// The bytes in base64, as the address of a picture inside a page has it.
    var base64: String {
        let digits = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: count, by: 3) {
            let group = self[start...].prefix(3)
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (24 - 8 * group.count)
            for index in 0..<4 {
                let digit = digits[Int(bits >> (18 - 6 * index) & 63)]
                text.append(index <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
