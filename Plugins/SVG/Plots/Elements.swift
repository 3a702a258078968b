/// The SVG elements of a drawing, in the colours of a palette.
///
/// Each is styled by attributes, because not every program that opens pictures reads style sheets. The
/// rest comes from the root element: no fill, and lines one unit wide.
extension Palette {
    /// Returns a path with those commands; empty if there are none.
    func path(_ attributes: String, _ commands: [String]) -> String {
        let commands = commands.joined()
        return commands.isEmpty ? "" : "<path \(attributes) d=\"\(commands)\"/>"
    }

    /// Returns marks in the colour of a line.
    func marks(_ style: LineStyle?, _ commands: [String]) -> String {
        path("fill=\"\(line(style))\" stroke=\"none\"", commands)
    }

    /// Returns a group with the elements of a film, in the colour and width of its line.
    func group(_ style: LineStyle?, _ content: String) -> String {
        let width = style == nil ? "1.1" : "2.4"
        return "<g stroke=\"\(line(style))\" stroke-width=\"\(width)\">\(content)</g>\n"
    }

    /// Returns the tooltip of a group.
    func title(_ text: String) -> String { "<title>\(Markup.escaping(text))</title>" }

    /// Returns a label: its mark, if it has one, its rank and its text.
    func text(_ label: Label) -> String {
        let colour =
            label.isQuiet
            ? quiet : label.hasColour ? line(label.style) : ink
        let size = " font-size=\"\(label.role.size.plain)\""
        // The baseline is about a third of the font size below the middle of the letters.
        let y = PathData.number(label.y + label.role.size * 0.35)
        let anchor = label.anchor == .start ? "" : " text-anchor=\"\(label.anchor.rawValue)\""
        func text(_ text: String, _ x: Double, _ attributes: String) -> String {
            "<text x=\"\(PathData.number(x))\" y=\"\(y)\"\(anchor)\(size) \(attributes)>"
                + "\(Markup.escaping(text))</text>"
        }
        var svg = mark(of: label)
        var x = label.x + label.markWidth
        let fill = "fill=\"\(colour)\"" + (label.role.isBold ? " font-weight=\"700\"" : "")
        if let rank = label.rank {
            svg += text("\(rank)", x, "fill=\"\(ink)\" font-weight=\"700\"")
            x += label.anchor == .end ? -Label.rankWidth : Label.rankWidth
        }
        guard !label.text.isEmpty else { return svg + "\n" }
        return svg + text(label.text, x, fill) + "\n"
    }

    /// Returns the hatching of a missing period.
    func gap(_ box: Box) -> String {
        path("stroke=\"\(other)\" stroke-width=\".7\"", [PathData.hatching(of: box)])
    }

    /// Returns the mark before the text of a label; empty if it has none.
    func mark(of label: Label) -> String {
        let centre = Point(x: label.x + 6, y: label.y)
        let dot = PathData.circle(at: centre, radius: 2)
        let stroke = "stroke=\"\(quiet)\" stroke-width=\"1.5\""
        switch label.mark {
        case .line:
            let place = Point(x: label.x + 5, y: label.y)
            return marks(label.style, [PathData.mark(label.style, at: place, radius: 3.5)])
        case .entry: return path(stroke, [PathData.circle(at: centre, radius: 6), dot])
        case .exit: return path(stroke, [dot, PathData.bar(after: centre, distance: 5)])
        case .gap: return gap(Box.square(around: centre, radius: 6))
        case nil: return ""
        }
    }

    /// Returns the thin lines to labels that are not beside their points.
    func leaders(to labels: [Label]) -> String {
        labels.map { label in
            guard let start = label.leader else { return "" }
            let end = Point(x: label.x + (label.anchor == .end ? 3 : -3), y: label.y)
            let stroke = "stroke=\"\(line(label.style))\" stroke-width=\".9\""
            return path(
                "\(stroke) stroke-dasharray=\"1.5 2.5\"", [PathData.line([start, end])]) + "\n"
        }.joined()
    }
}

/// The path commands of a drawing.
///
/// Coordinates have at most one decimal, so that the same rows give the same bytes.
enum PathData {
    /// Returns straight lines from point to point.
    static func line(_ points: [Point]) -> String {
        points.enumerated().map { command($0 == 0 ? "M" : "L", $1.x, $1.y) }.joined()
    }

    /// Returns the area between two lines; the area of a single point is as wide as a mark.
    static func band(from lower: [Point], to upper: [Point]) -> String {
        let edges = [lower, upper].map { edge in
            edge.count > 1
                ? edge
                : edge.flatMap { [Point(x: $0.x - 3, y: $0.y), Point(x: $0.x + 3, y: $0.y)] }
        }
        return line(edges[0] + edges[1].reversed()) + "z"
    }

    /// Returns the area of `box`.
    static func area(of box: Box) -> String {
        band(
            from: [Point(x: box.left, y: box.bottom), Point(x: box.right, y: box.bottom)],
            to: [Point(x: box.left, y: box.top), Point(x: box.right, y: box.top)])
    }

    /// Returns a line through `points` that is level at each of them.
    static func curve(_ points: [Point]) -> String {
        let sections = zip(points, points.dropFirst()).map { start, end in
            let middle = (start.x + end.x) / 2
            return start.y == end.y
                ? command("L", end.x, end.y)
                : command("C", middle, start.y, middle, end.y, end.x, end.y)
        }
        return line(Array(points.prefix(1))) + sections.joined()
    }

    /// Returns a mark in the shape of a style, or a circle.
    static func mark(_ style: LineStyle?, at centre: Point, radius: Double) -> String {
        guard let (size, corners) = style?.shape else {
            return circle(at: centre, radius: radius)
        }
        let points = corners.map { x, y in
            Point(x: centre.x + radius * size * x, y: centre.y + radius * size * y)
        }
        return line(points) + "z"
    }

    /// Returns a circle.
    static func circle(at centre: Point, radius: Double) -> String {
        let halves = [2 * radius, -2 * radius].map {
            command("a", radius, radius, 0, 1, 0, $0, 0)
        }
        return command("M", centre.x - radius, centre.y) + halves.joined()
    }

    /// Returns a short upright bar to the right of `point`.
    static func bar(after point: Point, distance: Double) -> String {
        line([-6, 6].map { Point(x: point.x + distance, y: point.y + $0) })
    }

    /// Returns slanted lines that fill `box`.
    static func hatching(of box: Box) -> String {
        let (width, height) = (box.right - box.left, box.bottom - box.top)
        // Each line rises at 45 degrees.
        return stride(from: 6.0, to: width + height, by: 6).map { offset in
            let start = Point(
                x: box.left + max(0, offset - height), y: box.top + min(offset, height))
            let end = Point(x: box.left + min(offset, width), y: box.top + max(0, offset - width))
            return line([start, end])
        }.joined()
    }

    private static func command(_ name: String, _ numbers: Double...) -> String {
        name + numbers.map(number).joined(separator: " ")
    }

    /// Returns a coordinate with one decimal, or without decimals if it is whole.
    static func number(_ coordinate: Double) -> String {
        ((coordinate * 10).rounded() / 10).plain
    }
}

extension Double {
    /// The number without a decimal point if it is whole: `125000`, `0.25`, `-3`.
    var plain: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }

    /// Returns the number for an axis, in the units of the language: `12.5만` and `1억`, or `125k` and
    /// `1.2M`.
    func abbreviated(isKorean: Bool) -> String {
        let units =
            isKorean
            ? [(1e12, "조"), (1e8, "억"), (1e4, "만")]
            : [(1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k")]
        guard let (size, unit) = units.first(where: { $0.0 <= magnitude }) else { return plain }
        return (self / size).plain + unit
    }
}
