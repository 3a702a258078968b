/// The labels of films that have none at the ends of a drawing of ranks, beside their lines.
struct RankInnerLabels {
    private let lines: [RankLine]
    private let columns: RankColumns
    /// The room of the marks.
    private let marks: [ChartBox]

    /// Prepares for labels between `lines`.
    init(_ lines: [RankLine], columns: RankColumns) {
        (self.lines, self.columns) = (lines, columns)
        // Films with the same rank have their marks at the same point.
        let marks = Set(lines.flatMap(\.marks)).map {
            ChartBox(around: $0, radius: columns.radius + 1)
        }
        let rings = Set(lines.flatMap(\.entries)).map {
            ChartBox(around: $0, radius: columns.ringRadius)
        }
        self.marks = marks + rings
    }

    /// The labels for which there is room, those of films with a colour first.
    ///
    /// - Parameter labelled: the films that need none.
    func labels(besides labelled: Set<Int>) -> [ChartLabel] {
        let films = lines.indices.filter { !labelled.contains($0) }
        let order =
            films.filter { lines[$0].style != nil } + films.filter { lines[$0].style == nil }
        var labels: [ChartLabel] = []
        for film in order {
            let label = LabelPlacement.free(
                candidates(for: film), in: columns.plot, besides: marks + labels.map(\.box)
            ) { label in
                // The fewer lines are covered, the better.
                lines.reduce(0) { $0 + $1.crossings(of: label.box) }
            }
            if let label { labels.append(label) }
        }
        return labels
    }

    /// Above and below each point of the film.
    private func candidates(for film: Int) -> [ChartLabel] {
        let line = lines[film]
        let role: ChartLabel.Role = line.style == nil ? .otherInner : .inner
        let text = ChartText.fitted(
            line.name, to: Self.mostWidth, size: ChartLabel.size(of: role))
        return line.runs.joined().flatMap { point in
            [-Self.distance, Self.distance].flatMap { distance in
                [ChartLabel.Anchor.middle, .start, .end].map { anchor in
                    ChartLabel(
                        text: text, x: point.x, y: point.y + distance, anchor: anchor, role: role,
                        style: line.style, hasMark: true)
                }
            }
        }
    }

    private static let mostWidth = 150.0
    /// So far from a point that the label touches no ring around it.
    private static let distance = 15.0
}

extension RankLine {
    /// How many parts of the line touch `box`.
    func crossings(of box: ChartBox) -> Int {
        runs.reduce(0) { sum, run in
            guard let first = run.first, let last = run.last, first.x < box.right,
                last.x > box.left
            else { return sum }
            return sum
                + zip(run, run.dropFirst()).count { box.isCrossed(from: $0, to: $1) }
        }
    }
}

extension ChartBox {
    /// The square around a mark.
    init(around centre: ChartPoint, radius: Double) {
        self.init(
            left: centre.x - radius, top: centre.y - radius, right: centre.x + radius,
            bottom: centre.y + radius)
    }
}
