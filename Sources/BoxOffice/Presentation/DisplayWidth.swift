/// How many columns of a terminal, or of a font with fixed widths, a text takes.
///
///     DisplayWidth()("기생충")  // 6
public struct DisplayWidth: Sendable {
    /// The width of characters that are narrow to some programs and wide to others: 1 or 2.
    public let ofAmbiguous: Int

    /// Measures with that width of ambiguous characters.
    public init(ofAmbiguous: Int = 1) {
        self.ofAmbiguous = ofAmbiguous
    }

    /// The width of `text`, without anything in it that steers a terminal.
    public func callAsFunction(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// The width of a character is the sum over its scalars: marks take no room, and neither do
    /// scalars that join or vary the one before.
    private func width(of character: Character) -> Int {
        var sum = 0
        var isJoined = false
        var flagLetters = 0
        for scalar in character.unicodeScalars {
            switch scalar.value {
            case 0x200D: isJoined = true
            case 0xFE0F: sum = max(sum, 2)  // The form in colour, which is wide.
            case 0x1160...0x11FF, 0xD7B0...0xD7FB: break  // Vowels and finals inside a syllable.
            case 0x1F3FB...0x1F3FF where sum > 0: break  // The colour of a skin.
            case 0x1F1E6...0x1F1FF:
                flagLetters += 1
                sum = max(sum, flagLetters)
            default:
                if !isJoined { sum += width(of: scalar) }
                isJoined = false
            }
        }
        return sum
    }

    private func width(of scalar: Unicode.Scalar) -> Int {
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

extension Unicode.Scalar {
    /// The character in its usual width, if it is a full-width form of ASCII; else itself.
    ///
    /// These forms are 0xFEE0 behind the usual ones (Unicode, block FF00–FFEF).
    package var inUsualWidth: Unicode.Scalar {
        guard (0xFF01...0xFF5E).contains(value) else { return self }
        return Unicode.Scalar(value - 0xFEE0) ?? self
    }
}
