internal import BoxOffice

extension Drawing {
    /// Returns the legend of a drawing of ranks with those lines, in as many rows as it needs from
    /// `top` down.
    static func legend(
        of lines: [Line], hasGaps: Bool, in layout: Layout, below top: Double, width: Double
    ) -> [Label] {
        let all: [(mark: Label.Mark?, isShown: Bool, text: Message)] = [
            (
                .entry, lines.contains { !$0.entries.isEmpty },
                Message("plot-entered", "entered the chart")
            ),
            (.exit, lines.contains { !$0.exits.isEmpty }, Message("plot-left", "left the chart")),
            (.gap, hasGaps, Message("plot-no-data", "no data")),
            (
                nil, lines.contains { $0.style == nil },
                Message("plot-coloured", "in colour: the \(LineStyle.count) highest ranked films")
            ),
        ]
        return all.filter(\.isShown)
            .map { Label(text: layout.text(of: $0.text), role: .tick, mark: $0.mark) }
            .inRows(from: top, distance: 18, gap: 18, within: width)
    }
}

extension [Label] {
    /// Returns the labels side by side, in as many rows as they need, the first of which is at `y`.
    func inRows(
        from y: Double, distance: Double, gap: Double, within width: Double
    ) -> [Label] {
        var end = (x: 4.0, row: 0)
        return map { label in
            var label = label
            if end.x > 4, end.x + label.width > width { end = (4, end.row + 1) }
            (label.x, label.y) = (end.x, y + distance * Double(end.row))
            end.x += label.width + gap
            return label
        }
    }
}

extension Elements {
    /// Returns the hatching of a missing period.
    func gap(_ box: Box) -> String {
        path("stroke=\"\(palette.other)\" stroke-width=\".7\"", [PathData.hatching(of: box)])
    }

    /// Returns the mark before the text of a label; empty if it has none.
    func mark(of label: Label) -> String {
        let centre = Point(x: label.x + 6, y: label.y)
        let dot = PathData.circle(at: centre, radius: 2)
        let stroke = "stroke=\"\(palette.quiet)\" stroke-width=\"1.5\""
        switch label.mark {
        case .line:
            let place = Point(x: label.x + 5, y: label.y)
            let mark = [PathData.mark(label.style, at: place, radius: 3.5)]
            return path(outline, mark) + marks(label.style, mark)
        case .entry: return path(stroke, [PathData.circle(at: centre, radius: 6), dot])
        case .exit: return path(stroke, [dot, PathData.bar(after: centre, distance: 5)])
        case .gap: return gap(Box.square(around: centre, radius: 6))
        case nil: return ""
        }
    }
}
