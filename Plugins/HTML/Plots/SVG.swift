/// The commands of a path.
///
/// Coordinates have at most one decimal, so that the same rows give the same bytes.
struct SVGPath {
    /// The value of the attribute `d`.
    private(set) var commands = ""

    /// Begins a new line.
    mutating func move(to point: Point) { append("M", point.x, point.y) }

    /// Draws a straight line.
    mutating func line(to point: Point) { append("L", point.x, point.y) }

    /// Draws a straight line from `start`.
    mutating func line(from start: Point, to end: Point) {
        move(to: start)
        line(to: end)
    }

    /// Draws a line from `start` that is level at both ends.
    mutating func curve(from start: Point, to end: Point) {
        guard start.y != end.y else { return line(to: end) }
        let middle = (start.x + end.x) / 2
        append("C", middle, start.y, middle, end.y, end.x, end.y)
    }

    /// Draws a mark of that shape around `centre`.
    mutating func mark(_ shape: LineStyle.Shape, at centre: Point, radius: Double) {
        let (size, corners): (Double, [(x: Double, y: Double)]) =
            switch shape {
            case .circle: (1, [])
            case .square: (0.9, [(-1, -1), (1, -1), (1, 1), (-1, 1)])
            case .diamond: (1.25, [(0, -1), (1, 0), (0, 1), (-1, 0)])
            case .triangle: (1.15, [(0, -1), (1, 0.8), (-1, 0.8)])
            case .invertedTriangle: (1.15, [(0, 1), (1, -0.8), (-1, -0.8)])
            }
        guard !corners.isEmpty else { return circle(at: centre, radius: radius) }
        for (index, corner) in corners.enumerated() {
            append(
                index == 0 ? "M" : "L", centre.x + radius * size * corner.x,
                centre.y + radius * size * corner.y)
        }
        commands += "z"
    }

    /// Draws a circle.
    mutating func circle(at centre: Point, radius: Double) {
        append("M", centre.x - radius, centre.y)
        for width in [2 * radius, -2 * radius] {
            append("a", radius, radius)
            commands += " 0 1 0"
            append(" ", width, 0)
        }
    }

    /// Draws a short upright bar to the right of `point`.
    mutating func bar(after point: Point, distance: Double) {
        let x = point.x + distance
        line(from: Point(x: x, y: point.y - 6), to: Point(x: x, y: point.y + 6))
    }

    /// Draws slanted lines over the whole of `box`.
    mutating func hatch(_ box: Box) {
        let width = box.right - box.left
        let height = box.bottom - box.top
        // Each line rises by as much as it goes to the right.
        for offset in stride(from: 6.0, to: width + height, by: 6) {
            line(
                from: Point(
                    x: box.left + max(0, offset - height), y: box.top + min(offset, height)),
                to: Point(x: box.left + min(offset, width), y: box.top + max(0, offset - width)))
        }
    }

    private mutating func append(_ command: String, _ numbers: Double...) {
        commands += command + numbers.map(Self.number).joined(separator: " ")
    }

    /// A coordinate with one decimal, or none if that is zero.
    static func number(_ coordinate: Double) -> String {
        // No drawing is that large; without limits the conversion could trap.
        let tenths = Int((min(max(coordinate, -100_000), 100_000) * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return tenth == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(tenth)"
    }
}

/// Writes the elements of a drawing.
struct SVGWriter {
    /// What was written.
    private(set) var text = ""

    /// Writes a path, if there is anything on it.
    mutating func write(_ path: SVGPath, class name: String) {
        guard !path.commands.isEmpty else { return }
        text += "<path class=\"\(name)\" d=\"\(path.commands)\"/>"
    }

    /// Writes what belongs to a film, in the colour of its line.
    mutating func group(_ style: LineStyle?, end: String = "", _ body: (inout SVGWriter) -> Void) {
        text += "<g class=\"\(LineStyle.name(of: style))\">"
        body(&self)
        text += "</g>" + end
    }

    /// Writes the title of a group.
    mutating func write(title: String) { text += "<title>\(HTMLText.escaping(title))</title>" }

    /// Writes a figure: a caption, and a drawing with what it shows for screen readers.
    mutating func figure(
        _ caption: String, _ description: String, width: Double, height: Double,
        _ body: (inout SVGWriter) -> Void
    ) {
        let caption = HTMLText.escaping(caption)
        text += "<figure class=\"chart\"><figcaption>\(caption)</figcaption>\n"
        text += "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"\(caption)\">\n"
        let box = "0 0 \(SVGPath.number(width)) \(SVGPath.number(height))"
        text += "<svg viewBox=\"\(box)\" role=\"img\""
        text += " aria-label=\"\(HTMLText.escaping(description))\">\n"
        body(&self)
        text += "</svg></div></figure>\n"
    }

    /// Writes a label: its mark, if it has one, and its text.
    mutating func write(_ label: Label) {
        let isInner = label.role == .inner
        var anchor = label.anchor
        var x = label.x
        if label.hasMark {
            let left = label.box.left
            (x, anchor) = (left + Label.markWidth, .start)
            var mark = SVGPath()
            mark.mark(
                label.style?.shape ?? .circle, at: Point(x: left + 5, y: label.y), radius: 3.5)
            if isInner { write(mark, class: "k") }
            group(label.style) { $0.write(mark, class: "m") }
        }
        // Baselines of fonts are about a third of their size below the middle of their letters.
        let y = label.y + label.role.rawValue * 0.35
        var attributes = "x=\"\(SVGPath.number(x))\" y=\"\(SVGPath.number(y))\""
        if anchor != .start { attributes += " text-anchor=\"\(anchor.rawValue)\"" }
        let markup = label.markup
        // On top of lines, which must not run through the letters. Not all validators know
        // `paint-order`, which would do without a second text.
        if isInner { text += "<text class=\"i k\" \(attributes)>\(markup)</text>" }
        text += "<text class=\"\(label.name)\" \(attributes)>\(markup)</text>\n"
    }

    /// Writes the thin lines to labels that are not beside their points.
    mutating func writeLeaders(of labels: [Label]) {
        for label in labels {
            guard let leader = label.leader else { continue }
            let end = Point(x: label.anchor == .end ? label.x + 3 : label.x - 3, y: label.y)
            var path = SVGPath()
            path.line(from: leader, to: end)
            group(label.style, end: "\n") { $0.write(path, class: "l") }
        }
    }
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
