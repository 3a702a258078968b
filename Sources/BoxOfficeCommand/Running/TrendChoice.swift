internal import BoxOffice
internal import Engine

/// The films whose runs are asked for, before they are looked up.
struct TrendChoice: Sendable {
    /// The films as they were named.
    let films: [FilmChoice]
    /// Which part of their runs is asked for.
    let span: TrendSpan
}
