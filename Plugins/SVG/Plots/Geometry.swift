/// A point of a drawing; y grows downwards.
struct Point: Hashable {
    /// The distance from the left edge.
    var x: Double
    /// The distance from the top edge.
    var y: Double
}

/// A rectangle of a drawing; y grows downwards.
struct Box: Hashable {
    /// The left edge.
    var left: Double
    /// The top edge.
    var top: Double
    /// The right edge.
    var right: Double
    /// The bottom edge.
    var bottom: Double

    /// Returns true if the boxes share some area.
    func overlaps(_ other: Box) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    /// Returns true if `other` lies inside the box.
    func contains(_ other: Box) -> Bool {
        left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
    }

    /// Returns true if the box overlaps the rectangle between two corners, `start` being the left one.
    func isNear(_ start: Point, _ end: Point) -> Bool {
        start.x < right && end.x > left && min(start.y, end.y) < bottom && max(start.y, end.y) > top
    }

    /// Returns true if the straight line from `start` to `end`, left to right, touches the box.
    func isCrossed(from start: Point, to end: Point) -> Bool {
        guard start.x < right, end.x > left else { return false }
        let width = end.x - start.x
        func y(at x: Double) -> Double {
            width > 0 ? start.y + (end.y - start.y) * (x - start.x) / width : start.y
        }
        let first = y(at: max(start.x, left))
        let last = y(at: min(end.x, right))
        return min(first, last) < bottom && max(first, last) > top
    }

    /// Returns the square around a mark.
    static func square(around centre: Point, radius: Double) -> Box {
        Box(
            left: centre.x - radius, top: centre.y - radius, right: centre.x + radius,
            bottom: centre.y + radius)
    }

    /// Returns the squares around marks; marks at the same point, from films with the same figure,
    /// share one.
    static func squares(around centres: [Point], radius: Double) -> [Box] {
        Set(centres).map { square(around: $0, radius: radius) }
    }
}

/// Returns a scale from figures to coordinates: the lowest figure of `domain`, whose bounds must
/// differ, is drawn at `start` and the highest at `end`.
func linearScale(
    of domain: ClosedRange<Double>, from start: Double, to end: Double
) -> (Double) -> Double {
    let length = domain.upperBound - domain.lowerBound
    return { start + (end - start) * (($0 - domain.lowerBound) / length) }
}
