internal import BoxOffice

/// What became of texts that no cell can hold.
struct CellNotes {
    private var first: Message?
    private var count = 0

    /// Notes that the text in a column of a row was cut.
    mutating func cut(in sheet: String, row: Int, _ column: Column) {
        count += 1
        if first == nil {
            first = Message("cell", "'\(sheet)', row \(row + 1), \(column.name)")
        }
    }

    /// One sentence, however many texts were cut.
    var remarks: [Fault] {
        guard let first else { return [] }
        let most = CellText.mostCharacters
        let message =
            count == 1
            ? Message(
                "text-cut",
                "a text was cut to \(most) characters, as many as a cell holds: \(first)")
            : Message(
                "texts-cut",
                "\(count) texts were cut to \(most) characters, as many as a cell holds; the first: \(first)"
            )
        return [Fault(.malformed, "texts-cut", message)]
    }
}
