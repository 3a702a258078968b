extension String {
    /// The text without control characters other than tabs and line ends; nil if nothing is left.
    ///
    /// JSON can contain them, XML cannot, and they are never part of a real text.
    package var cleaned: String? {
        guard mayHaveControls else { return self }
        let scalars = unicodeScalars.filter { scalar in
            (scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
                || "\t\r\n".unicodeScalars.contains(scalar)
        }
        return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
    }

    /// True if the text may contain control characters; those beyond ASCII all begin with the byte
    /// C2.
    private var mayHaveControls: Bool {
        let bytes = utf8.span
        // No early exit from the loop, so that the compiler can vectorize it.
        var suspects: UInt8 = 0
        for index in bytes.indices {
            let byte = bytes[index]
            suspects |= (byte < 0x20 ? 1 : 0) | (byte == 0x7F ? 1 : 0) | (byte == 0xC2 ? 1 : 0)
        }
        return suspects != 0
    }
}
