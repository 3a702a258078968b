/// How many columns of a terminal, or of a font with fixed widths, a text takes.
struct DisplayWidth: Sendable {
    /// The width of characters that are narrow to some programs and wide to others: 1 or 2.
    let ofAmbiguous: Int

    /// The width of `text`, without anything in it that steers a terminal.
    func callAsFunction(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// The width of a character is that of its widest scalar: marks and joiners take no room.
    private func width(of character: Character) -> Int {
        character.unicodeScalars.reduce(0) { max($0, width(of: $1)) }
    }

    private func width(of scalar: Unicode.Scalar) -> Int {
        let emojiSelector: Unicode.Scalar = "\u{FE0F}"
        if scalar == emojiSelector { return 2 }
        if scalar.value < 0x300 { return width(ofLatin: scalar) }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        if EastAsianWidth.contains(scalar, in: EastAsianWidth.wide) { return 2 }
        return EastAsianWidth.contains(scalar, in: EastAsianWidth.ambiguous) ? ofAmbiguous : 1
    }

    private func width(ofLatin scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0xAD: 0
        case 0..<0x7F: 1
        default: EastAsianWidth.contains(scalar, in: EastAsianWidth.ambiguous) ? ofAmbiguous : 1
        }
    }
}
