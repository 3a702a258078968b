extension RankDrawing {
    /// Writes what is inside the drawing.
    func write(isKorean: Bool, into svg: inout SVGWriter) {
        var grid = SVGPath()
        for row in rows {
            grid.move(to: ChartPoint(x: plot.left, y: row))
            grid.line(to: ChartPoint(x: plot.right, y: row))
        }
        svg.write(grid, class: "g")
        var hatching = SVGPath()
        for column in emptyColumns { hatching.hatch(column) }
        svg.write(hatching, class: "h")
        // The best films are on top.
        let coloured = lines.filter { $0.style != nil }
        for line in lines.filter({ $0.style == nil }) + coloured.reversed() {
            write(line, into: &svg)
        }
        svg.writeLeaders(of: ends)
        for label in ends + inner + ticks + others { svg.write(label) }
        writeLegend(isKorean: isKorean, into: &svg)
    }

    private func write(_ line: RankLine, into svg: inout SVGWriter) {
        let name = LineStyle.name(of: line.style)
        svg.write("<g class=\"\(name)\"><title>\(HTMLText.escaping(line.name))</title>")
        var path = SVGPath()
        for run in line.runs {
            if let first = run.first { path.move(to: first) }
            for (start, end) in zip(run, run.dropFirst()) { path.curve(from: start, to: end) }
        }
        svg.write(path, class: "p")
        var marks = SVGPath()
        let shape = line.style?.shape ?? .circle
        let radius = columns.radius * (line.style == nil ? 0.6 : 1)
        for point in line.marks { marks.mark(shape, at: point, radius: radius) }
        svg.write(marks, class: "m")
        svg.write(changes(of: line), class: "r")
        svg.write("</g>\n")
    }

    /// Where the film entered and left the chart; not of grey lines that are close together.
    private func changes(of line: RankLine) -> SVGPath {
        var changes = SVGPath()
        guard line.style != nil || !columns.isDense else { return changes }
        for point in line.entries { changes.circle(at: point, radius: columns.ringRadius) }
        for point in line.exits { changes.bar(behind: point, distance: columns.barDistance) }
        return changes
    }

    /// Explains the marks that are in the drawing.
    private func writeLegend(isKorean: Bool, into svg: inout SVGWriter) {
        var x = 10.0
        let y = plot.bottom + 52
        func label(_ text: String) -> ChartLabel {
            ChartLabel(text: text, x: x, y: y, anchor: .start, role: .tick)
        }
        func add(_ text: String, mark: (inout SVGPath) -> Void, class name: String) {
            var path = SVGPath()
            mark(&path)
            svg.write(path, class: name)
            x += 14
            svg.write(label(text))
            x += label(text).width + 18
        }
        let centre = { ChartPoint(x: x, y: y) }
        if lines.contains(where: { !$0.entries.isEmpty }) {
            add(
                isKorean ? "차트에 진입" : "entered the chart",
                mark: {
                    $0.circle(at: centre(), radius: 7)
                    $0.circle(at: centre(), radius: 2)
                }, class: "r")
        }
        if lines.contains(where: { !$0.exits.isEmpty }) {
            add(
                isKorean ? "차트에서 이탈" : "left the chart",
                mark: {
                    $0.circle(at: ChartPoint(x: x - 4, y: y), radius: 2)
                    $0.bar(behind: ChartPoint(x: x - 4, y: y), distance: 7)
                }, class: "r")
        }
        if !emptyColumns.isEmpty {
            add(
                isKorean ? "자료 없음" : "no data",
                mark: { $0.hatch(ChartBox(around: centre(), radius: 7)) }, class: "h")
        }
        if lines.contains(where: { $0.style == nil }) {
            let count = LineStyle.count
            svg.write(
                label(
                    isKorean
                        ? "색: 순위가 높은 \(count)편 (1위 20점 … 20위 1점의 합계)"
                        : "in colour: the \(count) highest ranked films"))
        }
    }
}

extension SVGPath {
    /// Draws a short upright bar to the right of `point`.
    mutating func bar(behind point: ChartPoint, distance: Double) {
        move(to: ChartPoint(x: point.x + distance, y: point.y - 6))
        line(to: ChartPoint(x: point.x + distance, y: point.y + 6))
    }

    /// Draws slanted lines over the whole of `box`.
    mutating func hatch(_ box: ChartBox) {
        let width = box.right - box.left
        let height = box.bottom - box.top
        // Each line rises by as much as it goes to the right.
        for offset in Swift.stride(from: 6.0, to: width + height, by: 6) {
            let start = ChartPoint(
                x: box.left + max(0, offset - height), y: box.top + min(offset, height))
            let end = ChartPoint(
                x: box.left + min(offset, width), y: box.top + max(0, offset - width))
            move(to: start)
            line(to: end)
        }
    }
}
