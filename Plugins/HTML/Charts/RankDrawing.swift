internal import BoxOffice

/// Where the lines and labels of a bump chart are.
struct RankDrawing {
    /// The width of the drawing.
    static let width = 760.0
    /// The height of the drawing.
    let height: Double
    /// The room between the labels at both ends.
    let plot: ChartBox
    /// Where the ranks are drawn, from 1 down.
    let rows: [Double]
    /// The lines of the films, in the order of the rows.
    let lines: [RankLine]
    /// The columns of periods that are missing.
    let emptyColumns: [ChartBox]
    /// The columns of the periods.
    let columns: RankColumns
    /// The labels at the left and the right end.
    let ends: [ChartLabel]
    /// The labels of other films, beside their lines.
    let inner: [ChartLabel]
    /// The labels under the columns.
    let ticks: [ChartLabel]
    /// The labels of films with a colour for which there was no room beside their lines, at the foot.
    let others: [ChartLabel]

    /// Draws the ranks in `series`; nil if there are fewer than two periods, or no film.
    init?(_ series: RankSeries, isKorean: Bool) {
        let begun = series.begunPeriods
        guard begun.count > 1, let first = begun.min(), let last = begun.max(),
            let lowest = series.films.flatMap(\.ranks.values).max()
        else { return nil }
        let count = series.periods.count
        let names = series.names
        let ranks = series.films.map { film in (0..<count).map { film.ranks[$0] } }
        let styles = RankChoice.styles(of: ranks, lowestRank: RankChart.drawnRanks.upperBound)

        let top = 12.0
        let rows = (0..<lowest).map { top + Self.rowHeight * (Double($0) + 0.5) }
        let bottom = top + Self.rowHeight * Double(lowest)
        let leftEnds = RankEnds(ranks, styles, names, rows: rows, in: first)
        let rightEnds = RankEnds(ranks, styles, names, rows: rows, in: last)
        let plot = ChartBox(
            left: leftEnds.width + Self.gap, top: top,
            right: Self.width - rightEnds.width - Self.gap, bottom: bottom)
        let columns = RankColumns(count: count, in: plot)

        self.plot = plot
        self.rows = rows
        self.columns = columns
        lines = series.films.indices.map { film in
            columns.line(
                named: names[film], styles[film], ranks: ranks[film], rows: rows, begun: begun)
        }
        emptyColumns = (0..<count).filter { !begun.contains($0) }.map(columns.box)
        let room = (top - Self.gap)...(bottom + Self.gap)
        ends =
            leftEnds.labels(
                at: plot.left - Self.gap / 2, .end, column: columns.x(first), rows: rows, in: room)
            + rightEnds.labels(
                at: plot.right + Self.gap / 2, .start, column: columns.x(last), rows: rows,
                in: room)
        inner = RankInnerLabels(lines, columns: columns)
            .labels(besides: leftEnds.films.union(rightEnds.films))
        let labelled = Set((ends + inner).compactMap(\.style))
        others = Self.others(
            lines.filter { $0.style.map { !labelled.contains($0) } ?? false },
            below: bottom + Self.footHeight)
        height = (others.last?.box.bottom ?? bottom + Self.footHeight - 6) + 6
        ticks = PeriodLabels.columns(
            of: series.periods, step: columns.step, size: ChartLabel.size(of: .tick),
            isKorean: isKorean
        ).flatMap { column in
            let x = columns.x(column.index)
            return [(column.name, 12.0), (column.detail, 26)].filter { $0.0 != "" }.map {
                ChartLabel(text: $0, x: x, y: bottom + $1, anchor: .middle, role: .tick)
            }
        }
    }

    /// The labels of `lines`, side by side in as many rows as they need.
    private static func others(_ lines: [RankLine], below top: Double) -> [ChartLabel] {
        var labels: [ChartLabel] = []
        var (x, y) = (4.0, top + 6)
        for line in lines {
            var label = ChartLabel(
                text: ChartText.fitted(
                    line.name, to: mostWidth, size: ChartLabel.size(of: .inner)),
                x: x, y: y, anchor: .start, role: .inner, style: line.style, hasMark: true)
            if x > 4, label.box.right > width {
                x = 4
                y += 20
                (label.x, label.y) = (x, y)
            }
            labels.append(label)
            x = label.box.right + 16
        }
        return labels
    }

    private static let mostWidth = 180.0
    /// The distance between two ranks.
    static let rowHeight = 28.0
    private static let gap = 10.0
    /// The room of the labels under the columns, and of the line that explains the marks.
    private static let footHeight = 62.0
}
