extension String {
    /// The text as a name in SQL, quoted: a column may be called `from` or anything else.
    ///
    /// It must have no NUL, which would end the statement.
    var sqlName: String { quoted(by: "\"") }

    /// The text as a value in SQL.
    var sqlText: String { quoted(by: "'") }

    private func quoted(by mark: Unicode.Scalar) -> String {
        var text = String(mark)
        // By scalars, because a quotation mark with an accent behind it is another character.
        for scalar in unicodeScalars {
            if scalar == mark { text.unicodeScalars.append(scalar) }
            text.unicodeScalars.append(scalar)
        }
        text.unicodeScalars.append(mark)
        return text
    }

    /// Whether SQLite takes the names for the same.
    func isSame(as other: String) -> Bool { lowercased() == other.lowercased() }
}
