/// The labels at the ends of the lines in a drawing of runs.
struct RunEnds {
    /// The names of the films, cut to the greatest width.
    private let names: [String]

    /// Prepares for films with those names.
    init(_ names: [String]) {
        self.names = names.map {
            ChartText.fitted($0, to: Self.mostWidth, size: ChartLabel.size(of: .film))
        }
    }

    /// The height of all labels together.
    var height: Double { ChartLabel.height(of: .film) * Double(names.count) }

    /// The width of the column of labels to the right of the lines.
    var width: Double {
        let size = ChartLabel.size(of: .film)
        let widest = names.map { ChartText.width($0, size: size) }.max() ?? 0
        return widest + ChartLabel.markWidth + Self.distance
    }

    /// The labels of `lines`, one for each name.
    ///
    /// A line that ends early has its label there if that covers no line. The other labels are in a
    /// column to the right of the plot; thin lines lead to those that had to be moved.
    func placed(beside lines: [RunLine], _ plot: ChartBox) -> [ChartLabel] {
        var inner: [ChartLabel] = []
        var obstacles = lines.flatMap { $0.marks.map { ChartBox(around: $0, radius: 5) } }
        var column: [(line: Int, end: ChartPoint)] = []
        for index in lines.indices {
            guard let end = lines[index].end else { continue }
            if plot.right - end.x > Self.leastRoom,
                let label = LabelPlacement.free(
                    candidates(for: index, at: end, lines), in: plot, besides: obstacles,
                    cost: { label in lines.contains { $0.isTouched(by: label.box) } ? nil : 0 })
            {
                inner.append(label)
                obstacles.append(label.box)
            } else {
                column.append((index, end))
            }
        }
        column.sort { ($0.end.y, $0.line) < ($1.end.y, $1.line) }
        // The column may reach down beside the numbers of the days.
        let slack = ChartLabel.height(of: .film) / 2
        let centres = LabelPlacement.spread(
            column.map(\.end.y), height: ChartLabel.height(of: .film),
            in: (plot.top - slack)...(plot.bottom + Self.roomBelow))
        return inner
            + zip(column, centres).map { entry, centre in
                let isDisplaced =
                    abs(centre - entry.end.y) > 3 || plot.right - entry.end.x > Self.distance
                var label = label(
                    entry.line, of: lines, .film,
                    at: ChartPoint(x: plot.right + Self.distance - 4, y: centre), .start)
                label.leader = isDisplaced ? entry.end : nil
                return label
            }
    }

    /// Behind, above and below the end of a line.
    private func candidates(
        for index: Int, at end: ChartPoint, _ lines: [RunLine]
    ) -> [ChartLabel] {
        let offsets: [(x: Double, y: Double, anchor: ChartLabel.Anchor)] = [
            (9, 0, .start), (4, -13, .start), (4, 13, .start), (0, -14, .middle), (0, 14, .middle),
        ]
        return offsets.map { offset in
            label(
                index, of: lines, .inner,
                at: ChartPoint(x: end.x + offset.x, y: end.y + offset.y), offset.anchor)
        }
    }

    private func label(
        _ index: Int, of lines: [RunLine], _ role: ChartLabel.Role, at point: ChartPoint,
        _ anchor: ChartLabel.Anchor
    ) -> ChartLabel {
        let style = lines[index].style
        let others: ChartLabel.Role = role == .film ? .otherFilm : .otherInner
        return ChartLabel(
            text: names[index], x: point.x, y: point.y, anchor: anchor,
            role: style == nil ? others : role, style: style, hasMark: true)
    }

    private static let mostWidth = 150.0
    private static let distance = 26.0
    /// How far from the right edge a line ends early.
    private static let leastRoom = 40.0
    private static let roomBelow = 36.0
}

extension RunLine {
    /// Whether a part of the line touches `box`.
    func isTouched(by box: ChartBox) -> Bool {
        runs.contains { run in
            guard let first = run.first, let last = run.last, first.x < box.right,
                last.x > box.left
            else { return false }
            return zip(run, run.dropFirst()).contains { box.isCrossed(from: $0, to: $1) }
        }
    }
}
