/// Text that is shown as it is, wherever a page has text or the value of an attribute.
enum HTMLText {
    /// `text` with references for what would be taken for markup.
    ///
    /// Line ends and tabs become spaces, because a cell has one line. Other control characters,
    /// code points that are no characters, and those that turn the direction of a line become U+FFFD.
    static func escaping(_ text: String) -> String {
        if text.utf8.allSatisfy(isHarmless) { return text }
        var escaped = ""
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            defer { last = scalar }
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\n" where last == "\r": continue
            case "\n", "\r", "\t", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}":
                escaped += " "
            case _ where isUnseen(scalar): escaped += "\u{FFFD}"
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

    /// Whether the byte stands for itself; text beyond ASCII is looked at scalar by scalar.
    private static func isHarmless(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && !"&<>\"'".utf8.contains(byte)
    }

    /// Whether pages may not have the scalar, or readers would be deceived by it.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF: true
        case let value where value & 0xFFFE == 0xFFFE: true
        default: scalar.properties.generalCategory == .control
        }
    }
}
