internal import BoxOffice

extension Drawing {
    /// Draws the figures of one chart as bars, in the order of the rows; nil if there are no figures.
    ///
    /// Bars begin at zero, and the figure of each film stands beside its bar.
    init?(bars plot: Plot, width: Double = width) {
        let figures = plot.lines.map { $0.figures[1] ?? .missing }
        let heights = figures.map { $0.figure ?? 0 }
        guard !plot.isEmpty, let most = heights.max(), let least = heights.min() else { return nil }
        let texts = figures.map { $0.readable(as: plot.column.kind) }
        let ranked = plot.lines.contains { $0.rank != nil } ? Label.rankWidth : 0
        let right = width - 10 - (texts.map { $0.drawnWidth(as: .bar) }.max() ?? 0)
        let names = plot.lines.map {
            $0.name.fitted(to: max(26, min(width * 0.45, right - ranked - 52)), as: .bar)
        }
        let left = 12 + ranked + (names.map { $0.drawnWidth(as: .bar) }.max() ?? 0)
        let area = Box(
            left: left, top: Self.topOfBars, right: max(right, left + 20),
            bottom: Self.topOfBars + Self.barDistance * Double(names.count))
        let x = linearScale(
            of: min(least, 0)...max(most, 1), from: area.left, to: area.right)
        var bars: [Bar] = []
        var labels: [Label] = []
        for (index, line) in plot.lines.enumerated() {
            let y = area.top + Self.barDistance * (Double(index) + 0.5)
            let text = texts[index]
            if let rank = line.rank {
                labels.append(Label(text: "", rank: rank, x: 4, y: y, role: .bar))
            }
            labels.append(Label(text: names[index], x: 4 + ranked, y: y, role: .bar))
            guard !text.isEmpty else { continue }
            let ends = [x(0), x(heights[index])].sorted()
            // Even a small figure stays visible.
            let start = min(ends[0], area.right - 1)
            let end = max(ends[1], start + 1)
            let box = Box(left: start, top: y - 8, right: end, bottom: y + 8)
            bars.append(("\(line.name): \(text)", box))
            labels.append(Label(text: text, x: end + 6, y: y, role: .bar))
        }
        self.init(
            width: width, height: area.bottom + 6, area: area, bars: bars, labels: labels)
    }

    private static let topOfBars = 4.0
    /// The distance between the centres of two bars.
    private static let barDistance = 26.0
}
