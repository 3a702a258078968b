/// The elements of a drawing, and the commands of its paths.
///
/// Coordinates have at most one decimal, so that the same rows give the same bytes.
enum SVG {
    /// A path with those commands; nothing if there are none.
    static func path(_ name: String, _ commands: [String]) -> String {
        let commands = commands.joined()
        return commands.isEmpty ? "" : "<path class=\"\(name)\" d=\"\(commands)\"/>"
    }

    /// What belongs to a film, in the colour of its line.
    static func group(_ style: LineStyle?, _ content: String) -> String {
        "<g class=\"\(LineStyle.name(of: style))\">\(content)</g>"
    }

    /// A label: its mark, if it has one, and its text.
    static func text(_ label: Label) -> String {
        let isInner = label.role == .inner
        var svg = ""
        var (x, anchor) = (label.x, label.anchor)
        if label.hasMark {
            let left = label.box.left
            (x, anchor) = (left + Label.markWidth, .start)
            let mark = [mark(label.style, at: Point(x: left + 5, y: label.y), radius: 3.5)]
            svg = (isInner ? path("k", mark) : "") + group(label.style, path("m", mark))
        }
        // Baselines of fonts are about a third of their size below the middle of their letters.
        let y = label.y + label.role.rawValue * 0.35
        var attributes = "x=\"\(number(x))\" y=\"\(number(y))\""
        if anchor != .start { attributes += " text-anchor=\"\(anchor.rawValue)\"" }
        let markup = label.markup
        // On top of lines, which must not run through the letters. Not all validators know
        // `paint-order`, which would do without a second text.
        if isInner { svg += "<text class=\"i k\" \(attributes)>\(markup)</text>" }
        return svg + "<text class=\"\(label.name)\" \(attributes)>\(markup)</text>\n"
    }

    /// The thin lines to the labels that are not beside their points.
    static func leaders(to labels: [Label]) -> String {
        labels.map { label in
            guard let start = label.leader else { return "" }
            let end = Point(x: label.x + (label.anchor == .end ? 3 : -3), y: label.y)
            return group(label.style, path("l", [line([start, end])])) + "\n"
        }.joined()
    }

    /// Straight lines from point to point.
    static func line(_ points: [Point]) -> String {
        points.enumerated().map { command($0 == 0 ? "M" : "L", $1.x, $1.y) }.joined()
    }

    /// The area between two lines; that of one point is as wide as a mark.
    static func band(from lower: [Point], to upper: [Point]) -> String {
        let edges = [lower, upper].map { edge in
            edge.count > 1
                ? edge
                : edge.flatMap { [Point(x: $0.x - 3, y: $0.y), Point(x: $0.x + 3, y: $0.y)] }
        }
        return line(edges[0] + edges[1].reversed()) + "z"
    }

    /// A line through `points` that is level at each of them.
    static func curve(_ points: [Point]) -> String {
        let sections = zip(points, points.dropFirst()).map { start, end in
            let middle = (start.x + end.x) / 2
            return start.y == end.y
                ? command("L", end.x, end.y)
                : command("C", middle, start.y, middle, end.y, end.x, end.y)
        }
        return line(Array(points.prefix(1))) + sections.joined()
    }

    /// A mark in the shape of that style, or a circle.
    static func mark(_ style: LineStyle?, at centre: Point, radius: Double) -> String {
        guard let (size, corners) = style?.shape else {
            return circle(at: centre, radius: radius)
        }
        let points = corners.map { x, y in
            Point(x: centre.x + radius * size * x, y: centre.y + radius * size * y)
        }
        return line(points) + "z"
    }

    /// A circle.
    static func circle(at centre: Point, radius: Double) -> String {
        let halves = [2 * radius, -2 * radius].map {
            command("a", radius, radius, 0, 1, 0, $0, 0)
        }
        return command("M", centre.x - radius, centre.y) + halves.joined()
    }

    /// A short upright bar to the right of `point`.
    static func bar(after point: Point, distance: Double) -> String {
        line([-6, 6].map { Point(x: point.x + distance, y: point.y + $0) })
    }

    /// Slanted lines over the whole of `box`.
    static func hatching(of box: Box) -> String {
        let (width, height) = (box.right - box.left, box.bottom - box.top)
        // Each line rises by as much as it goes to the right.
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

    /// A coordinate with one decimal, or none if that is zero.
    static func number(_ coordinate: Double) -> String {
        ((coordinate * 10).rounded() / 10).plain
    }
}

extension Double {
    /// The number without a decimal point if it is whole: `125000`, `0.25`, `-3`.
    var plain: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}

extension Label {
    /// The class in the style sheet.
    fileprivate var name: String {
        role == .tick
            ? "t" : "f" + (style == nil ? " o" : "") + (role == .inner ? " i" : "")
    }

    /// The text with its rank, escaped.
    fileprivate var markup: String {
        let escaped = HTMLText.escaping(text)
        guard let rank else { return escaped }
        let number = "<tspan class=\"n\">\(rank)</tspan>"
        if text.isEmpty { return number }
        // A title that is read from right to left does not change places with its rank.
        let title = "<tspan class=\"b\">\(escaped)</tspan>"
        return anchor == .end ? "\(title) \(number)" : "\(number) \(title)"
    }
}
