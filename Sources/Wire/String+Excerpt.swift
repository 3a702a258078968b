extension String {
    /// At most the first forty characters, without control characters, for messages that quote what
    /// a service or a plugin wrote.
    package var excerpt: String {
        let printed = unicodeScalars.lazy.filter { $0.properties.generalCategory != .control }
        let start = printed.prefix(41)
        var excerpt = String.UnicodeScalarView(start.prefix(40))
        if start.count > 40 { excerpt.append("…") }
        return String(excerpt)
    }
}
