/// The line of a film in a drawing of runs.
struct RunLine: Hashable {
    /// The film's name.
    let name: String
    /// The style, or nil for a thin grey line.
    let style: LineStyle?
    /// The points of each unbroken part, from left to right; a part may be a single point.
    let runs: [[ChartPoint]]
    /// Where the line has marks.
    let marks: [ChartPoint]

    /// The last point; nil if the film has no figure.
    var end: ChartPoint? { runs.last?.last }
}
