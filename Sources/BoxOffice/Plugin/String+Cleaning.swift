extension String {
    /// The text without control characters other than tabs and line ends; nil if nothing is left.
    ///
    /// JSON could contain them and XML could not, and they are never part of a real text.
    package var cleaned: String? {
        guard mayHaveControls else { return self }
        let scalars = unicodeScalars.filter { scalar in
            (scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
                || "\t\r\n".unicodeScalars.contains(scalar)
        }
        return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
    }

    /// Whether the text may contain control characters; those beyond ASCII all begin with the byte
    /// C2.
    private var mayHaveControls: Bool {
        utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
    }
}
