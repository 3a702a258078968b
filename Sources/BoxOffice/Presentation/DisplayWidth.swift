/// A measure of the columns that a text takes in a terminal, or in a fixed-width font.
///
///     DisplayWidth()("기생충")  // 6
package struct DisplayWidth: Sendable {
    /// The width of characters that are narrow to some programs and wide to others: 1 or 2.
    package let ambiguous: Int

    /// Makes a measure with this width of ambiguous characters.
    package init(ofAmbiguous: Int = 1) {
        self.ambiguous = ofAmbiguous
    }

    /// Returns the width of `text`, not counting control characters.
    package func callAsFunction(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// Returns the width of a character: the sum over its scalars, where marks and scalars that
    /// join or vary the one before take no room.
    private func width(of character: Character) -> Int {
        var sum = 0
        var isJoined = false
        for scalar in character.unicodeScalars {
            switch scalar.value {
            case 0x200D: isJoined = true
            case 0xFE0F: sum = max(sum, 2)  // The form in colour, which is wide.
            case 0x1160...0x11FF, 0xD7B0...0xD7FB: break  // Vowels and finals inside a syllable.
            case 0x1F3FB...0x1F3FF where sum > 0: break  // The colour of a skin.
            default:
                if !isJoined { sum += width(of: scalar) }
                isJoined = false
            }
        }
        return sum
    }

    private func width(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if (0x20..<0x7F).contains(value) { return 1 }
        if (0xAC00...0xD7A3).contains(value) { return 2 }  // Syllables of Hangul.
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        if EastAsianWidth.wide.contains(where: { $0.contains(value) }) { return 2 }
        return EastAsianWidth.ambiguous.contains { $0.contains(value) } ? ambiguous : 1
    }
}

extension Unicode.Scalar {
    /// The character in its usual width, if it is a full-width form of ASCII; else itself.
    ///
    /// These forms are 0xFEE0 above the usual ones (Unicode, block FF00–FFEF).
    package var inUsualWidth: Unicode.Scalar {
        guard (0xFF01...0xFF5E).contains(value) else { return self }
        return Unicode.Scalar(value - 0xFEE0) ?? self
    }
}

/// The wide and the ambiguous characters, from EastAsianWidth.txt of Unicode 18.
///
/// Ranges may include code points that are not assigned or take no room.
enum EastAsianWidth {
    /// The ranges that are wide (W, F), in their order.
    static let wide = ranges(
        """
        1100-115F 231A-231B 2329-232A 23E9-23EC 23F0 23F3 25FD-25FE 2614-2615 2630-2637 2648-2653
        267F 268A-268F 2693 26A1 26AA-26AB 26BD-26BE 26C4-26C5 26CE 26D4 26EA 26F2-26F3 26F5 26FA
        26FD 2705 270A-270B 2728 274C 274E 2753-2755 2757 2795-2797 27B0 27BF 2B1B-2B1C 2B50 2B55
        2E80-303E 3041-3247 3250-A4C6 A960-A97C AC00-D7A3 F900-FAFF FE10-FE6B FF01-FF60 FFE0-FFE6
        16FE0-1B2FB 1D300-1D376 1F004 1F0CF 1F18E 1F191-1F19A 1F1AE 1F200-1F320 1F32D-1F335
        1F337-1F37C 1F37E-1F393 1F3A0-1F3CA 1F3CF-1F3D3 1F3E0-1F3F0 1F3F4 1F3F8-1F43E 1F440
        1F442-1F4FC 1F4FF-1F53D 1F54B-1F54E 1F550-1F567 1F57A 1F595-1F596 1F5A4 1F5FB-1F64F
        1F680-1F6C5 1F6CC 1F6D0-1F6D2 1F6D5-1F6DF 1F6EB-1F6EC 1F6F4-1F6FC 1F7DA 1F7E0-1F7F0
        1F90C-1F93A 1F93C-1F945 1F947-1F9FF 1FA70-1FAFA 20000-3FFFD
        """)

    /// The ranges whose width is ambiguous (A), in their order: narrow to most programs, wide to
    /// some made for East Asian text.
    static let ambiguous = ranges(
        """
        A1 A4 A7-A8 AA AE B0-B4 B6-BA BC-BF C6 D0 D7-D8 DE-E1 E6 E8-EA EC-ED F0 F2-F3 F7-FA FC FE
        101 111 113 11B 126-127 12B 131-133 138 13F-142 144 148-14B 14D 152-153 166-167 16B 1CE
        1D0 1D2 1D4 1D6 1D8 1DA 1DC 251 261 2C4 2C7 2C9-2CB 2CD 2D0 2D8-2DB 2DD 2DF 391-3A9
        3B1-3C1 3C3-3C9 401 410-44F 451 2010 2013-2016 2018-2019 201C-201D 2020-2022 2024-2027
        2030 2032-2033 2035 203B 203E 2074 207F 2081-2084 20AC 2103 2105 2109 2113 2116 2121-2122
        2126 212B 2153-2154 215B-215E 2160-216B 2170-2179 2189 2190-2199 21B8-21B9 21D2 21D4 21E7
        2200 2202-2203 2207-2208 220B 220F 2211 2215 221A 221D-2220 2223 2225 2227-222C 222E
        2234-2237 223C-223D 2248 224C 2252 2260-2261 2264-2267 226A-226B 226E-226F 2282-2283
        2286-2287 2295 2299 22A5 22BF 2312 2460-24E9 24EB-254B 2550-2573 2580-258F 2592-2595
        25A0-25A1 25A3-25A9 25B2-25B3 25B6-25B7 25BC-25BD 25C0-25C1 25C6-25C8 25CB 25CE-25D1
        25E2-25E5 25EF 2605-2606 2609 260E-260F 261C 261E 2640 2642 2660-2661 2663-2665 2667-266A
        266C-266D 266F 269E-269F 26BF 26C6-26CD 26CF-26D3 26D5-26E1 26E3 26E8-26E9 26EB-26F1 26F4
        26F6-26F9 26FB-26FC 26FE-26FF 273D 2776-277F 2B56-2B59 3248-324F E000-F8FF FFFD
        1F100-1F10A 1F110-1F12D 1F130-1F169 1F170-1F18D 1F18F-1F190 1F19B-1F1AC F0000-10FFFD
        """)

    /// Returns the code points of each range in `table`, whose numbers are hexadecimal.
    private static func ranges(_ table: String) -> [ClosedRange<UInt32>] {
        table.split { $0 == " " || $0 == "\n" }.map { range in
            let ends = range.split(separator: "-").map { UInt32($0, radix: 16) ?? 0 }
            return (ends.first ?? 0)...(ends.last ?? 0)
        }
    }
}
