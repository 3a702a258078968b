/// How a film's rank compares with the period before.
public enum RankChange: Hashable, Sendable {
    /// 신작: the film was not on the chart of the period before.
    case new
    /// The rank before minus the rank now: positive where the film rose, 0 where it stayed.
    case places(Int)

    /// The marker that a reader sees: `▲3` (rose), `▼2` (fell), `-` (same), `신작` (new).
    ///
    /// The text is a promise to spreadsheets and MUST NOT CHANGE.
    public var marker: String {
        switch self {
        case .new: "신작"
        case .places(0): "-"
        case .places(let places): places > 0 ? "▲\(places)" : "▼\(places.magnitude)"
        }
    }
}
