extension String {
    /// The text as one word of a shell, in quotes if it needs them.
    package var quotedForShell: String {
        let isPlain =
            !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "-_./:,=+@%".unicodeScalars.contains(scalar)
            }
        guard !isPlain else { return self }
        let parts = split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: "'\\''"))'"
    }
}
