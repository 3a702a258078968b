/// A text in the form that a cell can hold.
///
/// Cells hold at most 32,767 characters, counted in UTF-16. Characters that XML forbids are written
/// as `_xHHHH_`, which spreadsheets read back (ECMA-376-1, 22.9.2.19), and so is an underscore that
/// would begin such a text. Line ends become LF.
struct CellText {
    let text: String
    /// True if something was cut off.
    let isCut: Bool
    /// The approximate width of the longest line, in columns of a fixed-width font.
    let width: Int

    /// The width of a column that holds it on one line, with a gap before it: a Hangul syllable is
    /// a little wider than two characters.
    var room: Int { Self.room(for: width + 1) }

    /// Returns the beginning of `text` in the form of a cell, short enough for titles and properties:
    /// the library would cut longer texts itself, possibly within a character.
    static func beginning(of text: String) -> String { CellText(String(text.prefix(200))).text }

    /// Returns the width of a column for content of that width.
    static func room(for width: Int) -> Int { width + width / 20 + 1 }

    /// Returns the number of lines it takes in a column of `columns` characters: an eighth of each
    /// line may stay empty, because spreadsheets do not break within a word.
    func lines(in columns: Int) -> Int { max(1, (width * 9 / 8 + columns - 1) / columns) }

    /// Converts `text` to a form that fits in a cell.
    init(_ text: String) {
        // Every scalar is counted once, at its first byte; Hangul and all scalars beyond it count
        // as two.
        let whole = text.utf8.reduce(0) { $0 + ($1 >= 0xE0 ? 2 : $1 < 0x80 || $1 >= 0xC0 ? 1 : 0) }
        let isPlain =
            text.utf8.count <= Self.maxCharacters
            && !text.utf8.contains { $0 < 0x20 || $0 == 0xEF || $0 == UInt8(ascii: "_") }
        let longest = isPlain ? nil : text.split(separator: "\n").map(\.utf8.count).max()
        width = min(whole, longest ?? whole)
        (self.text, isCut) = isPlain ? (text, false) : Self.escaped(text)
    }

    /// Returns the text with everything escaped that needs it, as far as a cell can hold it.
    private static func escaped(_ text: String) -> (String, isCut: Bool) {
        var result = ""
        var units = 0
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.first {
            let piece = piece(for: scalar, at: scalars)
            units += piece.utf16.count
            guard units <= maxCharacters else { return (result, true) }
            result += piece
            scalars.removeFirst(scalar == "\r" && scalars.dropFirst().first == "\n" ? 2 : 1)
        }
        return (result, false)
    }

    /// Returns the escaped form of `scalar`, the first of `rest`.
    private static func piece(
        for scalar: Unicode.Scalar, at rest: Substring.UnicodeScalarView
    ) -> String {
        switch scalar {
        case "\r": return "\n"
        case "_" where isEscape(rest): return "_x005F_"
        case _ where isForbidden(scalar):
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "_x\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)_"
        default: return String(scalar)
        }
    }

    /// Returns true if XML forbids the character.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && ![0x09, 0x0A, 0x0D].contains(scalar.value)
            || scalar.value == 0xFFFE || scalar.value == 0xFFFF
    }

    /// Returns true if `rest` begins like `_x0041_`, even if the last underscore is the first
    /// character of the escaped form of a forbidden one.
    private static func isEscape(_ rest: Substring.UnicodeScalarView) -> Bool {
        let next = Array(rest.prefix(7))
        return next.count == 7 && next[1] == "x" && (next[6] == "_" || isForbidden(next[6]))
            && next[2...5].allSatisfy { $0.properties.isASCIIHexDigit }
    }

    /// The maximum number of characters in a cell.
    static let maxCharacters = 32_767
}
