internal import BoxOffice

/// The plot of rows made from charts as lines of blocks, for a terminal.
///
/// All lines share one scale, and a position without a figure has no block.
struct BlockLines {
    private var plot: Plot
    private let width: Int
    private let measure: DisplayWidth

    /// Prepares the lines; nil if the document has none.
    init?(_ layout: Layout, width: Int, measure: DisplayWidth) {
        guard let rows = layout.document.face?.plot, rows.upperColumn == nil,
            let plot = Plot(layout, maxPeriods: .max, maxFilms: .max)
        else { return nil }
        self.plot = plot
        self.width = width
        self.measure = measure
    }

    /// Adds a row of the document.
    mutating func add(_ row: Span<Value>) { plot.add(row) }

    /// Writes the lines, unless the terminal is too narrow for them or the figures are ranks or may
    /// be negative.
    func write(into output: inout ByteBuffer) {
        let values = plot.lines.flatMap { $0.figures.values.compactMap(\.figure) }
        let names = plot.lines.map { film in
            TerminalFit.cut(MarkdownText.escaping(film.name), to: Self.widestName, by: measure)
        }
        // A high block would mean a low rank, and negative figures have no scale that starts at
        // zero.
        guard !plot.areRanks, values.allSatisfy({ $0 >= 0 }),
            let most = values.max(), most > 0, let nameWidth = names.map(\.width).max()
        else { return }
        let room = (width - nameWidth - 2) / measure(Self.blocks[0])
        guard room >= min(plot.last, Self.fewestBlocks) else { return }
        let days = (plot.last + room - 1) / room
        let each = Message("markdown-each", ", \(Message.length(days, of: plot.chart)) each")
        let highest = plot.lines.lazy.flatMap(\.figures.values).first { $0.figure == most }
        let caption =
            "\(plot.header)\(days == 1 ? "" : plot.layout.text(of: each)): "
            + "\(Self.blocks[Self.blocks.count - 1]) = "
            + (highest ?? .missing).readable(as: plot.column.kind)
        output.append("\n\(TerminalFit.cut(caption, to: width, by: measure).text)\n")
        let gap = String(repeating: " ", count: measure(Self.blocks[0]))
        for (film, name) in zip(plot.lines, names) {
            var line = name.text + String(repeating: " ", count: nameWidth - name.width + 2)
            for first in stride(from: 1, through: plot.last, by: days) {
                let values = (first..<(first + days)).compactMap { film.figures[$0]?.figure }
                let level = values.max().map { Int($0 / most * Double(Self.blocks.count)) }
                line += level.map { Self.blocks[max(0, min($0, Self.blocks.count - 1))] } ?? gap
            }
            while line.hasSuffix(" ") { line.removeLast() }
            output.append(line + "\n")
        }
    }

    private static let blocks = ["▁", "▂", "▃", "▅", "▇"]
    private static let widestName = 24
    private static let fewestBlocks = 10
}
