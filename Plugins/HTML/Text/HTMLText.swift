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
            case _ where isNoncharacter(scalar): escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// `text` as a string of a style sheet, between its quotes.
    static func quotingForStyle(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            let isPlain =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar == " "
            if isPlain {
                quoted.unicodeScalars.append(scalar)
            } else if scalar == "\0" {
                quoted += "\u{FFFD}"
            } else {
                quoted += "\\" + String(scalar.value, radix: 16) + " "
            }
        }
        return quoted
    }

    /// Whether the byte stands for itself; those from EF up may begin something that is no character.
    private static func isHarmless(_ byte: UInt8) -> Bool {
        byte < 0xEF && !"&<>\"'".utf8.contains(byte)
    }

    /// Whether the code point is none of a character.
    private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
        (0xFDD0...0xFDEF).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
    }
}

extension ByteBuffer {
    /// Appends `bytes` in base64, as the address of a picture inside a page has it.
    mutating func append(base64 bytes: [UInt8]) {
        append(room: (bytes.count + 2) / 3 * 4) { output in
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let group = bytes[start..<min(start + 3, bytes.count)]
                var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                bits <<= UInt32(8 * (3 - group.count))
                for index in 0..<4 {
                    let digit = Int(bits >> UInt32(18 - 6 * index) & 63)
                    output.append(index <= group.count ? digits[digit] : UInt8(ascii: "="))
                }
            }
        }
    }
}

private let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
