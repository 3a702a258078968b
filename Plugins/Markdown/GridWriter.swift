internal import BoxOffice

/// Cards, several to a row: a table whose cells are films.
struct GridWriter {
    private let columns: [Column]
    private let headers: [String]
    private let perRow: Int
    private var cards: [String] = []
    private var isOpen = false

    init(columns: [Column], headers: [String], perRow: Int) {
        self.columns = columns
        self.headers = headers
        self.perRow = perRow
    }

    mutating func write(
        _ row: Span<Value>, by writer: CellWriter, into output: inout ByteBuffer
    ) {
        cards.append(card(of: row, by: writer))
        if cards.count == perRow { flush(into: &output) }
    }

    /// Ends the cards; the next one begins anew.
    mutating func finish(into output: inout ByteBuffer) {
        if !cards.isEmpty || !isOpen { flush(into: &output) }
        isOpen = false
    }

    private mutating func flush(into output: inout ByteBuffer) {
        if !isOpen {
            output.append(String(repeating: "|   ", count: perRow) + "|\n")
            output.append(String(repeating: "|:-:", count: perRow) + "|\n")
            isOpen = true
        }
        guard !cards.isEmpty else { return }
        for index in 0..<perRow {
            output.append("| ")
            if index < cards.count { output.append(cards[index]) }
            output.append(" ")
        }
        output.append("|\n")
        cards.removeAll(keepingCapacity: true)
    }

    /// The poster, then the rank with its change, the title, and the rest with its headers, a line
    /// each.
    private func card(of row: Span<Value>, by writer: CellWriter) -> String {
        var poster: String?
        var rank: [String] = []
        var lines: [String] = []
        for (index, column) in columns.enumerated() {
            let text = writer.text(at: index, in: row)
            switch column.name {
            case _ where text.isEmpty: continue
            case "poster_url": poster = text
            case "rank": rank.insert("**\(text)**", at: 0)
            case "rank_marker": rank.append(text)
            case "title": lines.insert(text, at: 0)
            default: lines.append(headers[index].isEmpty ? text : "\(headers[index]) \(text)")
            }
        }
        let head = rank.isEmpty ? [] : [rank.joined(separator: " ")]
        return ((poster.map { [$0] } ?? []) + head + lines).joined(separator: "<br>")
    }
}
