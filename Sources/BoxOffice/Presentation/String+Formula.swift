extension String {
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
