/// A point of a drawing; y grows downwards.
struct Point: Hashable {
    /// The distance from the left.
    var x: Double
    /// The distance from the top.
    var y: Double
}

/// A rectangle of a drawing; y grows downwards.
struct Box: Hashable {
    /// The least distance from the left.
    var left: Double
    /// The least distance from the top.
    var top: Double
    /// The greatest distance from the left.
    var right: Double
    /// The greatest distance from the top.
    var bottom: Double

    /// Whether some of the area belongs to both boxes.
    func overlaps(_ other: Box) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    /// Whether no part of `other` is outside.
    func contains(_ other: Box) -> Bool {
        left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
    }

    /// Whether the box touches the rectangle with these corners, which are from left to right.
    func isNear(_ start: Point, _ end: Point) -> Bool {
        start.x < right && end.x > left && min(start.y, end.y) < bottom && max(start.y, end.y) > top
    }

    /// Whether the straight line from `start` to `end`, which go from left to right, touches the box.
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

    /// The square around a mark.
    static func square(around centre: Point, radius: Double) -> Box {
        Box(
            left: centre.x - radius, top: centre.y - radius, right: centre.x + radius,
            bottom: centre.y + radius)
    }

    /// The squares around marks; films with the same figure have theirs at the same point.
    static func squares(around centres: [Point], radius: Double) -> [Box] {
        Set(centres).map { square(around: $0, radius: radius) }
    }
}

/// From figures to distances in a drawing: the lowest figure of `domain`, which is not empty, is drawn
/// at `start` and the highest at `end`.
func linearScale(
    of domain: ClosedRange<Double>, from start: Double, to end: Double
) -> (Double) -> Double {
    let length = domain.upperBound - domain.lowerBound
    return { start + (end - start) * (($0 - domain.lowerBound) / length) }
}
