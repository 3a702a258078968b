/// The commands of a path.
///
/// Coordinates have at most one decimal, so that the same rows give the same bytes.
struct SVGPath {
    /// The value of the attribute `d`.
    private(set) var commands = ""

    /// Whether there is nothing to draw.
    var isEmpty: Bool { commands.isEmpty }

    /// Begins a new line.
    mutating func move(to point: ChartPoint) { append("M", point.x, point.y) }

    /// Draws a straight line.
    mutating func line(to point: ChartPoint) { append("L", point.x, point.y) }

    /// Draws a line from `start` that is level at both ends.
    mutating func curve(from start: ChartPoint, to end: ChartPoint) {
        guard start.y != end.y else { return line(to: end) }
        let middle = (start.x + end.x) / 2
        append("C", middle, start.y, middle, end.y, end.x, end.y)
    }

    /// Draws a mark of that shape around `centre`.
    mutating func mark(_ shape: LineStyle.Shape, at centre: ChartPoint, radius: Double) {
        let (x, y) = (centre.x, centre.y)
        switch shape {
        case .circle: circle(at: centre, radius: radius)
        case .square:
            let half = radius * 0.9
            polygon(
                (x - half, y - half), (x + half, y - half), (x + half, y + half),
                (x - half, y + half))
        case .diamond:
            let half = radius * 1.25
            polygon((x, y - half), (x + half, y), (x, y + half), (x - half, y))
        case .triangle:
            let half = radius * 1.15
            polygon((x, y - half), (x + half, y + half * 0.8), (x - half, y + half * 0.8))
        case .invertedTriangle:
            let half = radius * 1.15
            polygon((x, y + half), (x + half, y - half * 0.8), (x - half, y - half * 0.8))
        }
    }

    /// Draws a circle.
    mutating func circle(at centre: ChartPoint, radius: Double) {
        append("M", centre.x - radius, centre.y)
        append("a", radius, radius)
        commands += " 0 1 0"
        append(" ", 2 * radius, 0)
        append("a", radius, radius)
        commands += " 0 1 0"
        append(" ", -2 * radius, 0)
    }

    private mutating func polygon(_ corners: (Double, Double)...) {
        for (index, corner) in corners.enumerated() {
            append(index == 0 ? "M" : "L", corner.0, corner.1)
        }
        commands += "z"
    }

    private mutating func append(_ command: String, _ numbers: Double...) {
        commands += command + numbers.map(Self.number).joined(separator: " ")
    }

    /// A coordinate with one decimal, or none if that is zero.
    static func number(_ coordinate: Double) -> String {
        // No drawing is that large; without limits the conversion could trap.
        let tenths = Int((min(max(coordinate, -100_000), 100_000) * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return tenth == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(tenth)"
    }
}
