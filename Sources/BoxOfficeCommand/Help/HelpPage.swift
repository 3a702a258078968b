internal import BoxOffice

/// A help page for a terminal, written from top to bottom in one language.
///
/// It is laid out by cells and not by characters, because Hangul is two cells wide.
struct HelpPage {
    /// A row of a list.
    struct Row {
        /// What is described, such as `--jobs <n>`; it is the same in every language.
        let label: String
        /// What is said of it.
        let text: Message
        /// What follows the text, such as `(default: 4)`; it is not broken if it fits a line.
        let note: Message?

        /// Makes a row.
        init(_ label: String, _ text: Message, note: Message? = nil) {
            self.label = label
            self.text = text
            self.note = note
        }
    }

    /// How wide a page is.
    static let width = 80
    /// What has been written.
    private(set) var text = ""
    private let catalogue: Catalogue

    /// Begins an empty page in the language of `catalogue`.
    init(in catalogue: Catalogue) {
        self.catalogue = catalogue
    }

    /// `message` in the language of the page.
    func words(_ message: Message) -> String { message.text(in: catalogue) }

    /// Writes the heading of a section.
    mutating func heading(_ title: Message) {
        text += "\n\(words(title))\n"
    }

    /// Writes paragraphs, which empty lines separate.
    mutating func paragraphs(_ prose: Message, indent: Int = 0) {
        for line in words(prose).split(separator: "\n", omittingEmptySubsequences: false) {
            write(String(line).wrapped(to: Self.width - indent), indent: indent)
            if line.isEmpty { text += "\n" }
        }
    }

    /// Leaves a line empty.
    mutating func gap() { text += "\n" }

    /// Writes `lines` as they are; the first stands behind `title` if there is one.
    mutating func literal(_ lines: [String], behind title: String = "", indent: Int = 2) {
        for (index, line) in lines.enumerated() {
            let start = index == 0 ? title : ""
            text += start.padded(to: title.isEmpty ? indent : DisplayWidth()(title)) + line + "\n"
        }
    }

    /// Writes a list: labels, and what is said of them from `column` on.
    mutating func list(_ rows: [Row], column: Int) {
        for row in rows {
            let label = "  \(row.label)"
            let note = row.note.map(words) ?? ""
            var lines = words(row.text).wrapped(to: Self.width - column, note: note)[...]
            // A label that reaches into the other column has a line of its own.
            if DisplayWidth()(label) <= column - 2, let first = lines.popFirst() {
                text += "\(label.padded(to: column))\(first)\n"
            } else {
                text += "\(label)\n"
            }
            write(Array(lines), indent: column)
        }
    }

    private mutating func write(_ lines: [String], indent: Int) {
        for line in lines { text += "".padded(to: indent) + line + "\n" }
    }
}

extension String {
    /// The text in lines of at most `width` cells, broken at spaces.
    ///
    /// Hangul is two cells wide. A word that is wider than a line is broken between characters.
    ///
    /// - Parameter note: what follows the text; it is broken only if it is wider than a line.
    func wrapped(to width: Int, note: String = "") -> [String] {
        let cells = DisplayWidth()
        var words = split(separator: " ").map { String($0) }
        words += cells(note) > width ? note.split(separator: " ").map { String($0) } : [note]
        var lines: [String] = []
        var line = ""
        for word in words where !word.isEmpty {
            if line.isEmpty || cells(line) + 1 + cells(word) > width {
                if !line.isEmpty { lines.append(line) }
                var parts = word.broken(to: width)
                line = parts.popLast() ?? ""
                lines += parts
            } else {
                line += " " + word
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// The text in parts of at most `width` cells, which may break it anywhere.
    private func broken(to width: Int) -> [String] {
        let cells = DisplayWidth()
        var parts: [String] = []
        var part = ""
        for character in self {
            if !part.isEmpty, cells(part) + cells(String(character)) > width {
                parts.append(part)
                part = ""
            }
            part.append(character)
        }
        return parts + [part]
    }

    /// The text with spaces behind it up to `width` cells.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - DisplayWidth()(self)))
    }
}
