extension Unicode.Scalar {
    /// True for what Unicode calls white space: a space or a line end of any kind.
    package var isWhiteSpace: Bool {
        // The properties are slow, and none of it comes after U+3000.
        value < 0x80
            ? value == 0x20 || (0x09...0x0D).contains(value)
            : value <= 0x3000 && properties.isWhitespace
    }
}

extension StringProtocol {
    /// Returns the text without the leading and trailing characters for which `isBlank` is true.
    package func trimming(_ isBlank: (Character) -> Bool) -> String {
        let tail = drop(while: isBlank)
        guard let last = tail.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(tail[...last])
    }
}
