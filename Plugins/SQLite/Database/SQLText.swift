extension String {
    /// The text as a name in SQL, quoted: a column may be called `from` or anything else.
    var sqlName: String { quoted("\"") }

    /// The text as a text in SQL.
    var sqlText: String { quoted("'") }

    /// A NUL would end the statement, so it is left out.
    private func quoted(_ mark: Character) -> String {
        var text = String(mark)
        for character in self where character != "\0" {
            if character == mark { text.append(mark) }
            text.append(character)
        }
        text.append(mark)
        return text
    }
}
