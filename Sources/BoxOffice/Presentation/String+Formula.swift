extension String {
    /// Whether a spreadsheet would take the text for a formula: after OWASP's "CSV Injection", with
    /// the signs in their full width besides.
    package var isFormula: Bool {
        switch unicodeScalars.first(where: { $0 != "\u{FEFF}" }) {
        case "=", "+", "-", "@", "\t", "\r", "\0", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}":
            true
        default: false
        }
    }
}
