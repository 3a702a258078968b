internal import BoxOffice

/// An entry of a drawing's legend: a mark, or none, and its meaning.
struct Sign: Hashable {
    /// The feature of the drawing that a sign explains.
    enum Kind {
        /// The ring around the mark of a film that entered the chart.
        case entry
        /// The bar after the mark of a film that left it.
        case exit
        /// The hatching of a missing period.
        case gap
        /// The choice of films with colours.
        case colours
    }

    /// The explained feature.
    let kind: Kind
    /// The meaning, beside the mark.
    var label: Label

    /// The width of the mark before the text.
    var markWidth: Double { kind == .colours ? 0 : 18 }

    /// Returns the legend of a drawing of ranks with those lines, in as many rows as it needs from
    /// `top` down.
    static func legend(
        of lines: [Drawing.Line], hasGaps: Bool, in layout: Layout, below top: Double,
        width: Double
    ) -> [Sign] {
        let all: [(Kind, Bool, Message)] = [
            (
                .entry, lines.contains { !$0.entries.isEmpty },
                Message("plot-entered", "entered the chart")
            ),
            (.exit, lines.contains { !$0.exits.isEmpty }, Message("plot-left", "left the chart")),
            (.gap, hasGaps, Message("plot-no-data", "no data")),
            (
                .colours, lines.contains { $0.style == nil },
                Message("plot-coloured", "in colour: the \(LineStyle.count) highest ranked films")
            ),
        ]
        let signs = all.filter(\.1).map { kind, _, text in
            Sign(kind: kind, label: Label(text: layout.text(of: text), role: .tick))
        }
        let places = Drawing.rows(
            of: signs.map { $0.markWidth + $0.label.width }, gap: 18, within: width)
        return zip(signs, places).map { sign, place in
            var sign = sign
            (sign.label.x, sign.label.y) = (place.x + sign.markWidth, top + 18 * Double(place.row))
            return sign
        }
    }
}

extension Drawing {
    /// Arranges boxes of those widths side by side, in as many rows as they need, and returns the left
    /// edge and the row, from 0 up, of each.
    static func rows(
        of widths: [Double], gap: Double, within width: Double
    ) -> [(x: Double, row: Int)] {
        var end = (x: 4.0, row: 0)
        return widths.map { own in
            if end.x > 4, end.x + own > width { end = (4, end.row + 1) }
            defer { end.x += own + gap }
            return end
        }
    }
}

extension Elements {
    /// Returns the hatching of a missing period.
    func gap(_ box: Box) -> String {
        path("stroke=\"\(palette.other)\" stroke-width=\".7\"", [PathData.hatching(of: box)])
    }

    /// Returns a sign with its meaning.
    func sign(_ sign: Sign) -> String {
        let centre = Point(x: sign.label.x - sign.markWidth + 6, y: sign.label.y)
        let dot = PathData.circle(at: centre, radius: 2)
        let stroke = "stroke=\"\(palette.quiet)\" stroke-width=\"1.5\""
        let mark =
            switch sign.kind {
            case .entry: path(stroke, [PathData.circle(at: centre, radius: 6), dot])
            case .exit: path(stroke, [dot, PathData.bar(after: centre, distance: 5)])
            case .gap: gap(Box.square(around: centre, radius: 6))
            case .colours: ""
            }
        return mark + text(sign.label)
    }
}
