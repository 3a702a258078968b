internal import BoxOffice

/// Where the lines and labels of a plot are.
struct LineDrawing {
    /// The line of a film.
    struct Line {
        /// The film's name.
        let name: String
        /// The style, or nil for a thin grey line.
        let style: LineStyle?
        /// The points of each unbroken part, from left to right; a part may be a single point.
        private(set) var parts: [[Point]] = []
        /// Where the line has marks.
        private(set) var marks: [Point] = []
        /// Where the film entered the chart.
        private(set) var entries: [Point] = []
        /// Where the film was last before it left the chart.
        private(set) var exits: [Point] = []

        /// Makes the line through `points`.
        ///
        /// - Parameters:
        ///   - name: the film's name.
        ///   - style: the style, or nil for a thin grey line.
        ///   - points: the points by place; nil where there is no figure.
        ///   - known: the places, from 1 up, next to which it is known whether the film entered or left.
        ///   - isJoined: whether the line may go on after a point, given its index.
        ///   - isMarked: whether a point has a mark, given its index and whether a part begins or ends
        ///     there.
        init(
            named name: String, _ style: LineStyle?, through points: [Point?],
            known: Set<Int> = [], isJoined: (Int) -> Bool = { _ in true },
            isMarked: (_ index: Int, _ isFirst: Bool, _ isLast: Bool) -> Bool
        ) {
            (self.name, self.style) = (name, style)
            var part: [Point] = []
            for (index, point) in points.enumerated() {
                guard let point else { continue }
                let hasNext = index + 1 < points.count && points[index + 1] != nil
                let (isFirst, isLast) = (part.isEmpty, !hasNext || !isJoined(index))
                part.append(point)
                if isMarked(index, isFirst, isLast) { marks.append(point) }
                if isFirst, known.contains(index) { entries.append(point) }
                guard isLast else { continue }
                if known.contains(index + 2) { exits.append(point) }
                parts.append(part)
                part = []
            }
        }

        /// How many sections of the line touch `box`.
        func crossings(of box: Box) -> Int {
            parts.reduce(0) { sum, part in
                guard let first = part.first, let last = part.last, first.x < box.right,
                    last.x > box.left
                else { return sum }
                return sum + zip(part, part.dropFirst()).count { box.isCrossed(from: $0, to: $1) }
            }
        }
    }

    /// The width of the drawing.
    static let width = 760.0
    /// The layout of the document, in whose language it is worded.
    let layout: Layout
    /// The height of the drawing.
    let height: Double
    /// The room of the lines.
    let area: Box
    /// The heights of the lines across the area.
    let rows: [Double]
    /// The height of zero; nil if it is not on the axis.
    let zero: Double?
    /// The columns of periods that are missing.
    let gaps: [Box]
    /// The lines of the films that have figures.
    let lines: [Line]
    /// The labels of the lines, of the axes and, at the foot, of films for which there was no room.
    let labels: [Label]
    /// The columns of periods, if the lines are ranks over these.
    let columns: PeriodColumns?
}

extension LineDrawing {
    /// Writes what is inside the drawing.
    func write(into svg: inout SVGWriter) {
        svg.write(across(rows.filter { $0 != zero }), class: "g")
        svg.write(across(rows.filter { $0 == zero }), class: "z")
        var hatching = SVGPath()
        for gap in gaps { hatching.hatch(gap) }
        svg.write(hatching, class: "h")
        if columns == nil { svg.writeLeaders(of: labels) }
        // The first films are on top, and all of them on the grey lines.
        for line in lines.filter({ $0.style == nil }) + lines.filter({ $0.style != nil }).reversed()
        {
            svg.group(line.style, end: "\n") { write(line, into: &$0) }
        }
        if columns != nil { svg.writeLeaders(of: labels) }
        for label in labels { svg.write(label) }
        if columns != nil { writeLegend(into: &svg) }
    }

    private func across(_ rows: [Double]) -> SVGPath {
        var path = SVGPath()
        for row in rows {
            path.line(from: Point(x: area.left, y: row), to: Point(x: area.right, y: row))
        }
        return path
    }

    private func write(_ line: Line, into svg: inout SVGWriter) {
        svg.write(title: line.name)
        var path = SVGPath()
        for part in line.parts where columns != nil || part.count > 1 {
            if let first = part.first { path.move(to: first) }
            for (start, end) in zip(part, part.dropFirst()) {
                if columns != nil { path.curve(from: start, to: end) } else { path.line(to: end) }
            }
        }
        svg.write(path, class: "p")
        let radius =
            line.style == nil
            ? columns.map { $0.radius * 0.6 } ?? 2 : columns.map(\.radius) ?? 3.5
        var marks = SVGPath()
        for point in line.marks {
            marks.mark(line.style?.shape ?? .circle, at: point, radius: radius)
        }
        svg.write(marks, class: "m")
        // Grey lines that are close together have no marks for entering and leaving.
        guard let columns, line.style != nil || !columns.isDense else { return }
        var changes = SVGPath()
        for point in line.entries { changes.circle(at: point, radius: columns.ringRadius) }
        for point in line.exits { changes.bar(after: point, distance: columns.barDistance) }
        svg.write(changes, class: "r")
    }

    /// Explains the marks that are in the drawing.
    private func writeLegend(into svg: inout SVGWriter) {
        var x = 10.0
        let y = area.bottom + 52
        func add(
            _ text: Message, if isShown: Bool, class name: String = "",
            mark: (inout SVGPath, Point) -> Void = { _, _ in }
        ) {
            guard isShown else { return }
            var path = SVGPath()
            mark(&path, Point(x: x, y: y))
            svg.write(path, class: name)
            if !path.commands.isEmpty { x += 14 }
            let label = Label(text: layout.text(of: text), x: x, y: y, role: .tick)
            svg.write(label)
            x += label.width + 18
        }
        let hasEntries = lines.contains { !$0.entries.isEmpty }
        add(Message("html-entered", "entered the chart"), if: hasEntries, class: "r") {
            $0.circle(at: $1, radius: 7)
            $0.circle(at: $1, radius: 2)
        }
        let hasExits = lines.contains { !$0.exits.isEmpty }
        add(Message("html-left", "left the chart"), if: hasExits, class: "r") {
            let point = Point(x: $1.x - 4, y: $1.y)
            $0.circle(at: point, radius: 2)
            $0.bar(after: point, distance: 7)
        }
        add(Message("html-no-data", "no data"), if: !gaps.isEmpty, class: "h") {
            $0.hatch(Box.square(around: $1, radius: 7))
        }
        let count = LineStyle.count
        add(
            Message("html-coloured", "in colour: the \(count) highest ranked films"),
            if: lines.contains { $0.style == nil })
    }
}

extension Plot {
    /// The plot of a page: ranks 1…20 over at most 62 periods, or the runs of at most 30 films.
    ///
    /// At most 2,000 films have such ranks without ties. Ranks take less than 2 MB until they are
    /// drawn, runs at most about 10 MB.
    init?(onPageOf layout: Layout) {
        let showsRuns = layout.document.trend != nil
        self.init(
            layout, mostPeriods: showsRuns ? 3650 : 62, mostFilms: showsRuns ? 30 : 2000,
            ranks: 1...Self.lastDrawnRank)
    }

    /// The last rank that is drawn.
    static let lastDrawnRank = 20

    /// Writes the figure; nothing if there is nothing to draw.
    func write(into output: inout ByteBuffer) {
        guard absence == nil,
            let drawing = periods.isEmpty ? LineDrawing(runs: self) : LineDrawing(ranks: self)
        else { return }
        var svg = SVGWriter()
        svg.figure(title, description, width: LineDrawing.width, height: drawing.height) {
            drawing.write(into: &$0)
        }
        output.append(svg.text)
    }
}
