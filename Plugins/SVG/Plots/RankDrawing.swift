internal import BoxOffice

extension Drawing {
    /// A film with its ranks by period, from 1 up.
    private typealias Film = (name: String, ranks: [Int: Int], style: LineStyle?)

    /// Draws ranks over the periods of a chart, as a bump chart; nil if there is nothing to draw.
    ///
    /// Films are named at the ends of the plot; those in colour that are at neither end, at the foot.
    init?(ranks plot: Plot, width: Double = width) {
        let begun = plot.begunPlaces
        guard !plot.isEmpty, let first = begun.min(), let last = begun.max() else { return nil }
        let ranks = plot.lines.map { $0.figures.compactMapValues { $0.figure.map { Int($0) } } }
        let films = zip(plot.lines, zip(ranks, Self.styles(of: ranks, best: plot.bestPlaced))).map {
            Film($0.name, $1.0, $1.1)
        }
        let lowest = ranks.flatMap(\.values).max() ?? 1
        let bottom = Self.top + Self.rowHeight * Double(lowest)
        let named = [(first, width < Self.leastForBothEnds ? [] : films), (last, films)]
        let whole = named.map { place, films in
            films.filter { $0.ranks[place] != nil }.map { $0.name.drawnWidth(as: .film) }.max() ?? 0
        }
        let rooms = Self.rooms(for: whole, besides: plot.periods.count, width: width)
        let ends = zip(named, rooms).map {
            Self.ends(at: $0.0, of: $0.1, downTo: lowest, room: $1)
        }
        let widths = ends.map { $0.map(\.width).max() ?? 0 }
        let area = Box(
            left: (widths.first ?? 0) + Self.gap, top: Self.top,
            right: width - (widths.last ?? 0) - Self.gap, bottom: bottom)
        let columns = PeriodColumns(count: plot.periods.count, in: area)
        let stride = max(1, Int((Self.leastBetweenMarks / columns.step).rounded(.up)))
        let places = Array(1...plot.periods.count)
        let lines = zip(plot.lines, films).map { line, film in
            let points = places.map { place in
                film.ranks[place].map { (Point(x: columns.x(place), y: Self.y(of: $0)), true) }
            }
            return Line(
                named: film.name, film.style, through: points, known: plot.knownPlaces(of: line)
            ) {
                $1 || $2 || $0 % stride == 0
            }
        }
        let sides = [
            (first, area.left - Self.gap / 2, Label.Anchor.end),
            (last, area.right + Self.gap / 2, .start),
        ]
        let names = zip(zip(ends, widths), sides).flatMap { end, side in
            let (labels, width) = end
            let (place, x, anchor) = side
            let haveRows = Set(labels.map(\.rank)).count == labels.count
            return labels.map { label in
                var label = label
                (label.x, label.anchor) = (x, anchor)
                if label.name != nil { label.leader = Point(x: columns.x(place), y: label.y) }
                return label
            }
            .spread(in: (Self.top - Self.gap)...(bottom + Self.gap), leadersBeyond: 4)
            .flatMap { haveRows ? $0.inTwoLines(within: width - Label.rankWidth) : [$0] }
        }
        let labelled = Set(names.map(\.style))
        let gaps = places.filter { !begun.contains($0) }.map(columns.box)
        let legend = Self.legend(
            of: lines, hasGaps: !gaps.isEmpty, in: plot.layout, below: bottom + 52, width: width)
        let foot = (legend.last?.y ?? bottom + 34) + 10
        let others = lines.filter { $0.style != nil && !labelled.contains($0.style) }
            .map { line in
                Label(
                    text: line.name.fitted(to: width - 24, as: .film), role: .film,
                    style: line.style, mark: .line)
            }
            .inRows(from: foot + 8, distance: 20, gap: 16, within: width)
        self.init(
            width: width, height: others.last.map { $0.box.bottom + 6 } ?? foot, area: area,
            rows: (1...lowest).map(Self.y), gaps: gaps, lines: lines,
            labels: names + Self.ticks(of: plot, columns) + others + legend,
            columns: columns)
    }

    /// Returns the styles of films with those ranks by period; nil for those without a colour.
    ///
    /// The first ten of `best` have a colour, as in a workbook. Colours are given from the left and from
    /// the top, because those that follow each other differ most.
    static func styles(of ranks: [[Int: Int]], best: [Int]) -> [LineStyle?] {
        let starts = ranks.enumerated().map { film, ranks in
            let first = ranks.min { $0.key < $1.key }
            return (first?.key ?? 0, first?.value ?? 0, film)
        }
        let ordered = best.prefix(LineStyle.count).sorted { starts[$0] < starts[$1] }
        let colours = Dictionary(uniqueKeysWithValues: zip(ordered, 0...))
        return ranks.indices.map { colours[$0].map { LineStyle(colour: $0) } }
    }

    /// Returns the widths that names get on both sides, which are `whole` wide: what the columns of the
    /// periods leave, and a side that needs less leaves more to the other.
    private static func rooms(
        for whole: [Double], besides periods: Int, width: Double
    ) -> [Double] {
        let others = 2 * (gap + Label.rankWidth) + leastColumn * Double(periods)
        let total = max(width * (width < leastForBothEnds ? 0.33 : 0.44), width - others)
        let sum = whole.reduce(0, +)
        return whole.map { min($0, max(total / 2, total - (sum - $0))) }
    }

    /// Returns the labels at one end: the films of a period, whose names are at most `room` wide, and
    /// the ranks without a film.
    private static func ends(
        at place: Int, of films: [Film], downTo lowest: Int, room: Double
    ) -> [Label] {
        let all = films.compactMap { film in
            film.ranks[place].map {
                Label(
                    text: film.name.fitted(to: room, as: .film), rank: $0, y: y(of: $0),
                    role: .film, name: film.name, style: film.style)
            }
        }
        // Films that share a rank have a label each; if not all fit, those with a colour come first.
        let most = Int(Double(lowest) * rowHeight / Label.Role.film.height)
        let labels = (all.filter { $0.style != nil } + all.filter { $0.style == nil }).prefix(most)
        let free = Set(1...lowest).subtracting(labels.compactMap(\.rank)).sorted()
        let others = free.prefix(most - labels.count).map {
            Label(text: "", rank: $0, y: y(of: $0), role: .film)
        }
        return (labels + others).enumerated().sorted { ($0.1.y, $0.0) < ($1.1.y, $1.0) }.map(\.1)
    }

    /// Returns the legend of a drawing of ranks with those lines, in as many rows as it needs from
    /// `top` down.
    private static func legend(
        of lines: [Line], hasGaps: Bool, in layout: Layout, below top: Double, width: Double
    ) -> [Label] {
        let chosen = Message(
            "plot-coloured", "in colour: the \(LineStyle.count) highest ranked films")
        let entered = Message("plot-entered", "entered the chart")
        let all: [(mark: Label.Mark?, isShown: Bool, text: Message)] = [
            (.entry, lines.contains { !$0.entries.isEmpty }, entered),
            (.exit, lines.contains { !$0.exits.isEmpty }, Message("plot-left", "left the chart")),
            (.gap, hasGaps, Message("plot-no-data", "no data")),
            (nil, lines.contains { $0.style == nil }, chosen),
        ]
        return all.filter(\.isShown)
            .map { Label(text: layout.text(of: $0.text), role: .tick, mark: $0.mark) }
            .inRows(from: top, distance: 18, gap: 18, within: width)
    }

    /// Returns the labels under the columns of the periods.
    static func ticks(of plot: Plot, _ columns: PeriodColumns) -> [Label] {
        let isDaily = plot.chart == .daily
        // A week belongs to the month and year of its Thursday.
        let days = plot.periods.map { isDaily ? $0.from : $0.week.monday.advanced(by: 3) }
        return DateAxis(
            days: days, unit: isDaily ? .day : .week, layout: plot.layout,
            isOfWeekends: plot.chart == .weekend
        )
        .labels(at: columns.x, y: columns.area.bottom + 12)
    }

    /// Returns the y coordinate of a rank.
    private static func y(of rank: Int) -> Double { top + rowHeight * (Double(rank) - 0.5) }

    private static let top = 12.0
    /// The distance between two ranks.
    private static let rowHeight = 28.0
    private static let gap = 10.0
    /// The least width of a drawing that has film names at both ends; others have them at the right.
    private static let leastForBothEnds = 560.0
    private static let leastBetweenMarks = 14.0
    /// The least width of a period's column where names would use more.
    private static let leastColumn = 40.0
}

/// The columns of periods in a drawing of ranks.
struct PeriodColumns {
    /// The distance between two columns.
    let step: Double
    /// The area that the columns share.
    let area: Box
    private let padding: Double

    /// Divides `area` into columns.
    init(count: Int, in area: Box) {
        let width = area.right - area.left
        padding = max(5, min(width / Double(count) / 2, 18))
        step = (width - 2 * padding) / Double(max(count - 1, 1))
        self.area = area
    }

    /// Returns the x coordinate of a column's centre; `place` counts the periods from 1.
    func x(_ place: Int) -> Double { area.left + padding + step * Double(place - 1) }

    /// Returns the area of a column.
    func box(_ place: Int) -> Box {
        Box(
            left: max(area.left, x(place) - step / 2), top: area.top,
            right: min(area.right, x(place) + step / 2), bottom: area.bottom)
    }

    /// True if the columns are too narrow for marks of the usual size.
    var isDense: Bool { step < 12 }
    /// The radius of marks.
    var radius: Double { isDense ? 3 : 4 }
    /// The radius of the ring around the mark of a film that entered.
    var ringRadius: Double { radius + 3.5 }
    /// The distance of the bar after the mark of a film that left.
    var barDistance: Double { min(radius + 4.5, max(step * 0.6, radius)) }
}
