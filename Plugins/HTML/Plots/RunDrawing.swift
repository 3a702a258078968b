internal import BoxOffice

extension LineDrawing {
    /// Draws figures over the days, or weeks, of runs; nil if there is no figure.
    ///
    /// The first ten films are in colour.
    init?(runs plot: Plot) {
        let films = plot.lines.map { ($0.name, Self.groups(of: $0, in: plot)) }
        let figures = films.flatMap { $0.1.compactMap { $0?.height } }
        guard let least = figures.min(), let most = figures.max() else { return nil }
        let drawn = films.enumerated().filter { $1.1.contains { $0 != nil } }

        let names = drawn.map { $1.0.fitted(to: 150, as: .film) }
        let top = 34.0
        let bottom = top + max(320, Label.Role.film.height * Double(names.count))
        let axis = FigureAxis(of: plot, over: least...most, top: top, bottom: bottom)
        let left = axis.ticks.map { $0.text.drawnWidth(as: .tick) }.max() ?? 0
        let right = names.map { $0.drawnWidth(as: .film) }.max() ?? 0
        let area = Box(
            left: left + 12, top: top,
            right: Self.width - (right + Label.markWidth + Self.distance),
            bottom: bottom)
        let last = max(plot.last, 2)
        let x = linearScale(of: 1...Double(last), from: area.left + 8, to: area.right - 4)
        let lines = drawn.map { film, line in
            let (name, groups) = line
            let style = film < LineStyle.count ? LineStyle(colour: film) : nil
            let points = groups.map { group in
                group.map { Point(x: x(Double($0.place)), y: axis.scale($0.height)) }
            }
            let end = points.lastIndex { $0 != nil }
            // Lines that run together have marks at different points.
            let stride = max(1, points.count / 8)
            return Line(named: name, style, through: points) { index in
                groups[index]?.isWhole == true && groups[index + 1]?.isWhole == true
            } isMarked: { index, isFirst, isLast in
                isFirst && isLast
                    || style != nil
                        && ((index + film * stride / LineStyle.count) % stride == 0 || index == end)
            }
        }
        let figuresOfAxis = axis.ticks.map {
            Label(text: $0.text, x: area.left - 6, y: $0.y, anchor: .end, role: .tick)
        }
        let titles = [
            Label(text: plot.header, x: 4, y: 12, role: .tick),
            Label(
                text: plot.titleOfPlaces, x: (area.left + area.right) / 2,
                y: area.bottom + 31, anchor: .middle, role: .tick),
        ]
        self.init(
            layout: plot.layout, height: bottom + 44, area: area, rows: axis.ticks.map(\.y),
            zero: axis.ticks.first(where: \.isZero)?.y, gaps: [], lines: lines,
            labels: Self.ends(of: lines, named: names, in: area) + figuresOfAxis
                + Self.places(to: plot.last, x, below: bottom) + titles, columns: nil)
    }

    /// One figure of each group of days, so that a line has few enough points: the one that is
    /// farthest from zero, or the best rank; nil if there is none.
    ///
    /// A group is whole if no day is missing; the line is broken at the others.
    private static func groups(
        of line: Plot.Line, in plot: Plot
    ) -> [(place: Int, height: Double, isWhole: Bool)?] {
        stride(from: 1, through: max(plot.last, 1), by: max(plot.stride, 1)).map { first in
            let places = first...max(first, min(first + plot.stride - 1, plot.last))
            let found = places.compactMap { place in
                line.figures[place]?.heightOnAxis.map { (place: place, height: $0) }
            }
            let best =
                plot.areRanks
                ? found.min { $0.height < $1.height }
                : found.max { $0.height.magnitude < $1.height.magnitude }
            return best.map { ($0.place, $0.height, found.count == places.count) }
        }
    }

    /// The numbers of days, or weeks, under the area: 1, and multiples of a round number.
    private static func places(
        to last: Int, _ x: (Double) -> Double, below bottom: Double
    ) -> [Label] {
        let step = ShortNumber(dividing: Double(max(last, 2)), by: 12, leastExponent: 0)
        let stride = max(1, Int(step.figure))
        // The 1 is kept; what would touch it is left out.
        let numbers = Swift.stride(from: stride, through: max(last, 1), by: stride).filter {
            $0 > 1 && x(Double($0)) - x(1) > 16
        }
        return ([1] + numbers).map {
            Label(text: "\($0)", x: x(Double($0)), y: bottom + 13, anchor: .middle, role: .tick)
        }
    }

    /// The labels of `lines`, one for each name.
    ///
    /// A line that ends early has its label there if that covers no line. The other labels are in a
    /// column to the right of the area; thin lines lead there from lines that end at its edge, if the
    /// label had to be moved.
    private static func ends(
        of lines: [Line], named names: [String], in area: Box
    ) -> [Label] {
        var inner: [Label] = []
        var obstacles = lines.flatMap { $0.marks.map { Box.square(around: $0, radius: 5) } }
        var column: [Label] = []
        for (index, line) in lines.enumerated() {
            guard let end = line.parts.last?.last else { continue }
            let room = area.right - end.x
            var label = Label(
                text: names[index], x: end.x, y: end.y, role: .inner, style: line.style,
                hasMark: true)
            let candidates = Self.offsets.map { x, y, anchor in
                var candidate = label
                (candidate.x, candidate.y, candidate.anchor) = (end.x + x, end.y + y, anchor)
                return candidate
            }
            if room > leastRoom,
                let label = candidates.free(
                    in: area, besides: obstacles,
                    cost: { box in lines.contains { $0.crossings(of: box) > 0 } ? nil : 0 })
            {
                inner.append(label)
                obstacles.append(label.box)
            } else {
                label.role = .film
                // A leader inside the area would look like a run that goes on.
                label.leader =
                    room < leastRoom ? Point(x: max(end.x, area.right), y: end.y) : nil
                label.x = area.right + distance - 4
                column.append(label)
            }
        }
        let ordered = column.enumerated().sorted { ($0.1.y, $0.0) < ($1.1.y, $1.0) }.map(\.1)
        // The column may reach down beside the numbers of the days.
        let room = (area.top - Label.Role.film.height / 2)...(area.bottom + 36)
        return inner
            + ordered.spread(in: room, leadersBeyond: 3)
    }

    /// After, above and below the end of a line.
    private static let offsets: [(x: Double, y: Double, anchor: Label.Anchor)] = [
        (9, 0, .start), (4, -13, .start), (4, 13, .start), (0, -14, .middle), (0, 14, .middle),
    ]
    private static let distance = 26.0
    /// How far from the right edge a line ends early.
    private static let leastRoom = 40.0
}

/// The axis of the figures of runs.
struct FigureAxis {
    /// From figures to heights.
    let scale: (Double) -> Double
    /// The ticks: their heights, their texts, and whether the figure is zero.
    let ticks: [(y: Double, text: String, isZero: Bool)]

    /// Chooses the axis of a plot's figures.
    ///
    /// It begins at zero, or at the least figure if that is negative. An axis of ranks has rank 1 on
    /// top.
    init(
        of plot: Plot, over figures: ClosedRange<Double>, top: Double, bottom: Double
    ) {
        let (kind, areRanks) = (plot.column.kind, plot.areRanks)
        let low = min(figures.lowerBound, areRanks ? 1 : 0)
        let domain = low...max(low, figures.upperBound, areRanks ? 2 : 0)
        let step = ShortNumber(
            dividing: domain.upperBound - low, by: 6, leastExponent: kind.leastExponent)
        // An axis has few ticks, so that the limits are never reached.
        let ends = [
            (low / step.figure).rounded(.down), (domain.upperBound / step.figure).rounded(.up),
        ].map { Int(min(max($0, -1_000_000), 1_000_000)) }
        let numbers = (ends[0]...max(ends[1], ends[0] + 1)).map {
            ShortNumber(digits: step.digits * $0, exponent: step.exponent)
        }
        // There is no rank 0, and rank 1 is always labelled.
        let ranks =
            [ShortNumber(digits: 1, exponent: 0)]
            + numbers.filter {
                $0.digits != 0 && domain.contains($0.figure) && $0.figure != 1
            }
        let scale =
            areRanks
            ? linearScale(of: domain, from: top + 10, to: bottom - 10)
            : linearScale(
                of: numbers[0].figure...numbers[numbers.count - 1].figure, from: bottom, to: top)
        self.scale = scale
        ticks = (areRanks ? ranks : numbers).map { number in
            let text =
                switch kind {
                case .percent: number.plain + "%"
                case .fraction, .decimal: number.plain
                default:
                    areRanks
                        ? number.plain : number.abbreviated(isKorean: plot.layout.header != .en)
                }
            return (scale(number.figure), text, number.digits == 0)
        }
    }
}

/// A short decimal number, exact: digits times a power of ten, such as 125 × 10³.
struct ShortNumber {
    /// The digits, as a number.
    let digits: Int
    /// The power of ten.
    let exponent: Int

    /// Makes a number.
    init(digits: Int, exponent: Int) { (self.digits, self.exponent) = (digits, exponent) }

    /// Chooses a round step, 1, 2 or 5 times a power of ten, that divides `length` into about `count`.
    ///
    /// - Parameter leastExponent: no step is smaller than that power of ten: 0 for whole numbers.
    init(dividing length: Double, by count: Double, leastExponent: Int) {
        self.init(digits: 1, exponent: leastExponent)
        // Figures are numbers of at most 19 digits.
        while figure < length / count, exponent < 20 {
            self =
                switch digits {
                case 1: ShortNumber(digits: 2, exponent: exponent)
                case 2: ShortNumber(digits: 5, exponent: exponent)
                default: ShortNumber(digits: 1, exponent: exponent + 1)
                }
        }
    }

    /// The number, as near as it can be had.
    var figure: Double {
        let power = (0..<abs(exponent)).reduce(1.0) { power, _ in power * 10 }
        return exponent < 0 ? Double(digits) / power : Double(digits) * power
    }

    /// The number without a unit: `125000`, `0.25`, `-3`.
    var plain: String { text(shiftedBy: 0) }

    /// The number for an axis, in the units that readers of the language use: `12.5만` and `1억`,
    /// or `125k` and `1.2M`.
    func abbreviated(isKorean: Bool) -> String {
        let units =
            isKorean
            ? [(12, "조"), (8, "억"), (4, "만")] : [(12, "T"), (9, "B"), (6, "M"), (3, "k")]
        // The number of digits before the decimal point, less one.
        let size = "\(digits.magnitude)".utf8.count - 1 + exponent
        guard digits != 0, let unit = units.first(where: { $0.0 <= size }) else { return plain }
        return text(shiftedBy: -unit.0) + unit.1
    }

    /// The number times that power of ten.
    private func text(shiftedBy shift: Int) -> String {
        guard digits != 0 else { return "0" }
        let sign = digits < 0 ? "-" : ""
        let exponent = exponent + shift
        let text = "\(digits.magnitude)"
        guard exponent < 0 else { return sign + text + String(repeating: "0", count: exponent) }
        let padded = String(repeating: "0", count: max(0, 1 - exponent - text.utf8.count)) + text
        let decimals = padded.suffix(-exponent).reversed().drop { $0 == "0" }.reversed()
        let whole = padded.dropLast(-exponent)
        return decimals.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(String(decimals))"
    }
}

extension Column.Kind {
    /// The power of ten that figures of the kind are multiples of; percentages are counted as such.
    fileprivate var leastExponent: Int {
        switch self {
        case .percent, .decimal: -1
        case .fraction: -2
        default: 0
        }
    }
}

extension Value {
    /// The height of the value on its axis, where 12.3 % is 12.3; nil if it is no number.
    fileprivate var heightOnAxis: Double? {
        if case .percent(let percent) = self { return Double(percent.tenths) / 10 }
        return figure
    }
}
