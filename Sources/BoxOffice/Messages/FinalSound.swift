/// The final sound of a text as a Korean reader says it, which decides the form of the particle
/// after it.
///
/// - Hangul: by the last consonant of the syllable.
/// - Digits: as they are read in Korean (0 영, 1 일, 3 삼, 6 육, 7 칠, 8 팔 end in a consonant).
/// - Latin letters in capitals, or without a vowel, are spelled out: `CSV` 시에스브이, `html` 에이치티엠엘.
/// - Other Latin words are read as loanwords: `l` and `le` end in ㄹ; `m`, `n`, `ng`, `me` and `ne`
///   in a consonant; `b`, `c`, `k`, `p` and `t` in a consonant only after a single vowel (`format`
///   포맷, but `chart` 차트), `p` also after two (`deep` 딥), `ck` always; everything else in a vowel.
///
/// Punctuation at the end is skipped, and so are words in parentheses after others.
package enum FinalSound: Hashable, Sendable {
    case vowel
    case rieul
    case consonant

    /// Finds the final sound of `text`; a text without a letter or digit ends in a vowel.
    package init(of text: some StringProtocol) {
        let characters = Array(text.suffix(64)).droppingNote
        guard let end = characters.lastIndex(where: { $0.isLetter || $0.isNumber }),
            let scalar = characters[end].unicodeScalars.last
        else {
            self = .vowel
            return
        }
        switch scalar.value {
        case 0xAC00...0xD7A3:
            let final = (scalar.value - 0xAC00) % 28
            self = final == 0 ? .vowel : final == 8 ? .rieul : .consonant
        // Names of files on a Mac have their syllables taken apart.
        case 0x11A8...0x11C2: self = scalar.value == 0x11AF ? .rieul : .consonant
        case 0x30...0x39: self = Self.digits[Int(scalar.value - 0x30)]
        default:
            let word = characters[...end].reversed().prefix { $0.isASCII && $0.isLetter }
            self = word.isEmpty ? .vowel : Self(ofWord: String(word.reversed()))
        }
    }

    /// Returns true if everybody reads the end of `text` alike: it is Hangul, but for quotation marks
    /// and the like.
    ///
    /// `F1` may be 에프원 or 에프일.
    package static func isSure(of text: some StringProtocol) -> Bool {
        let last = text.last { !"’”'\"!?.".contains($0) }
        return last?.unicodeScalars.last.map { (0xAC00...0xD7A3).contains($0.value) } ?? false
    }

    private static let digits: [FinalSound] = [
        .consonant, .rieul, .vowel, .consonant, .vowel, .vowel, .consonant, .rieul, .rieul, .vowel,
    ]

    /// Finds the final sound of the Latin `word`.
    private init(ofWord word: String) {
        let letters = Array(word.lowercased())
        let last = letters.last ?? "a"
        let before = letters.dropLast().last
        let isSpelled = word == word.uppercased() || !letters.contains(where: \.isVowel)
        switch last {
        case "l": self = .rieul
        case "r" where isSpelled: self = .rieul
        case "m", "n": self = .consonant
        case _ where isSpelled: self = .vowel
        case "e" where before == "l": self = .rieul
        case "e" where before == "m" || before == "n": self = .consonant
        case "g" where before == "n": self = .consonant
        case "b", "c", "k", "p", "t":
            let isShort =
                before?.isVowel == true
                && (last == "p" || letters.dropLast(2).last?.isVowel != true)
            self = isShort || (last == "k" && before == "c") ? .consonant : .vowel
        default: self = .vowel
        }
    }

    /// Returns the form of a particle, such as `을` or `를`, for a text with this final sound: the
    /// first after a consonant, but `로` and not `으로` after ㄹ.
    package func particle(_ first: String, _ second: String) -> String {
        switch self {
        case .consonant: first
        case .vowel: second
        case .rieul: first.hasPrefix("으") ? second : first
        }
    }
}

extension Character {
    fileprivate var isVowel: Bool { "aeiouy".contains(self) }
}

extension [Character] {
    /// The text without the words in parentheses at its end, unless there is nothing else.
    fileprivate var droppingNote: [Character] {
        guard last == ")", let start = lastIndex(of: "("),
            self[..<start].contains(where: { $0.isLetter || $0.isNumber })
        else { return self }
        return Array(self[..<start])
    }
}
