extension Unicode.Scalar {
    /// True for what Unicode calls white space, of which nothing comes after U+3000.
    package var isWhiteSpace: Bool { value <= 0x3000 && properties.isWhitespace }
}

extension StringProtocol {
    /// Returns the text without the leading and trailing characters for which `isBlank` is true.
    package func trimming(_ isBlank: (Character) -> Bool) -> String {
        let tail = drop(while: isBlank)
        guard let last = tail.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(tail[...last])
    }
}
