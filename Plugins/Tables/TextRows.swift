internal import BoxOffice
internal import Wire

/// The rows of a text with delimiters.
struct TextRows {
    let file: OpenedFile
    /// The offset of the first byte after a byte order mark.
    let start: Int
    let delimiter: UInt8

    /// Detects the delimiter of `file`: that with which a header is found among its first lines.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` for bytes that are no text.
    init(
        of file: OpenedFile, from start: Int, _ options: TableOptions,
        names: ([String]) throws(Fault) -> Set<String>
    ) throws(Fault) {
        (self.file, self.start) = (file, start)
        guard options.delimiter == nil else {
            delimiter = options.delimiter ?? 0
            return
        }
        var lines: [[UInt8]] = []
        try file.forEachRecord(in: start..<file.size) { record, _ in
            lines.append(record.indices.map { record[$0] })
            return lines.count <= 21
        }
        // The usual delimiters come first, then all other characters, because any may be used.
        let others = Array(",\t;|".utf8) + (0x20..<0x7F)
        var best: (delimiter: UInt8, known: Set<String>) = (UInt8(ascii: ","), [])
        search: for delimiter in others where delimiter != UInt8(ascii: "\"") {
            for line in lines {
                guard let cells = try? line.span.cells(between: delimiter) else { continue }
                let known = (try? names(cells.map(\.written))) ?? []
                let isHeader = known.isSuperset(of: ["rank", "title"])
                if isHeader || known.count > best.known.count { best = (delimiter, known) }
                if isHeader { break search }
            }
        }
        delimiter = best.delimiter
    }

    /// Passes every row to `body`, with the number of its line.
    func forEach(_ body: ([GridCell], Int) throws(Fault) -> Void) throws(Fault) {
        try file.forEachRecord(in: start..<file.size) { record, line throws(Fault) in
            let cells: [GridCell]
            do throws(Fault) {
                cells = try record.cells(between: delimiter)
            } catch {
                throw error.about(file.place(line))
            }
            try body(cells, line)
            return true
        }
    }
}

extension Span<UInt8> {
    /// Returns the cells of a line of CSV (RFC 4180): inside quotes, two quotes stand for one.
    ///
    /// White space around a cell without quotes is not part of it: people type it, and writers
    /// quote cells that have any.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if a quote is misplaced.
    func cells(between delimiter: UInt8) throws(Fault) -> [GridCell] {
        var cells: [GridCell] = []
        let quote = UInt8(ascii: "\"")
        var index = 0
        while true {
            let isQuoted = index < count && self[index] == quote
            if isQuoted {
                index += 1
                var text: [UInt8] = []
                var start = index
                while index < count {
                    defer { index += 1 }
                    guard self[index] == quote else { continue }
                    for place in start..<index { text.append(self[place]) }
                    start = index + 1
                    guard start < count, self[start] == quote else { break }
                    index += 1
                }
                cells.append(.text(String(utf8: text.span), isQuoted: true))
            } else {
                var (start, end) = (index, index)
                while end < count, self[end] != delimiter {
                    if self[end] == quote { throw .quoteInside(cells.count + 1) }
                    end += 1
                }
                index = end
                while start < end, self[start].isBlank { start += 1 }
                while start < end, self[end - 1].isBlank { end -= 1 }
                cells.append(.text(String(utf8: extracting(start..<end)), isQuoted: false))
            }
            guard index < count else { return cells }
            guard self[index] == delimiter else { throw .textAfterQuote(cells.count) }
            guard cells.count < GridRow.mostCells else { throw .manyCells }
            index += 1
        }
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension Fault {
    fileprivate static func quoteInside(_ cell: Int) -> Fault {
        Fault(
            .malformed, "table-quote-inside",
            "cell \(cell) has a quote inside: quotes are around a whole cell, and two in it stand for one"
        )
    }

    fileprivate static func textAfterQuote(_ cell: Int) -> Fault {
        Fault(
            .malformed, "table-text-after-quote",
            "after the quotes of cell \(cell) comes neither a delimiter nor the end of the line")
    }
}
