/// Writes the elements of a drawing.
struct SVGWriter {
    /// What was written.
    private(set) var text = ""

    /// Writes markup as it is.
    mutating func write(_ markup: String) { text += markup }

    /// Writes a path, if there is anything on it.
    mutating func write(_ path: SVGPath, class name: String) {
        guard !path.isEmpty else { return }
        text += "<path class=\"\(name)\" d=\"\(path.commands)\"/>"
    }

    /// Writes a text.
    mutating func write(_ label: ChartLabel) {
        // Baselines of fonts are about a third of their size below the middle of their letters.
        var start = label.x
        var anchor = label.anchor
        if label.hasMark {
            start = label.box.left + ChartLabel.markWidth
            anchor = .start
            var mark = SVGPath()
            mark.mark(
                label.style?.shape ?? .circle,
                at: ChartPoint(x: label.box.left + 5, y: label.y), radius: 3.5)
            text += "<g class=\"\(LineStyle.name(of: label.style))\">"
            write(mark, class: "m e")
            text += "</g>"
        }
        let x = SVGPath.number(start)
        let y = SVGPath.number(label.y + label.size * 0.35)
        text += "<text class=\"\(label.role.rawValue)\" x=\"\(x)\" y=\"\(y)\""
        text += anchor == .start ? ">" : " text-anchor=\"\(anchor.rawValue)\">"
        let escaped = HTMLText.escaping(label.text)
        switch (label.rank, anchor) {
        case (let rank?, .end): text += "\(escaped) <tspan class=\"n\">\(rank)</tspan>"
        case (let rank?, _): text += "<tspan class=\"n\">\(rank)</tspan> \(escaped)"
        case (nil, _): text += escaped
        }
        text += "</text>\n"
    }

    /// Writes the thin lines to labels that are not beside their points.
    mutating func writeLeaders(of labels: [ChartLabel]) {
        var path = SVGPath()
        for label in labels {
            guard let leader = label.leader else { continue }
            path.move(to: leader)
            path.line(
                to: ChartPoint(x: label.anchor == .end ? label.x + 3 : label.x - 3, y: label.y))
        }
        write(path, class: "l")
    }

    /// Writes the beginning of a figure: its caption and, for screen readers, what the drawing shows.
    mutating func beginFigure(
        _ caption: String, _ description: String, width: Double, height: Double
    ) {
        text += "<figure class=\"chart\"><figcaption>\(HTMLText.escaping(caption))</figcaption>\n"
        text += "<div class=\"scroll\" role=\"region\" tabindex=\"0\""
        text += " aria-label=\"\(HTMLText.escaping(caption))\">\n"
        let box = "0 0 \(SVGPath.number(width)) \(SVGPath.number(height))"
        text += "<svg viewBox=\"\(box)\" role=\"img\""
        text += " aria-label=\"\(HTMLText.escaping(description))\">\n"
    }

    /// Writes the end of a figure.
    mutating func endFigure() { text += "</svg></div></figure>\n" }
}
