internal import BoxOffice
internal import Wire

/// The rows of a text with delimiters.
struct TextRows {
    let file: OpenedFile
    let delimiter: UInt8

    /// Detects the delimiter of `file`: that with which a header is found among its first lines.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` for bytes that are no text.
    init(of file: OpenedFile, _ options: TableOptions) throws(Fault) {
        self.file = file
        if let delimiter = options.delimiter {
            self.delimiter = delimiter
            return
        }
        // Longer lines are no headers, and trying every delimiter on them would take minutes.
        var (lines, count, room) = ([[UInt8]](), 0, maxHeaderBytes)
        try file.forEachRecord { record, _ in
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
                let columns = try? FileColumn.columns(
                    of: cells.map(\.written), renamed: options.renamed, isOfSite: false)
                let known = columns?.names ?? []
                let isHeader = known.isSuperset(of: ["rank", "title"])
                if isHeader || known.count > best.known.count { best = (delimiter, known) }
                if isHeader { break search }
            }
        }
        delimiter = best.delimiter
    }

    /// Passes every row to `body`, with the number of its line.
    func forEach(_ body: ([GridCell], Int) throws(Fault) -> Void) throws(Fault) {
        try file.forEachRecord { record, line throws(Fault) in
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
