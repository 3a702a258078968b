internal import BoxOffice

/// A table that comes row by row.
///
/// If its columns are padded, the first rows are held back until their widths are known. Later rows
/// do not make a column wider.
struct TableWriter {
    private let headers: [Cell]
    private let alignments: [Alignment]
    private let pads: Bool
    private let fit: TerminalFit?
    private let measure: DisplayWidth
    private var held: [[Cell]] = []
    /// The widths of the columns once they are known; nil for a column that is left out.
    private var widths: [Int?]?
    /// The headers of the columns that were left out of a table.
    private(set) var leftOut: [String] = []

    enum Alignment {
        case left, right, centre

        init(of kind: Column.Kind) {
            switch kind {
            case .integer, .won, .percent, .fraction, .decimal: self = .right
            case .marker: self = .centre
            case .text, .boolean, .year, .date, .list: self = .left
            }
        }
    }

    init(
        headers: [Cell], alignments: [Alignment], pads: Bool, fit: TerminalFit? = nil,
        measure: DisplayWidth = DisplayWidth()
    ) {
        self.headers = headers
        self.alignments = alignments
        self.pads = pads
        self.fit = pads ? fit : nil
        self.measure = measure
    }

    mutating func write(_ row: [Cell], into output: inout ByteBuffer) {
        if let widths { return write(row, widths, into: &output) }
        held.append(row)
        if !pads || held.count == heldRows { release(into: &output) }
    }

    /// Ends the table; the next row begins another.
    mutating func finish(into output: inout ByteBuffer) {
        if widths == nil { release(into: &output) }
        widths = nil
    }

    /// Writes the head and the rows that were held back.
    private mutating func release(into output: inout ByteBuffer) {
        let wanted = headers.indices.map { index in
            guard pads else { return 0 }
            let cells = [headers[index].width] + held.map { $0[index].width }
            return max(cells.filter { $0 <= widestPadded }.max() ?? 0, shortestRule)
        }
        let widths = fit?.widths(wanted) ?? wanted
        for (header, width) in zip(headers, widths) where width == nil {
            if !leftOut.contains(header.text) { leftOut.append(header.text) }
        }
        write(headers, widths, into: &output)
        for (width, alignment) in zip(widths, alignments) {
            guard let width else { continue }
            output.append(alignment == .centre ? "| :" : "| ")
            let colons = alignment == .left ? 0 : alignment == .right ? 1 : 2
            let hyphens = max(width, shortestRule) - colons
            output.append(String(repeating: "-", count: hyphens))
            output.append(alignment == .left ? " " : ": ")
        }
        output.append("|\n")
        for row in held { write(row, widths, into: &output) }
        held.removeAll(keepingCapacity: true)
        self.widths = widths
    }

    private func write(_ row: [Cell], _ widths: [Int?], into output: inout ByteBuffer) {
        for (index, cell) in row.enumerated() {
            guard let width = widths[index] else { continue }
            let cell = fit?.cut(cell, at: index, to: width, by: measure) ?? cell
            let room = max(0, width - cell.width)
            let before =
                switch alignments[index] {
                case .left: 0
                case .right: room
                case .centre: room / 2
                }
            output.append("| ")
            output.append(String(repeating: " ", count: before))
            output.append(cell.text)
            output.append(String(repeating: " ", count: room - before + 1))
        }
        output.append("|\n")
    }
}

/// How many rows tell the widths of a table's columns.
private let heldRows = 100
/// A cell wider than that does not widen the others of its column.
private let widestPadded = 500
/// The hyphens of the line below the headers, colons among them.
private let shortestRule = 3
