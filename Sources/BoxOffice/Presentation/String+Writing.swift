extension String {
    /// The text in one line, without anything that controls a terminal or deceives a reader.
    ///
    /// Line ends and tabs become spaces. Other control characters, and those that change the
    /// direction of a line, become U+FFFD.
    public var inOneLine: String {
        // Those beyond ASCII begin with the bytes C2 and E2.
        let isPlain = utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 && $0 != 0xE2 }
        guard !isPlain else { return self }
        var line = UnicodeScalarView()
        var last: Unicode.Scalar = " "
        for scalar in unicodeScalars {
            defer { last = scalar }
            switch scalar {
            case "\n" where last == "\r": continue
            case "\n", "\r", "\t", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}":
                line.append(" ")
            case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": line.append("\u{FFFD}")
            case _ where scalar.properties.generalCategory == .control: line.append("\u{FFFD}")
            default: line.append(scalar)
            }
        }
        return String(line)
    }

    /// The text as one word of a shell command, in quotes if it needs them.
    package var quotedForShell: String {
        let isPlain =
            !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "-_./:,=+@%".unicodeScalars.contains(scalar)
            }
        guard !isPlain else { return self }
        return "'\(unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined())'"
    }

    /// Returns the text between two of `mark`, with each in it doubled, as SQL quotes names and texts.
    package func quoted(by mark: Unicode.Scalar) -> String {
        // Done by scalars, because a quotation mark followed by a combining accent is a different
        // character.
        let scalars = unicodeScalars.flatMap { $0 == mark ? [mark, mark] : [$0] }
        return String(String.UnicodeScalarView([mark] + scalars + [mark]))
    }

    /// True if a `'` is written before the text for spreadsheets, which would otherwise take it for
    /// a formula: by the signs of OWASP's "CSV Injection", and their full-width forms.
    ///
    /// A text that has a `'` before such a sign gets another, so that a reader can take one off.
    package var needsFormulaGuard: Bool {
        switch unicodeScalars.first(where: { $0 != "\u{FEFF}" && $0 != "'" }) {
        case "=", "+", "-", "@", "\t", "\r", "\0", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}":
            true
        default: false
        }
    }
}

extension Sequence where Element: StringProtocol {
    /// Returns the words in lines, each with as many of them as `fits` allows; a word that fits nowhere
    /// has a line of its own.
    package func inLines(that fits: (String) -> Bool) -> [String] {
        reduce(into: []) { lines, word in
            if let longer = lines.last.map({ "\($0) \(word)" }), fits(longer) {
                lines[lines.count - 1] = longer
            } else {
                lines.append(String(word))
            }
        }
    }
}

extension Unicode.Scalar {
    /// The character, or its number if it could control a terminal, or break or reverse the line.
    package var harmless: String {
        isSteering ? "\\u{\(String(value, radix: 16))}" : String(self)
    }

    /// True if the character could control a terminal, or break or reverse the line it is in.
    package var isSteering: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
