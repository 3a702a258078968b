internal import BoxOffice

/// Where the lines and labels of a chart of runs are.
struct RunDrawing {
    /// The width of the drawing.
    static let width = 760.0
    /// The height of the drawing.
    let height: Double
    /// The room of the lines.
    let plot: ChartBox
    /// The heights of the lines across the plot.
    let rows: [Double]
    /// The height of zero; nil if it is not on the axis.
    let zero: Double?
    /// The lines of the films that have figures.
    let lines: [RunLine]
    /// The labels of the lines.
    let ends: [ChartLabel]
    /// The labels of the axes.
    let ticks: [ChartLabel]

    /// Draws the runs in `series`, one figure of each `stride` days; nil if there is no figure.
    init?(_ series: TrendSeries, stride: Int, isKorean: Bool) {
        let last = min(series.last, RunChart.mostDays)
        let areRanks = series.column.name == "rank"
        let figures = series.films.map {
            RunFigures(of: $0, to: last, stride: stride, areRanks: areRanks)
        }
        let drawn = figures.indices.filter { figures[$0].points.contains { $0 != nil } }
        let all = figures.flatMap { $0.points.compactMap { $0?.height } }
        guard let least = all.min(), let most = all.max() else { return nil }

        let labels = RunEnds(drawn.map { series.films[$0].name })
        let top = 34.0
        let bottom = top + max(Self.leastHeight, labels.height)
        let axis = RunAxis(
            series.column, over: least...most, top: top, bottom: bottom, isKorean: isKorean)
        let tickSize = ChartLabel.size(of: .tick)
        let left = axis.ticks.map { ChartText.width($0.text, size: tickSize) }.max() ?? 0
        let plot = ChartBox(
            left: left + 12, top: top, right: Self.width - labels.width, bottom: bottom)
        let lastDay = Double(max(last, 2))
        let x = LinearScale(domain: 1...lastDay, start: plot.left + 8, end: plot.right - 4)

        height = bottom + 44
        self.plot = plot
        rows = axis.ticks.map(\.y)
        zero = axis.ticks.first(where: \.isZero)?.y
        let lines = drawn.map { film in
            RunLine(
                named: series.films[film].name,
                film < LineStyle.count ? LineStyle(colour: film) : nil, number: film,
                figures[film].points.map { point in
                    point.map { ChartPoint(x: x(Double($0.day)), y: axis.scale($0.height)) }
                }, marksEvery: max(1, figures[film].points.count / 8)
            ) { figures[film].isJoined(at: $0, stride: stride) }
        }
        self.lines = lines
        ends = labels.placed(beside: lines, plot)
        ticks =
            axis.ticks.map {
                ChartLabel(text: $0.text, x: plot.left - 6, y: $0.y, anchor: .end, role: .tick)
            }
            + Self.dayTicks(to: last, x, below: bottom)
            + Self.titles(of: series, plot, isKorean: isKorean)
    }

    /// The numbers of days, or weeks, under the plot: 1, and multiples of a round number.
    private static func dayTicks(
        to last: Int, _ x: LinearScale, below bottom: Double
    ) -> [ChartLabel] {
        let steps = AxisTicks(over: 0...Double(max(last, 2)), count: 12, leastExponent: 0)
        let step = max(1, Int(steps.figure(1)))
        let numbers =
            [1]
            + Swift.stride(from: step, through: max(last, 1), by: step).filter {
                // The 1 is kept; what would touch it is left out.
                $0 > 1 && x(Double($0)) - x(1) > 16
            }
        return numbers.map {
            ChartLabel(
                text: "\($0)", x: x(Double($0)), y: bottom + 13, anchor: .middle, role: .tick)
        }
    }

    /// What the axes show.
    private static func titles(
        of series: TrendSeries, _ plot: ChartBox, isKorean: Bool
    ) -> [ChartLabel] {
        let unit = series.chart == .daily ? "day" : "week"
        let days =
            isKorean
            ? series.number.koreanHeader : series.isOfRelease ? "\(unit) of release" : unit
        let figures = isKorean ? series.column.koreanHeader : series.column.name
        return [
            ChartLabel(text: figures, x: 4, y: 12, anchor: .start, role: .tick),
            ChartLabel(
                text: days, x: (plot.left + plot.right) / 2, y: plot.bottom + 31, anchor: .middle,
                role: .tick),
        ]
    }

    private static let leastHeight = 320.0
}

extension RunLine {
    /// Makes the line through `points`.
    ///
    /// - Parameters:
    ///   - number: the number of the film; lines that run together have marks at different points.
    ///   - points: the points, or nil where there is no figure.
    ///   - stride: how many points have one mark.
    ///   - isJoined: whether the line goes on behind the point with an index.
    init(
        named name: String, _ style: LineStyle?, number: Int, _ points: [ChartPoint?],
        marksEvery stride: Int, _ isJoined: (Int) -> Bool
    ) {
        var runs: [[ChartPoint]] = []
        var marks: [ChartPoint] = []
        var run: [ChartPoint] = []
        for index in points.indices {
            guard let point = points[index] else { continue }
            run.append(point)
            if !isJoined(index) {
                runs.append(run)
                if run.count == 1 { marks.append(point) }
                run = []
            }
            if style != nil, (index + number * stride / LineStyle.count) % stride == 0,
                marks.last != point
            {
                marks.append(point)
            }
        }
        if style != nil, let end = runs.last?.last, marks.last != end { marks.append(end) }
        self.init(name: name, style: style, runs: runs, marks: marks)
    }
}
