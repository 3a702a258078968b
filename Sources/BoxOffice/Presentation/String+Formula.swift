extension String {
    /// True if a spreadsheet would take the text for a formula: by the signs of OWASP's "CSV
    /// Injection", and their full-width forms.
    package var isFormula: Bool {
        switch unicodeScalars.first(where: { $0 != "\u{FEFF}" }) {
        case "=", "+", "-", "@", "\t", "\r", "\0", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}":
            true
        default: false
        }
    }
}
