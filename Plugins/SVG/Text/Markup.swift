internal import BoxOffice

/// Text that is shown as it is, wherever a page or a picture has text or the value of an attribute.
package enum Markup {
    /// Returns `text` in one line, with references for what would be taken for markup.
    ///
    /// Code points that are no characters, which neither HTML nor XML may have, become U+FFFD.
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

    /// Whether the byte is part of no sign that is escaped.
    private static func isHarmless(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
            UInt8(ascii: "'"):
            false
        default: byte < 0xEF  // What comes from there on may begin something that is no character.
        }
    }
}

extension String {
    /// Whether nothing of the text is seen.
    package var isBlank: Bool {
        unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.generalCategory == .format
        }
    }
}
