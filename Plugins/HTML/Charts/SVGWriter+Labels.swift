extension SVGWriter {
    /// Writes a label: its mark, if it has one, and its text.
    mutating func write(_ label: ChartLabel) {
        var anchor = label.anchor
        var start = label.x
        if label.hasMark {
            start = label.box.left + ChartLabel.markWidth
            anchor = .start
            var mark = SVGPath()
            mark.mark(
                label.style?.shape ?? .circle,
                at: ChartPoint(x: label.box.left + 5, y: label.y), radius: 3.5)
            if label.hasHalo { write(mark, class: "k") }
            write("<g class=\"\(LineStyle.name(of: label.style))\">")
            write(mark, class: "m")
            write("</g>")
        }
        // Baselines of fonts are about a third of their size below the middle of their letters.
        let y = label.y + label.size * 0.35
        var attributes = "x=\"\(SVGPath.number(start))\" y=\"\(SVGPath.number(y))\""
        if anchor != .start { attributes += " text-anchor=\"\(anchor.rawValue)\"" }
        let text = label.markup
        // Not all validators know `paint-order`, which would do without a second text.
        if label.hasHalo { write("<text class=\"i k\" \(attributes)>\(text)</text>") }
        write("<text class=\"\(label.role.rawValue)\" \(attributes)>\(text)</text>\n")
    }

    /// Writes the thin lines to labels that are not beside their points.
    mutating func writeLeaders(of labels: [ChartLabel]) {
        for label in labels {
            guard let leader = label.leader else { continue }
            var path = SVGPath()
            path.move(to: leader)
            path.line(
                to: ChartPoint(x: label.anchor == .end ? label.x + 3 : label.x - 3, y: label.y))
            write("<g class=\"\(LineStyle.name(of: label.style))\">")
            write(path, class: "l")
            write("</g>\n")
        }
    }
}

extension ChartLabel {
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
