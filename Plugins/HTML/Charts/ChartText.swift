internal import BoxOffice

/// Estimates of how wide a sans-serif text is drawn.
///
/// The reader's font is not known, so the estimates are generous: common fonts are narrower over the
/// length of a title.
enum ChartText {
    /// The width of `text` at that size of the font.
    static func width(_ text: String, size: Double) -> Double {
        text.reduce(0) { $0 + width(of: $1) } * size
    }

    /// `text` in one line, cut with `…` if it is wider than `width`.
    static func fitted(_ text: String, to width: Double, size: Double) -> String {
        var fitted = ""
        var end = ""
        var used = 0.0
        for character in text {
            // Many marks on one letter would cover the lines above and below.
            let character = character.unicodeScalars.count > mostScalars ? "\u{FFFD}" : character
            used += self.width(of: character) * size
            if used > width { return end + "…" }
            fitted.append(character)
            if used + size <= width { end = fitted }
        }
        return fitted
    }

    /// The width of a character as a part of the font's size.
    private static func width(of character: Character) -> Double {
        if let ascii = character.asciiValue { return width(ofASCII: ascii) }
        if character.unicodeScalars.contains(where: { $0.value >= 0x1F000 && $0.value < 0x20000 }) {
            return 1.4
        }
        return switch displayWidth(String(character)) {
        case 0: 1  // It is shown as U+FFFD.
        case 1: 0.8
        default: 1
        }
    }

    private static func width(ofASCII ascii: UInt8) -> Double {
        switch ascii {
        case UInt8(ascii: "m"), UInt8(ascii: "w"), UInt8(ascii: "M"), UInt8(ascii: "W"),
            UInt8(ascii: "@"), UInt8(ascii: "%"), 0..<0x20, 0x7F:
            1
        case UInt8(ascii: "i"), UInt8(ascii: "l"), UInt8(ascii: "j"), UInt8(ascii: "t"),
            UInt8(ascii: "f"), UInt8(ascii: "r"), UInt8(ascii: "I"), UInt8(ascii: " "),
            UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "-"),
            UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "'"), UInt8(ascii: "!"):
            0.42
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x20...0x2F, 0x3A...0x40: 0.8
        default: 0.64
        }
    }

    private static let displayWidth = DisplayWidth()
    private static let mostScalars = 8
}
