internal import BoxOffice

/// Text that is shown as it is, wherever a page has text or the value of an attribute.
enum HTMLText {
    /// `text` in one line, with references for what would be taken for markup.
    ///
    /// Code points that are no characters, which pages may not have, become U+FFFD.
    static func escaping(_ text: String) -> String {
        let line = text.inOneLine
        if line.utf8.allSatisfy(isHarmless) { return line }
        var escaped = ""
        for scalar in line.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case _ where scalar.value & 0xFFFE == 0xFFFE, _ where noncharacters ~= scalar.value:
                escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
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

    /// Code points that are none of a character, beside the last two of every plane.
    private static let noncharacters: ClosedRange<UInt32> = 0xFDD0...0xFDEF

    /// Whether the byte stands for itself; those from EF up may begin something that is no character.
    private static func isHarmless(_ byte: UInt8) -> Bool {
        byte < 0xEF && !"&<>\"'".utf8.contains(byte)
    }
}

extension [UInt8] {
    /// The bytes in base64, as the address of a picture inside a page has it.
    var base64: String {
        let digits = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((count + 2) / 3 * 4)
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
