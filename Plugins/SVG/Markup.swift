internal import BoxOffice

/// The escaping of text and attribute values in pages and pictures.
package enum Markup {
    /// Returns `text` in one line, with references for the characters of markup.
    ///
    /// Noncharacters, which neither HTML nor XML allows, become U+FFFD.
    package static func escaping(_ text: String) -> String {
        let line = text.inOneLine
        // From 0xEF on, a byte may begin a noncharacter.
        if line.utf8.allSatisfy({ $0 < 0xEF && !"&<>\"'".utf8.contains($0) }) { return line }
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
}

extension String {
    /// True if no part of the text is visible.
    package var isBlank: Bool {
        unicodeScalars.allSatisfy {
            $0.isWhiteSpace || $0.properties.generalCategory == .format
        }
    }
}
