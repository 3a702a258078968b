internal import BoxOffice

/// Where the lines and labels of a plot are.
struct LineDrawing {
    /// The line of a film, or the band of a nation.
    struct Line {
        /// The film's or the nation's name.
        let name: String
        /// The style, or nil for a thin grey line.
        let style: LineStyle?
        /// The points of each unbroken part, from left to right; a part may be a single point.
        private(set) var parts: [[Point]] = []
        /// The upper edge of each part, if the line is the lower edge of a band; else empty.
        var upperParts: [[Point]] = []
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
        ///   - points: the points by place; nil where there is no figure. Only points that are whole
        ///     are joined.
        ///   - known: the places, from 1 up, next to which it is known whether the film entered or left.
        ///   - isMarked: whether a point has a mark, given its index and whether a part begins or ends
        ///     there.
        init(
            named name: String, _ style: LineStyle?, through points: [(at: Point, isWhole: Bool)?],
            known: Set<Int> = [], isMarked: (_ index: Int, _ isFirst: Bool, _ isLast: Bool) -> Bool
        ) {
            (self.name, self.style) = (name, style)
            var part: [Point] = []
            for (index, (point, next)) in zip(points, points.dropFirst() + [nil]).enumerated() {
                guard let point else { continue }
                let (isFirst, isLast) = (part.isEmpty, !(point.isWhole && next?.isWhole == true))
                part.append(point.at)
                if isMarked(index, isFirst, isLast) { marks.append(point.at) }
                if isFirst, known.contains(index) { entries.append(point.at) }
                guard isLast else { continue }
                if known.contains(index + 2) { exits.append(point.at) }
                parts.append(part)
                part = []
            }
        }

        /// How many sections of the line touch `box`.
        func crossings(of box: Box) -> Int {
            parts.reduce(0) { sum, part in
                sum + zip(part, part.dropFirst()).count { box.isCrossed(from: $0, to: $1) }
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
    var zero: Double?
    /// The columns of periods that are missing.
    var gaps: [Box] = []
    /// The lines of the films that have figures.
    let lines: [Line]
    /// The labels of the lines, of the axes and, at the foot, of films for which there was no room.
    let labels: [Label]
    /// The columns of periods, if the lines are ranks over these.
    var columns: PeriodColumns?
}

extension LineDrawing {
    /// The drawing as an element of a page, with what it shows for screen readers.
    func svg(describedAs description: String) -> String {
        func across(_ row: Double) -> String {
            SVG.line([area.left, area.right].map { Point(x: $0, y: row) })
        }
        let leaders = SVG.leaders(to: labels)
        // The first films are on top, and all of them on the grey lines.
        let ordered = lines.filter { $0.style == nil } + lines.filter { $0.style != nil }.reversed()
        let box = "0 0 \(SVG.number(Self.width)) \(SVG.number(height))"
        return "<svg viewBox=\"\(box)\" role=\"img\""
            + " aria-label=\"\(HTMLText.escaping(description))\">\n"
            + SVG.path("g", rows.filter { $0 != zero }.map(across))
            + SVG.path("z", rows.filter { $0 == zero }.map(across))
            + SVG.path("h", gaps.map(SVG.hatching)) + (columns == nil ? leaders : "")
            + ordered.map(svg).joined() + (columns == nil ? "" : leaders)
            + labels.map(SVG.text).joined() + (columns == nil ? "" : legend) + "</svg>"
    }

    private func svg(of line: Line) -> String {
        let parts = line.parts.filter { columns != nil || $0.count > 1 }
        let radius =
            line.style == nil
            ? columns.map { $0.radius * 0.6 } ?? 2 : columns?.radius ?? 3.5
        var content =
            "<title>\(HTMLText.escaping(line.name))</title>"
            + SVG.path("a", zip(line.parts, line.upperParts).map { SVG.band(from: $0, to: $1) })
        guard line.upperParts.isEmpty else { return SVG.group(line.style, content) + "\n" }
        content +=
            SVG.path("p", parts.map(columns == nil ? SVG.line : SVG.curve))
            + SVG.path("m", line.marks.map { SVG.mark(line.style, at: $0, radius: radius) })
        // Grey lines that are close together have no marks for entering and leaving.
        if let columns, line.style != nil || !columns.isDense {
            let rings = line.entries.map { SVG.circle(at: $0, radius: columns.ringRadius) }
            let bars = line.exits.map { SVG.bar(after: $0, distance: columns.barDistance) }
            content += SVG.path("r", rings + bars)
        }
        return SVG.group(line.style, content) + "\n"
    }

    /// Explains the marks that are in the drawing.
    private var legend: String {
        var legend = ""
        var centre = Point(x: 10, y: area.bottom + 52)
        func add(_ text: Message, if isShown: Bool, _ name: String, _ mark: (Point) -> [String]) {
            guard isShown else { return }
            let path = SVG.path(name, mark(centre))
            if !path.isEmpty { centre.x += 14 }
            let label = Label(text: layout.text(of: text), x: centre.x, y: centre.y, role: .tick)
            legend += path + SVG.text(label)
            centre.x += label.width + 18
        }
        let hasEntries = lines.contains { !$0.entries.isEmpty }
        add(Message("html-entered", "entered the chart"), if: hasEntries, "r") {
            [SVG.circle(at: $0, radius: 7), SVG.circle(at: $0, radius: 2)]
        }
        let hasExits = lines.contains { !$0.exits.isEmpty }
        add(Message("html-left", "left the chart"), if: hasExits, "r") {
            let point = Point(x: $0.x - 4, y: $0.y)
            return [SVG.circle(at: point, radius: 2), SVG.bar(after: point, distance: 7)]
        }
        add(Message("html-no-data", "no data"), if: !gaps.isEmpty, "h") {
            [SVG.hatching(of: Box.square(around: $0, radius: 7))]
        }
        let coloured = Message(
            "html-coloured", "in colour: the \(LineStyle.count) highest ranked films")
        add(coloured, if: lines.contains { $0.style == nil }, "") { _ in [] }
        return legend
    }
}

extension Plot {
    /// The plot of a source's rows on a page: ranks 1…20 over at most 62 periods, the runs of at most 30
    /// films, or the market in at most 730 rows.
    ///
    /// At most 2,000 films have such ranks without ties. Ranks take less than 2 MB until they are
    /// drawn, runs at most about 10 MB.
    init?(onPageOf layout: Layout, of source: FigureSource? = nil) {
        let showsRuns = layout.document.trend != nil
        self.init(
            layout, of: source,
            mostPeriods: showsRuns ? 3650 : layout.document.market == nil ? 62 : 730,
            mostFilms: showsRuns ? 30 : 2000,
            ranks: 1...Self.lastDrawnRank)
    }

    /// The last rank that is drawn.
    static let lastDrawnRank = 20

    /// The drawing; nil if there is nothing to draw.
    var drawing: LineDrawing? {
        absence == nil
            ? periods.isEmpty ? LineDrawing(runs: self) : LineDrawing(ranks: self) : nil
    }

    /// Writes the figure; nothing if there is nothing to draw.
    func write(into output: inout ByteBuffer) {
        guard let drawing else { return }
        let caption = HTMLText.escaping(title)
        output.append("<figure class=\"chart\"><figcaption>\(caption)</figcaption>\n")
        output.append(
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"\(caption)\">\n")
        output.append("\(drawing.svg(describedAs: description))</div></figure>\n")
    }
}
