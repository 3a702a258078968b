extension String {
    /// The text as a name in SQL, quoted: a column may be called `from` or anything else.
    ///
    /// It must have no NUL, which would end the statement.
    var sqlName: String {
        var text = "\""
        // By scalars, because a quotation mark with an accent behind it is another character.
        for scalar in unicodeScalars {
            if scalar == "\"" { text.unicodeScalars.append(scalar) }
            text.unicodeScalars.append(scalar)
        }
        text.unicodeScalars.append("\"")
        return text
    }
}
