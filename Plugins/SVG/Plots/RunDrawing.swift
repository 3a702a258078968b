internal import BoxOffice

extension Drawing {
    /// A figure that stands for a group of days, and its upper bound if it is not known exactly.
    private typealias Group = (place: Int, height: Double, most: Double?, isWhole: Bool)

    /// Draws lines or bands of rows that are made from charts; nil if there are no figures.
    ///
    /// The first ten are in colour. A band has no marks, because only its edges are known.
    init?(runs plot: Plot, width: Double = width) {
        let films = plot.lines.enumerated()
            .map { ($0, $1.name, Self.groups(of: $1, in: plot)) }
            .filter { $0.2.contains { $0 != nil } }
        let groups = films.flatMap(\.2).compactMap(\.self)
        let figures = groups.map(\.height) + groups.compactMap(\.most)
        guard let least = figures.min(), let most = figures.max() else { return nil }
        let names = films.map {
            $0.1.fitted(to: width * 0.3, as: .film)
        }
        let isNamed = plot.rows?.isNamedInTitle != true
        let top = 34.0
        let bottom = top + max(320, Label.Role.film.height * Double(names.count))
        let (y, ticks) = Self.axis(of: plot, over: least...most, top: top, bottom: bottom)
        let left = ticks.map { $0.text.drawnWidth(as: .tick) }.max() ?? 0
        let right = isNamed ? names.map { $0.drawnWidth(as: .film) }.max() ?? 0 : 0
        let area = Box(
            left: left + 12, top: top,
            right: width - (right > 0 ? right + Self.distance : 16), bottom: bottom)
        let x = linearScale(
            of: 1...Double(max(plot.last, 2)), from: area.left + 8, to: area.right - 4)
        let lines = films.map { film, name, groups in
            let style = film < LineStyle.count ? LineStyle(colour: film) : nil
            func points(_ height: (Group) -> Double) -> [(at: Point, isWhole: Bool)?] {
                groups.map { group in
                    group.map { (Point(x: x(Double($0.place)), y: y(height($0))), $0.isWhole) }
                }
            }
            let end = groups.lastIndex { $0 != nil }
            // The shift gives lines that overlap their marks at different points.
            let stride = max(1, groups.count / 8)
            let shift = film * stride / LineStyle.count
            var line = Line(named: name, style, through: points { $0.height }) {
                index, isFirst, isLast in
                guard !plot.hasBands else { return false }
                return isFirst && isLast
                    || style != nil && ((index + shift) % stride == 0 || index == end)
            }
            if plot.hasBands {
                let upper = points { $0.most ?? $0.height }
                line.upperParts =
                    Line(named: name, style, through: upper) { _, _, _ in false }.parts
            }
            return line
        }
        let texts = ticks.map {
            Label(text: $0.text, x: area.left - 6, y: y($0.figure), anchor: .end, role: .tick)
        }
        let titles = [
            Label(text: plot.header, x: 4, y: 12, role: .tick),
            Label(
                text: plot.dates == nil ? plot.titleOfPlaces : "", x: (area.left + area.right) / 2,
                y: bottom + 31,
                anchor: .middle, role: .tick),
        ].filter { !$0.text.isEmpty }
        self.init(
            width: width, height: bottom + 44, area: area, rows: texts.map(\.y),
            zero: ticks.contains { $0.figure == 0 } ? y(0) : nil, lines: lines,
            labels: (isNamed ? Self.ends(of: lines, named: names, beside: area) : [])
                + texts
                + Self.places(of: plot, { x(Double($0)) }, y: bottom + 13) + titles)
    }

    /// Returns one figure for each group of days, so that a line has few enough points: the figure
    /// farthest from zero, or the best rank; nil if there is none.
    ///
    /// A group is whole if no day of the run is missing; the line breaks at the other groups.
    private static func groups(
        of line: Plot.Line, in plot: Plot
    ) -> [Group?] {
        let (start, end) = (line.figures.keys.min() ?? 1, line.figures.keys.max() ?? 1)
        return stride(from: 1, through: max(plot.last, 1), by: max(plot.stride, 1)).map { first in
            let places = first...max(first, min(first + plot.stride - 1, plot.last))
            let found = places.compactMap { place in
                line.figures[place]?.figure.map { (place: place, height: $0) }
            }
            let best = found.max {
                plot.areRanks
                    ? $0.height > $1.height : $0.height.magnitude < $1.height.magnitude
            }
            let isWhole = found.count == places.count { (start...end).contains($0) }
            return best.map { ($0.place, $0.height, line.most[$0.place]?.figure, isWhole) }
        }
    }

    /// Returns the axis of a plot's figures: the scale, and the ticks with their texts.
    ///
    /// It begins at zero, or at the least figure if that is negative. An axis of ranks has rank 1 at
    /// the top.
    private static func axis(
        of plot: Plot, over figures: ClosedRange<Double>, top: Double, bottom: Double
    ) -> (scale: (Double) -> Double, ticks: [(figure: Double, text: String)]) {
        let areRanks = plot.areRanks
        // Figures are multiples of 1/`parts`. `unit` follows each figure; nil means a unit of the
        // language.
        let kind = plot.column.kind
        let places = kind.places ?? 0
        let parts = Double(Int.powerOfTen(places))
        let unit = kind.isPercentage ? "%" : places > 0 || areRanks ? "" : nil
        let low = min(figures.lowerBound, areRanks ? 1 : 0)
        let high = max(figures.upperBound, areRanks ? 2 : 0)
        let step = roundStep(dividing: (high - low) * parts, by: 6)
        let first = (low * parts / step).rounded(.down)
        let last = max((high * parts / step).rounded(.up), first + 1)
        var figures = stride(from: first, through: last, by: 1).map { $0 * step / parts }
        var scale = linearScale(
            of: (first * step / parts)...(last * step / parts), from: bottom, to: top)
        if areRanks {
            // There is no rank 0, and rank 1 is always labelled.
            figures = [1] + figures.filter { ![0, 1].contains($0) && $0 >= low && $0 <= high }
            scale = linearScale(of: low...high, from: top + 10, to: bottom - 10)
        }
        let isKorean = plot.layout.header != .en
        let ticks = figures.map { figure in
            (figure, unit.map { figure.plain + $0 } ?? figure.abbreviated(isKorean: isKorean))
        }
        return (scale, ticks)
    }

    /// Returns the labels under the area: dates, or the numbers of days or weeks, which are the first
    /// and the multiples of a round number (for long daily runs, of 30 days).
    private static func places(of plot: Plot, _ x: (Int) -> Double, y: Double) -> [Label] {
        if let (days, unit) = plot.dates {
            return DateAxis(days: days, unit: unit, layout: plot.layout).labels(at: x, y: y)
        }
        let most = max(2, (x(plot.last) - x(1)) / 50)
        let unit = plot.isLong && plot.chart == .daily ? 30 : 1
        let step =
            unit * Int(roundStep(dividing: Double(max(plot.last, 2) / unit), by: min(most, 12)))
        let numbers = stride(from: step, through: plot.last, by: step).filter {
            $0 > 1 && x($0) - x(1) > 16
        }
        return ([1] + numbers).map {
            Label(text: "\($0)", x: x($0), y: y, anchor: .middle, role: .tick)
        }
    }

    /// Returns the labels of `lines` in a column to the right of `area`, each as near to the end of its
    /// line as the others let it; a thin line leads to it from a line that ends at the right edge.
    private static func ends(of lines: [Line], named names: [String], beside area: Box) -> [Label] {
        let labels = zip(lines, names).compactMap { line, name in
            line.parts.last?.last.map { end in
                Label(
                    text: name, x: area.right + distance - 4, y: end.y, role: .film,
                    // A leader inside the area would look like a run that continues.
                    leader: area.right - end.x < leastRoom ? Point(x: area.right, y: end.y) : nil,
                    style: line.style)
            }
        }
        let ordered = labels.enumerated().sorted { ($0.1.y, $0.0) < ($1.1.y, $1.0) }.map(\.1)
        // The column may extend down beside the day numbers.
        let room = (area.top - Label.Role.film.height / 2)...(area.bottom + 36)
        return ordered.spread(in: room, leadersBeyond: 3)
    }

    private static let distance = 26.0
    /// The least distance to the right edge at which a line ends early.
    private static let leastRoom = 40.0
}

extension Plot {
    /// True if lines are bands between two bounds.
    fileprivate var hasBands: Bool { rows?.upperColumn != nil }

    /// The days on which the places begin, if they are dates: those of the rows, or of long runs that
    /// all began on the same day; a week is given by its Thursday.
    fileprivate var dates: (days: [Day], unit: CalendarUnit)? {
        if let rows, !rows.days.isEmpty {
            return (rows.days, rows.unit == .week ? .day : rows.unit)
        }
        guard isLong, let start = rows?.firstDay else { return nil }
        let first =
            chart == .daily
            ? start : Period(of: chart, containing: start).week.monday.advanced(by: 3)
        let (length, unit): (Int, CalendarUnit) = chart == .daily ? (1, .day) : (7, .week)
        return ((0..<last).map { first.advanced(by: $0 * length) }, unit)
    }

    /// True if there are so many places that they are labelled by month.
    fileprivate var isLong: Bool { last > (chart == .daily ? 120 : 26) }
}

/// Returns a round step, 1, 2 or 5 times a power of ten, that divides `length` into about `count`.
func roundStep(dividing length: Double, by count: Double) -> Double {
    var power = 1.0
    while power * 5 < length / count { power *= 10 }
    return power * (power >= length / count ? 1 : power * 2 >= length / count ? 2 : 5)
}
