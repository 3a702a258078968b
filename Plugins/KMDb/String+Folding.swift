internal import BoxOffice

extension String {
    /// The letters and digits alone, in lower case and of usual width, so that titles and names can
    /// be compared.
    var folded: String {
        var folded = String.UnicodeScalarView()
        for usual in unicodeScalars.lazy.map(\.inUsualWidth) {
            if usual.properties.isAlphabetic || usual.properties.numericType != nil {
                folded.append(usual)
            }
        }
        return String(folded).lowercased()
    }

    /// The text without the marks `!HS` and `!HE` that KMDb puts around words that match, and with one
    /// space where there were several.
    var withoutMarks: String {
        var text = Substring(self)
        var pieces: [Substring] = []
        while let mark = text.firstIndex(of: "!") {
            let isMark = text[mark...].hasPrefix("!HS") || text[mark...].hasPrefix("!HE")
            let end = text.index(mark, offsetBy: isMark ? 3 : 1)
            pieces.append(text[..<(isMark ? mark : end)])
            text = text[end...]
        }
        return (pieces + [text]).joined().split(separator: " ").joined(separator: " ")
    }

    /// The text as a number under which the rating board examined a film, such as `2022-MF03292`; nil if
    /// it is none, such as `-`.
    var asRatingNumber: String? {
        let number = trimmed.uppercased()
        return number.utf8.count { (0x30...0x39).contains($0) } >= 4 ? number : nil
    }

    /// The text without white space at its ends.
    var trimmed: String { trimming { $0.isWhitespace } }

    /// The year that the text begins with: `1996`, `19960412`, `199604`; nil if there is none.
    var leadingYear: Int? {
        let digits = prefix(4)
        guard digits.utf8.count == 4, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(digits).flatMap { $0 > 0 ? $0 : nil }
    }
}

extension Int {
    /// Whether films were made in that year or may be soon; sources of others may say anything.
    var isYearOfFilms: Bool { (1880...2200).contains(self) }
}
