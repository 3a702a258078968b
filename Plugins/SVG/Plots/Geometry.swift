/// A point of a drawing; y grows downwards.
struct Point {
    var x: Double
    var y: Double
}

/// A rectangle of a drawing; y grows downwards.
struct Box {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    /// Returns the square around a mark.
    static func square(around centre: Point, radius: Double) -> Box {
        Box(
            left: centre.x - radius, top: centre.y - radius, right: centre.x + radius,
            bottom: centre.y + radius)
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
