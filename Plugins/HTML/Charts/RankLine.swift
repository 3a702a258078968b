/// The line of a film in a drawing of ranks.
struct RankLine: Hashable {
    /// The film's name.
    let name: String
    /// The style, or nil for a thin grey line.
    let style: LineStyle?
    /// The points of each unbroken part, from left to right.
    let runs: [[ChartPoint]]
    /// Where the film entered the chart.
    let entries: [ChartPoint]
    /// Where the film was last before it left the chart.
    let exits: [ChartPoint]
    /// Where the line has marks.
    let marks: [ChartPoint]
}
