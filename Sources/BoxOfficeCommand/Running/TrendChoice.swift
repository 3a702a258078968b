internal import BoxOffice

/// The films whose runs are asked for, before they are looked up.
struct TrendChoice: Sendable {
    /// The films as they were named.
    let films: [FilmChoice]
    /// Which part of their runs is asked for.
    let span: TrendSpan
    /// The column whose values are written, one column a film; nil for a row a film and day.
    let pivot: String?

    /// How many charts there are at most.
    var mostCharts: Int { films.count * span.days }
}
