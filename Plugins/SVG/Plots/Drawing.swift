package import BoxOffice

/// A drawing of a plot: its lines, bars and labels with their positions.
package struct Drawing {
    /// The line of a film, or another line or band.
    struct Line {
        /// The name.
        let name: String
        /// The style, or nil for a thin grey line.
        let style: LineStyle?
        /// The points of each unbroken part, from left to right; a part may be a single point.
        private(set) var parts: [[Point]] = []
        /// The upper edge of each part, if the line is the lower edge of a band; else empty.
        var upperParts: [[Point]] = []
        /// The points with marks.
        private(set) var marks: [Point] = []
        /// The points at which the film entered the chart.
        private(set) var entries: [Point] = []
        /// The last points before the film left the chart.
        private(set) var exits: [Point] = []

        /// Creates the line through `points`.
        ///
        /// - Parameters:
        ///   - name: the film's name.
        ///   - style: the style, or nil for a thin grey line.
        ///   - points: the points by place; nil where there is no figure. Only whole points are joined.
        ///   - known: the places, from 1 up, next to which it is known whether the film entered or
        ///     left.
        ///   - isMarked: returns true if a point has a mark, given its index and whether a part begins
        ///     or ends there.
        init(
            named name: String, _ style: LineStyle?, through points: [(at: Point, isWhole: Bool)?],
            known: Set<Int> = [],
            isMarked: (_ index: Int, _ isFirst: Bool, _ isLast: Bool) -> Bool
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
    }

    /// A bar; its name is the film's title and figure, for its tooltip.
    typealias Bar = (name: String, box: Box)

    /// The width of the drawing.
    let width: Double
    /// The height of the drawing.
    var height: Double
    /// The area that the lines use.
    let area: Box
    /// The y coordinates of the grid lines.
    var rows: [Double] = []
    /// The y coordinate of zero; nil if it is not on the axis.
    var zero: Double?
    /// The columns of missing periods.
    var gaps: [Box] = []
    /// The lines of films that have figures.
    var lines: [Line] = []
    /// The bars of films; empty if there are lines.
    var bars: [Bar] = []
    /// The labels of lines, bars and axes and, at the foot, of films that did not fit beside their
    /// lines, and of the legend.
    var labels: [Label]
    /// The columns of the periods, if the lines show ranks by period.
    var columns: PeriodColumns?

    /// The width of a picture for which none is chosen.
    package static let width = 760.0

    /// The width and the height, as written in the root element.
    package var size: String { "\(PathData.number(width)) \(PathData.number(height))" }

    /// Returns the elements, for a root element with `fill="none"`.
    package func elements(in palette: Palette) -> String {
        func across(_ row: Double) -> String {
            PathData.line([area.left, area.right].map { Point(x: $0, y: row) })
        }
        let leaders = palette.leaders(to: labels)
        // Films with a style are drawn over the grey lines, the first film on top.
        let ordered = lines.filter { $0.style == nil } + lines.filter { $0.style != nil }.reversed()
        return palette.path(
            "stroke=\"\(palette.grid)\"", rows.filter { $0 != zero }.map(across))
            + palette.path(
                "stroke=\"\(palette.other)\"", rows.filter { $0 == zero }.map(across))
            + gaps.map(palette.gap).joined() + (columns == nil ? leaders : "")
            + ordered.map { svg(of: $0, palette) }.joined() + (columns == nil ? "" : leaders)
            + bars.map { bar in
                let area = palette.marks(LineStyle(colour: 0), [PathData.area(of: bar.box)])
                return "<g>\(palette.title(bar.name))\(area)</g>\n"
            }.joined()
            + labels.map(palette.text).joined()
    }

    private func svg(of line: Line, _ palette: Palette) -> String {
        let colour = palette.line(line.style)
        let parts = line.parts.filter { columns != nil || $0.count > 1 }
        let radius =
            line.style == nil
            ? columns.map { $0.radius * 0.6 } ?? 2 : columns?.radius ?? 3.5
        let title = palette.title(line.name)
        guard line.upperParts.isEmpty else {
            // The edge keeps a band thinner than a pixel visible.
            let band = zip(line.parts, line.upperParts).map { PathData.band(from: $0, to: $1) }
            let look = "fill=\"\(colour)\" fill-opacity=\".3\" stroke-width=\"1.2\""
            return palette.group(line.style, title + palette.path(look, band))
        }
        let dashes = line.style?.isDashed == true ? " stroke-dasharray=\"7 3\"" : ""
        var content =
            title
            + palette.path(
                "stroke-linejoin=\"round\"\(dashes)",
                parts.map(columns == nil ? PathData.line : PathData.curve))
        // Dense grey lines have marks only where a part is a single point.
        let isDense = columns?.isDense == true && line.style == nil
        let marks =
            isDense ? line.parts.filter { $0.count == 1 }.flatMap(\.self) : line.marks
        content += palette.marks(
            line.style, marks.map { PathData.mark(line.style, at: $0, radius: radius) })
        if let columns, !isDense {
            let rings = line.entries.map { PathData.circle(at: $0, radius: columns.ringRadius) }
            let bars = line.exits.map { PathData.bar(after: $0, distance: columns.barDistance) }
            let width = line.style == nil ? "1.1" : "1.8"
            content += palette.path("stroke-width=\"\(width)\"", rings + bars)
        }
        return palette.group(line.style, content)
    }
}

extension Plot {
    /// Prepares the plot to draw from a source's rows: ranks 1…20 over at most 62 periods or, of rows
    /// made from charts, at most 30 lines.
    ///
    /// Without ties, at most 2,000 films can have such ranks. Until they are drawn, ranks take less
    /// than 2 MB and lines at most about 10 MB.
    ///
    /// - Parameters:
    ///   - layout: the layout of the document.
    ///   - source: the source of the rows; nil if the document has only one.
    ///   - showsBars: true if a single chart is plotted too: the figures of its first 20 films as bars.
    package init?(
        drawnFor layout: Layout, of source: FigureSource? = nil, showsBars: Bool = false
    ) {
        let rows = layout.document.face?.plot
        self.init(
            layout, of: source, maxPeriods: rows?.maxPlaces ?? 62,
            maxFilms: rows == nil ? 2000 : 30,
            ranks: 1...Self.lastDrawnRank, showsBars: showsBars)
    }

    /// The last rank that is drawn.
    static let lastDrawnRank = 20

    /// Draws the plot at a width; nil if there is nothing to draw.
    package func drawing(width: Double) -> Drawing? {
        guard absence == nil else { return nil }
        if isOfOneChart { return Drawing(bars: self, width: width) }
        return periods.isEmpty
            ? Drawing(runs: self, width: width) : Drawing(ranks: self, width: width)
    }

    /// Throws a usage fault if the plot cannot be drawn, with advice on splitting it.
    func requireDrawable() throws(Fault) {
        guard var fault = absence else { return }
        fault.kind = .usage
        let ending = layout.options.manifest.name
        if layout.document.regions.count > 1 {
            fault.advice = Message(
                "svg-regions.hint", "-o '\("{region}.\(ending)")' makes one picture per region")
        } else if let periods = layout.document.periods, periods.count > 62 {
            fault.advice = Message(
                "svg-long.hint", "-o '\("{year}-{month}.\(ending)")' makes one picture per month")
        }
        throw fault
    }
}
