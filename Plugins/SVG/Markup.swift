internal import BoxOffice

/// The escaping of text and attribute values in pages and pictures.
package enum Markup {
    /// Returns `text` in one line, with references for the characters of markup.
    ///
    /// Noncharacters, which neither HTML nor XML allows, become U+FFFD.
    package static func escaping(_ text: String) -> String {
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

    /// Returns true if the byte cannot belong to a character that is escaped.
    private static func isHarmless(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
            UInt8(ascii: "'"):
            false
        default: byte < 0xEF  // From 0xEF on, a byte may begin a noncharacter.
        }
    }
}

extension String {
    /// True if no part of the text is visible.
    package var isBlank: Bool {
        unicodeScalars.allSatisfy {
            $0.isWhiteSpace || $0.properties.generalCategory == .format
        }
    }
}
