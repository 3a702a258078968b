/// The colour of a rank-change marker, as Korean charts have them.
///
/// A format that shows colours takes them from here, so that all formats agree.
public enum MarkerColour: String, Hashable, Sendable {
    /// The film rose, is new or entered the chart.
    case red
    /// The film fell.
    case blue

    /// The colour of `marker`, one that ``RankChange/isMarker(_:)`` knows; nil for one without
    /// colour, such as `-`.
    public init?(of marker: String) {
        switch marker.first {
        case "▲", "신", "진": self = .red
        case "▼": self = .blue
        default: return nil
        }
    }
}
