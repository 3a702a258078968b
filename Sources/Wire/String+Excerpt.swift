extension String {
    /// At most the first forty characters, for messages that quote a service or a plugin.
    ///
    /// Control characters are shown as `\u{1b}`.
    package var excerpt: String {
        var excerpt = ""
        for scalar in unicodeScalars.prefix(40) {
            if scalar.properties.generalCategory == .control {
                excerpt += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                excerpt.unicodeScalars.append(scalar)
            }
        }
        return unicodeScalars.count > 40 ? excerpt + "…" : excerpt
    }
}
