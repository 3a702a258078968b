internal import BoxOffice

extension Console {
    /// Prints `message` as a line.
    func print(_ message: Message) throws(Fault) { try print("\(text(of: message))\n") }

    /// Prints a line: a name in a column of `width` cells, and what is said of it.
    func print(_ name: Message, _ text: Message, width: Int) throws(Fault) {
        let (name, text) = (self.text(of: name), self.text(of: text))
        try print((text.isEmpty ? name : "\(name.padded(to: width)) \(text)") + "\n")
    }
}

extension [Column] {
    /// The columns as a table, a line each: name, type and Korean header.
    func lines(indent: String = "") -> String {
        let width = map(\.name.utf8.count).max() ?? 0
        return map { column in
            let (name, type) = (column.name.padded(to: width), column.kind.rawValue.padded(to: 8))
            return "\(indent)\(name)  \(type) \(column.koreanHeader)\n"
        }.joined()
    }
}
