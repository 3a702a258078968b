extension StringProtocol {
    /// The text without the characters at its ends for which `isBlank` holds.
    package func trimming(_ isBlank: (Character) -> Bool) -> String {
        let tail = drop(while: isBlank)
        guard let last = tail.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(tail[...last])
    }
}
