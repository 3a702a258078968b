/// A source with a few stretches of recorded days, far from each other.
///
/// Its ``Source/holdings`` are those of one of them; the host takes the one that serves a run.
package protocol RecordedSource: Source {
    /// Returns the source with each of its stretches that may serve, the usual one first; at least one.
    func stretches(of chart: Chart, for use: RecordedUse) -> [any RecordedSource]
}

/// What recorded days are used for.
package enum RecordedUse: Sendable {
    /// The charts themselves.
    case charts
    /// Sums over charts and the like.
    case sums
    /// Films, which are looked up by their titles.
    case films
}

extension Source {
    /// The source as one with recorded days; nil if it is none.
    package var recordedSource: (any RecordedSource)? { self as? any RecordedSource }
}
