internal import BoxOffice

/// The runs of films as lines of blocks, a line a film, for a terminal.
///
/// All films have one scale, and a day without a figure has no block.
struct TrendBlocks {
    private var series: TrendSeries
    private let width: Int
    private let measure: DisplayWidth

    /// Prepares the lines; nil if the document shows no runs.
    init?(_ layout: Layout, width: Int, measure: DisplayWidth) {
        guard let series = TrendSeries(layout) else { return nil }
        self.series = series
        self.width = width
        self.measure = measure
    }

    /// Takes a row of the document.
    mutating func add(_ row: Span<Value>) { series.add(row) }

    /// Writes the lines, unless the terminal is too narrow for them.
    func write(isKorean: Bool, into output: inout ByteBuffer) {
        let values = series.films.flatMap { $0.values.values.compactMap(\.figure) }
        let names = series.films.map { film in
            TerminalFit.cut(MarkdownText.escaping(film.name), to: Self.widestName, by: measure)
        }
        // A high block would be a low rank, and what may be negative has no scale from nothing up.
        guard series.column.name != "rank", values.allSatisfy({ $0 >= 0 }),
            let most = values.max(), most > 0, let nameWidth = names.map(\.width).max()
        else { return }
        let room = (width - nameWidth - 2) / measure(Self.blocks[0])
        guard room >= min(series.last, Self.fewestBlocks) else { return }
        let days = (series.last + room - 1) / room
        let header = isKorean ? series.column.koreanHeader : series.column.name
        let highest = series.films.lazy.flatMap { $0.values.values }.first { $0.figure == most }
        let caption =
            "\(header)\(days == 1 ? "" : isKorean ? ", \(days)일씩" : ", \(days) days each"): "
            + "\(Self.blocks[Self.blocks.count - 1]) = "
            + (highest ?? .missing).readable(as: series.column.kind)
        output.append("\n\(TerminalFit.cut(caption, to: width, by: measure).text)\n")
        for (film, name) in zip(series.films, names) {
            var line = name.text + String(repeating: " ", count: nameWidth - name.width + 2)
            for first in stride(from: 1, through: series.last, by: days) {
                let values = (first..<(first + days)).compactMap { film.values[$0]?.figure }
                line += values.max().map { Self.block(of: $0, most) } ?? gap
            }
            while line.hasSuffix(" ") { line.removeLast() }
            output.append(line + "\n")
        }
    }

    /// What stands for days without a figure.
    private var gap: String { String(repeating: " ", count: measure(Self.blocks[0])) }

    private static func block(of figure: Double, _ most: Double) -> String {
        let index = Int(figure / most * Double(blocks.count))
        return blocks[max(0, min(index, blocks.count - 1))]
    }

    private static let blocks = ["▁", "▂", "▃", "▅", "▇"]
    private static let widestName = 24
    private static let fewestBlocks = 10
}
