/// A point of a drawing; y grows downwards.
struct ChartPoint: Hashable {
    /// The distance from the left.
    var x: Double
    /// The distance from the top.
    var y: Double
}
