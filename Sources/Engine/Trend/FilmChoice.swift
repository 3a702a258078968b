package import BoxOffice

/// A film as a user names it: a code, a title, or `TITLE:YEAR`.
package struct FilmChoice: Hashable, Sendable {
    /// The text as typed.
    package let text: String

    /// Takes what was typed.
    package init(_ text: String) { self.text = text }

    /// What stands for the film until it is looked up.
    package var placeholder: TrendFilm {
        TrendFilm(
            code: text, title: text, openDate: nil, firstDay: Day(daysSince1970: 0), periods: nil)
    }

    /// Whether the text may be a code of KOBIS: eight ASCII letters and digits, a digit among them.
    var mayBeCode: Bool {
        let bytes = text.utf8
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return bytes.count == 8
            && bytes.allSatisfy { byte in
                digits.contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            } && bytes.contains(where: digits.contains)
    }

    /// The title and the year of `TITLE:YEAR`; nil if the text has another form.
    var titleAndYear: (title: String, year: Int)? {
        let text = title
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let title = text[..<colon].trimming { $0 == " " }
        let digits = text[colon...].dropFirst().trimming { $0 == " " }
        guard !title.isEmpty, digits.utf8.count == 4, let year = Int(digits), year > 0 else {
            return nil
        }
        return (title, year)
    }

    /// The text as a register would have it: characters of the usual width, single spaces.
    package var title: String { Self.plain(text).split(separator: " ").joined(separator: " ") }

    /// The longest word of `title`; the first of several.
    static func longestWord(of title: String) -> String {
        let words = title.split { !$0.isLetter && !$0.isNumber }
        return String(words.reduce("") { $1.count > $0.count ? $1 : $0 })
    }

    /// What two titles have in common if they are equal but for spaces, width and Latin case.
    static func key(of title: String) -> String {
        plain(title).lowercased().filter { $0 != " " }
    }

    /// The text with characters of the usual width, whole Hangul syllables, and spaces for everything
    /// that is one.
    private static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let value = scalar.value
            if scalar.properties.isWhitespace || (0x200B...0x200D).contains(value)
                || value == 0xFEFF || value == 0x2060
            {
                plain.append(" ")
            } else {
                plain.appendComposing(scalar.inUsualWidth)
            }
        }
        return String(plain)
    }
}

extension String.UnicodeScalarView {
    /// Appends `scalar`, as a part of the last Hangul syllable if it is one: names of files on a Mac
    /// have their syllables taken apart, and a register is not searched for those.
    ///
    /// The arithmetic is that of the Unicode Standard, section 3.12.
    fileprivate mutating func appendComposing(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        var syllable: UInt32?
        if let last = last?.value {
            if (0x1100...0x1112).contains(last), (0x1161...0x1175).contains(value) {
                syllable = 0xAC00 + ((last - 0x1100) * 21 + value - 0x1161) * 28
            } else if (0xAC00...0xD7A3).contains(last), (last - 0xAC00) % 28 == 0,
                (0x11A8...0x11C2).contains(value)
            {
                syllable = last + value - 0x11A7
            }
        }
        guard let syllable, let whole = Unicode.Scalar(syllable) else { return append(scalar) }
        removeLast()
        append(whole)
    }
}
