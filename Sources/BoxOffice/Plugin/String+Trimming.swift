extension StringProtocol {
    /// Returns the text without the leading and trailing characters for which `isBlank` is true.
    package func trimming(_ isBlank: (Character) -> Bool) -> String {
        let tail = drop(while: isBlank)
        guard let last = tail.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(tail[...last])
    }
}
