extension RunDrawing {
    /// Writes what is inside the drawing.
    func write(into svg: inout SVGWriter) {
        svg.write(across(rows.filter { $0 != zero }), class: "g")
        svg.write(across(zero.map { [$0] } ?? []), class: "z")
        svg.writeLeaders(of: ends)
        let coloured = lines.filter { $0.style != nil }
        for line in lines.filter({ $0.style == nil }) + coloured.reversed() {
            svg.write(
                "<g class=\"\(LineStyle.name(of: line.style))\">"
                    + "<title>\(HTMLText.escaping(line.name))</title>")
            var path = SVGPath()
            for run in line.runs where run.count > 1 {
                for (index, point) in run.enumerated() {
                    if index == 0 { path.move(to: point) } else { path.line(to: point) }
                }
            }
            svg.write(path, class: "p")
            var marks = SVGPath()
            for point in line.marks {
                marks.mark(
                    line.style?.shape ?? .circle, at: point, radius: line.style == nil ? 2 : 3.5)
            }
            svg.write(marks, class: "m")
            svg.write("</g>\n")
        }
        for label in ends + ticks { svg.write(label) }
    }

    private func across(_ rows: [Double]) -> SVGPath {
        var path = SVGPath()
        for row in rows {
            path.move(to: ChartPoint(x: plot.left, y: row))
            path.line(to: ChartPoint(x: plot.right, y: row))
        }
        return path
    }
}
