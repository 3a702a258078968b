internal import BoxOffice

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
    func filled(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - DisplayWidth()(self)))
    }
}
