/// A rectangle of a drawing; y grows downwards.
struct ChartBox: Hashable {
    /// The least distance from the left.
    var left: Double
    /// The least distance from the top.
    var top: Double
    /// The greatest distance from the left.
    var right: Double
    /// The greatest distance from the top.
    var bottom: Double

    /// Whether some of the area belongs to both boxes.
    func overlaps(_ other: ChartBox) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    /// Whether no part of `other` is outside.
    func contains(_ other: ChartBox) -> Bool {
        left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
    }

    /// Whether the straight line from `start` to `end`, which go from left to right, touches the box.
    func isCrossed(from start: ChartPoint, to end: ChartPoint) -> Bool {
        guard start.x < right, end.x > left else { return false }
        let width = end.x - start.x
        func y(at x: Double) -> Double {
            width > 0 ? start.y + (end.y - start.y) * (x - start.x) / width : start.y
        }
        let first = y(at: max(start.x, left))
        let last = y(at: min(end.x, right))
        return min(first, last) < bottom && max(first, last) > top
    }
}
