internal import BoxOffice
internal import Wire

/// The rows of a text with delimiters.
struct TextRows {
    let file: OpenedFile
    /// The offset of the first byte after a byte order mark.
    let start: Int
    let delimiter: UInt8
    /// The last byte of a line.
    private let lineEnd: UInt8

    /// Detects the delimiter of `file`: that with which a header is found among its first lines.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` for bytes that are no text.
    init(
        of file: OpenedFile, from start: Int, _ options: TableOptions,
        names: ([String]) throws(Fault) -> Set<String>
    ) throws(Fault) {
        (self.file, self.start) = (file, start)
        lineEnd = try file.lineEnd(in: start..<file.size)
        guard options.delimiter == nil else {
            delimiter = options.delimiter ?? 0
            return
        }
        // Longer lines are no headers, and trying every delimiter on them would take minutes.
        var (lines, count, room) = ([[UInt8]](), 0, maxHeaderBytes)
        try file.forEachRecord(in: start..<file.size, endingWith: lineEnd) { record, _ in
            if record.count <= room {
                lines.append(record.indices.map { record[$0] })
                room -= record.count
            }
            count += 1
            return count <= 21
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
        try file.forEachRecord(in: start..<file.size, endingWith: lineEnd) {
            record, line throws(Fault) in
            let cells: [GridCell]
            // Files that were joined have the byte order mark of each.
            let hasMark =
                record.count > 2 && record[0] == 0xEF && record[1] == 0xBB && record[2] == 0xBF
            do throws(Fault) {
                cells = try record.extracting((hasMark ? 3 : 0)...).cells(between: delimiter)
            } catch {
                throw error.about(file.place(line))
            }
            try body(cells, line)
            return true
        }
    }
}

/// The maximum size of a header, with the lines before it.
private let maxHeaderBytes = 128 << 10

extension Span<UInt8> {
    /// Returns the cells of a line of CSV.
    func cells(between delimiter: UInt8) throws(Fault) -> [GridCell] {
        var cells: [GridCell] = []
        try forEachCell(between: delimiter, trims: true) { text, isQuoted throws(Fault) in
            guard cells.count < GridRow.maxCells else { throw .manyCells }
            cells.append(.text(text, isQuoted: isQuoted))
        }
        return cells
    }
}
