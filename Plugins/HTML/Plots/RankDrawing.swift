internal import BoxOffice

extension LineDrawing {
    /// Draws ranks over the periods of a chart, as a bump chart; nil if there is nothing to draw.
    init?(ranks plot: Plot) {
        let begun = plot.begunPlaces
        guard !plot.isEmpty, let first = begun.min(), let last = begun.max() else { return nil }
        let count = plot.periods.count
        let names = plot.lines.map(\.name)
        let ranks = plot.lines.map { line in
            (1...count).map { line.figures[$0]?.figure.map { Int($0) } }
        }
        let styles = Self.styles(of: ranks)
        let lowest = ranks.joined().compactMap(\.self).max() ?? 1
        let top = 12.0
        let rows = (0..<lowest).map { top + Self.rowHeight * (Double($0) + 0.5) }
        let bottom = top + Self.rowHeight * Double(lowest)
        let left = Self.ends(ranks.map { $0[first - 1] }, styles, names, rows)
        let right = Self.ends(ranks.map { $0[last - 1] }, styles, names, rows)
        let area = Box(
            left: (left.map(\.width).max() ?? 0) + Self.gap, top: top,
            right: Self.width - (right.map(\.width).max() ?? 0) - Self.gap, bottom: bottom)
        let columns = PeriodColumns(count: count, in: area)
        let stride = max(1, Int((Self.leastBetweenMarks / columns.step).rounded(.up)))
        let lines = ranks.indices.map { film in
            let points = ranks[film].enumerated().map { index, rank in
                rank.map { Point(x: columns.x(index), y: rows[$0 - 1]) }
            }
            return Line(named: names[film], styles[film], through: points, known: begun) {
                $1 || $2 || $0 % stride == 0
            }
        }
        let ends = [
            (left, first, area.left - Self.gap / 2, Label.Anchor.end),
            (right, last, area.right + Self.gap / 2, .start),
        ].flatMap { labels, place, x, anchor in
            labels.map { label in
                var label = label
                (label.x, label.anchor) = (x, anchor)
                if label.film != nil { label.leader = Point(x: columns.x(place - 1), y: label.y) }
                return label
            }
            .spread(in: (top - Self.gap)...(bottom + Self.gap), leadersBeyond: 4)
        }
        let inner = Self.inner(lines, columns, besides: Set(ends.compactMap(\.film)))
        let labelled = Set((ends + inner).compactMap(\.style))
        let others = Self.others(
            lines.filter { $0.style.map { !labelled.contains($0) } ?? false },
            below: bottom + Self.footHeight)
        let ticks = Self.ticks(of: plot, step: columns.step)
            .flatMap { tick in
                [(tick.name, 12.0), (tick.detail, 26)].filter { $0.0 != "" }.map {
                    Label(
                        text: $0, x: columns.x(tick.index), y: bottom + $1, anchor: .middle,
                        role: .tick)
                }
            }
        self.init(
            layout: plot.layout,
            height: (others.last?.box.bottom ?? bottom + Self.footHeight - 6) + 6, area: area,
            rows: rows, zero: nil,
            gaps: (0..<count).filter { !begun.contains($0 + 1) }.map(columns.box), lines: lines,
            labels: ends + inner + ticks + others, columns: columns)
    }

    /// The styles of films with those ranks by period; nil for those without a colour.
    ///
    /// A film earns 20 points in a period for rank 1, and 1 for rank 20. The ten with the most points
    /// have a colour; of films with the same points, those that the rows name first. Colours are given
    /// from the left and from the top, because those that follow each other differ most.
    static func styles(of ranks: [[Int?]]) -> [LineStyle?] {
        let points = ranks.map { film in
            film.reduce(0) { $0 + ($1.map { Plot.lastDrawnRank + 1 - $0 } ?? 0) }
        }
        let best = ranks.indices.sorted { (-points[$0], $0) < (-points[$1], $1) }
            .prefix(LineStyle.count)
        let starts = ranks.enumerated().map { film, ranks in
            let first = ranks.firstIndex { $0 != nil }
            return (first ?? 0, first.flatMap { ranks[$0] } ?? 0, film)
        }
        var styles = [LineStyle?](repeating: nil, count: ranks.count)
        for (colour, film) in best.sorted(by: { starts[$0] < starts[$1] }).enumerated() {
            styles[film] = LineStyle(colour: colour)
        }
        return styles
    }

    /// The labels at one end: the films of a period with those ranks, and ranks without a film.
    private static func ends(
        _ ranks: [Int?], _ styles: [LineStyle?], _ names: [String], _ rows: [Double]
    ) -> [Label] {
        var labels = ranks.enumerated().compactMap { film, rank in
            rank.map {
                Label(
                    text: names[film].fitted(to: 165, as: .film), rank: $0,
                    y: rows[$0 - 1], role: .film, film: film, style: styles[film])
            }
        }
        // Films with one rank have a label each; if there is no room for all, colours come first.
        let most = Int(Double(rows.count) * rowHeight / Label.Role.film.height)
        if labels.count > most {
            let ordered = labels.filter { $0.style != nil } + labels.filter { $0.style == nil }
            labels = Array(ordered.prefix(most))
        }
        let taken = Set(labels.map(\.rank))
        labels += rows.indices.filter { !taken.contains($0 + 1) }.prefix(most - labels.count)
            .map { Label(text: "", rank: $0 + 1, y: rows[$0], role: .film) }
        return labels.sorted { ($0.rank ?? 0, $0.film ?? 0) < ($1.rank ?? 0, $1.film ?? 0) }
    }

    /// The labels beside the lines of other films, those of films with a colour first, as far as there
    /// is room.
    private static func inner(
        _ lines: [Line], _ columns: PeriodColumns, besides labelled: Set<Int>
    ) -> [Label] {
        // Films with the same rank have their marks at the same point.
        let marks = Set(lines.flatMap(\.marks)).map {
            Box.square(around: $0, radius: columns.radius + 1)
        }
        let rings = Set(lines.flatMap(\.entries)).map {
            Box.square(around: $0, radius: columns.ringRadius)
        }
        let others = lines.indices.filter { !labelled.contains($0) }.map { lines[$0] }
        var labels: [Label] = []
        for line in others.filter({ $0.style != nil }) + others.filter({ $0.style == nil }) {
            let text = line.name.fitted(to: 150, as: .inner)
            // Above and below each point, so far that the label touches no ring around it.
            let candidates = line.parts.joined().flatMap { point in
                [-15.0, 15].flatMap { distance in
                    [Label.Anchor.middle, .start, .end].map { anchor in
                        Label(
                            text: text, x: point.x, y: point.y + distance, anchor: anchor,
                            role: .inner, style: line.style, hasMark: true)
                    }
                }
            }
            let label = candidates.free(
                in: columns.area, besides: marks + rings + labels.map(\.box)
            ) {
                // The fewer lines are covered, the better.
                box in lines.reduce(0) { $0 + $1.crossings(of: box) }
            }
            if let label { labels.append(label) }
        }
        return labels
    }

    /// The labels of `lines`, side by side in as many rows as they need.
    private static func others(_ lines: [Line], below top: Double) -> [Label] {
        var labels: [Label] = []
        var (x, y) = (4.0, top + 6)
        for line in lines {
            var label = Label(
                text: line.name.fitted(to: 180, as: .inner), x: x, y: y,
                role: .inner, style: line.style, hasMark: true)
            if x > 4, label.box.right > width {
                (x, y) = (4, y + 20)
                (label.x, label.y) = (x, y)
            }
            labels.append(label)
            x = label.box.right + 16
        }
        return labels
    }

    /// What stands under the columns of the periods, which are `step` wide: as many labels as do not
    /// touch each other.
    ///
    /// The name is `06-01`, `22주` or `W22`; the detail, which may be empty, the day of the week, or the
    /// year where it is not the one of the label before.
    static func ticks(
        of plot: Plot, step: Double
    ) -> [(index: Int, name: String, detail: String)] {
        let periods = plot.periods
        let isDaily = plot.chart == .daily
        let names = periods.map { period in
            isDaily
                ? String("\(period.from)".dropFirst(5))
                : plot.layout.text(of: Message("html-week", "W\(period.week.number)"))
        }
        let widest = (names + ["2000"]).map { $0.drawnWidth(as: .tick) }.max()
        let strides = isDaily ? [1, 2, 7, 14, 28] : [1, 2, 4, 8, 13, 26]
        let stride = strides.first { Double($0) * step >= (widest ?? 0) + 8 } ?? periods.count
        var year: Int?
        return Swift.stride(from: 0, to: periods.count, by: max(stride, 1)).map { index in
            let period = periods[index]
            let ownYear = isDaily ? period.from.year : period.week.year
            defer { year = ownYear }
            let detail =
                isDaily && periods.count <= 14
                ? plot.layout.text(of: period.from.weekdayWording)
                : year == ownYear ? "" : "\(ownYear)"
            return (index, names[index], detail)
        }
    }

    /// The distance between two ranks.
    private static let rowHeight = 28.0
    private static let gap = 10.0
    /// The room of the labels under the columns, and of the line that explains the marks.
    private static let footHeight = 62.0
    private static let leastBetweenMarks = 14.0
}

/// The columns of the periods in a drawing of ranks.
struct PeriodColumns {
    /// The distance between two columns.
    let step: Double
    /// The room of the columns.
    let area: Box
    private let padding: Double

    /// Divides `area` into columns.
    init(count: Int, in area: Box) {
        let width = area.right - area.left
        padding = max(5, min(width / Double(max(count, 1)) / 2, 18))
        step = (width - 2 * padding) / Double(max(count - 1, 1))
        self.area = area
    }

    /// The middle of a column.
    func x(_ index: Int) -> Double { area.left + padding + step * Double(index) }

    /// The area of a column.
    func box(_ index: Int) -> Box {
        Box(
            left: max(area.left, x(index) - step / 2), top: area.top,
            right: min(area.right, x(index) + step / 2), bottom: area.bottom)
    }

    /// Whether the columns are too narrow for marks of the usual size.
    var isDense: Bool { step < 12 }
    /// The radius of marks.
    var radius: Double { isDense ? 3 : 4 }
    /// The radius of the ring around the mark of a film that entered.
    var ringRadius: Double { radius + 3.5 }
    /// The distance of the bar after the mark of a film that left.
    var barDistance: Double { min(radius + 4.5, max(step * 0.6, radius)) }
}
