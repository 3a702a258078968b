/// The columns of the periods in a drawing of ranks.
struct RankColumns {
    /// The distance between two columns.
    let step: Double
    /// The room of the columns.
    let plot: ChartBox
    private let count: Int
    private let padding: Double

    /// Divides `plot` into columns.
    init(count: Int, in plot: ChartBox) {
        let width = plot.right - plot.left
        padding = max(5, min(width / Double(max(count, 1)) / 2, 18))
        step = (width - 2 * padding) / Double(max(count - 1, 1))
        (self.count, self.plot) = (count, plot)
    }

    /// The middle of a column.
    func x(_ index: Int) -> Double { plot.left + padding + step * Double(index) }

    /// The area of a column.
    func box(_ index: Int) -> ChartBox {
        ChartBox(
            left: max(plot.left, x(index) - step / 2), top: plot.top,
            right: min(plot.right, x(index) + step / 2), bottom: plot.bottom)
    }

    /// Whether the columns are too narrow for marks of the usual size.
    var isDense: Bool { step < 12 }
    /// The radius of marks.
    var radius: Double { isDense ? 3 : 4 }
    /// The radius of the ring around the mark of a film that entered.
    var ringRadius: Double { radius + 3.5 }
    /// The distance of the bar behind the mark of a film that left.
    var barDistance: Double { min(radius + 4.5, max(step * 0.6, radius)) }

    /// The line of a film.
    ///
    /// - Parameters:
    ///   - ranks: its ranks by period.
    ///   - rows: where the ranks are drawn.
    ///   - begun: the periods that there are.
    func line(
        named name: String, _ style: LineStyle?, ranks: [Int?], rows: [Double], begun: Set<Int>
    ) -> RankLine {
        var runs: [[ChartPoint]] = []
        var (entries, exits, marks): ([ChartPoint], [ChartPoint], [ChartPoint]) = ([], [], [])
        let stride = max(1, Int((Self.leastBetweenMarks / step).rounded(.up)))
        var run: [ChartPoint] = []
        for index in 0..<count {
            guard let row = ranks[index].map({ $0 - 1 }), rows.indices.contains(row) else {
                continue
            }
            let point = ChartPoint(x: x(index), y: rows[row])
            let isFirst = index == 0 || ranks[index - 1] == nil
            let isLast = index == count - 1 || ranks[index + 1] == nil
            // Next to a missing period it is not known when the film entered or left.
            if isFirst, begun.contains(index - 1) { entries.append(point) }
            if isLast, begun.contains(index + 1) { exits.append(point) }
            if isFirst || isLast || index % stride == 0 { marks.append(point) }
            run.append(point)
            if isLast {
                runs.append(run)
                run = []
            }
        }
        return RankLine(
            name: name, style: style, runs: runs, entries: entries, exits: exits, marks: marks)
    }

    private static let leastBetweenMarks = 14.0
}
