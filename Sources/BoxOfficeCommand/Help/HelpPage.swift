internal import BoxOffice

/// A row of a list on a help page or in the manual.
struct HelpRow {
    /// The thing described, such as `--jobs <n>`; it is the same in every language.
    let label: String
    /// The description.
    let text: Message
    /// The note after the text, such as `(default: 4)`; it is not broken if it fits a line.
    let note: Message?

    /// Creates a row from a text, its Korean wording if it has none itself, and a note.
    init(_ label: String, _ text: Message, ko korean: String? = nil, note: Message? = nil) {
        self.label = label
        self.text = text.with(korean)
        self.note = note
    }
}

/// A help page for a terminal, written from top to bottom in one language.
///
/// It is laid out in cells and not in characters, because Hangul is two cells wide.
struct HelpPage {
    /// The width of a page, in cells.
    static let width = 80
    /// The wordings in the language of the page.
    let catalogue: Catalogue
    /// The page so far.
    private(set) var text = ""

    /// Returns `message` in the language of the page.
    func words(_ message: Message) -> String { message.text(in: catalogue) }

    /// Writes the heading of a section.
    mutating func heading(_ title: Message) {
        text += "\n\(words(title))\n"
    }

    /// Writes paragraphs, which are separated by empty lines.
    mutating func paragraphs(_ prose: Message, indent: Int = 0) {
        for line in words(prose).split(separator: "\n", omittingEmptySubsequences: false) {
            write(String(line).wrapped(to: Self.width - indent), indent: indent)
            if line.isEmpty { text += "\n" }
        }
    }

    /// Writes command lines of the program as they are; the first follows `title`.
    mutating func commands(_ lines: [String], after title: Message = "  ") {
        let title = words(title)
        let indent = "".padded(to: DisplayWidth()(title))
        text += title + lines.map { "bo-export \($0)\n" }.joined(separator: indent)
    }

    /// Writes a section with a list of labels, and their texts from `column` on; nothing if there
    /// are no rows.
    mutating func list(_ title: Message, _ rows: [HelpRow], column: Int) {
        if !rows.isEmpty { heading(title) }
        for row in rows {
            let label = "  \(row.label)"
            let note = row.note.map(words) ?? ""
            var lines = words(row.text).wrapped(to: Self.width - column, note: note)[...]
            // A label that reaches into the text column gets a line of its own.
            let isShort = DisplayWidth()(label) <= column - 2
            text +=
                isShort ? "\(label.padded(to: column))\(lines.popFirst() ?? "")\n" : "\(label)\n"
            write(Array(lines), indent: column)
        }
    }

    private mutating func write(_ lines: [String], indent: Int) {
        for line in lines { text += "".padded(to: indent) + line + "\n" }
    }
}

extension String {
    /// Returns the text in lines of at most `width` cells, broken at spaces.
    ///
    /// Hangul is two cells wide. No word on a page is wider than a line.
    ///
    /// - Parameter note: the note after the text; it is broken only if it is wider than a line.
    func wrapped(to width: Int, note: String = "") -> [String] {
        let cells = DisplayWidth()
        var words = split(separator: " ").map { String($0) }
        words += cells(note) > width ? note.split(separator: " ").map { String($0) } : [note]
        return words.filter { !$0.isEmpty }.inLines { cells($0) <= width }
    }

    /// Returns the text followed by spaces up to `width` cells.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - DisplayWidth()(self)))
    }
}
