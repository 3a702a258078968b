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

extension RankChange {
    /// Whether `text` is a marker as this program writes them, `진입` (entered the chart, though no
    /// new film) and an empty text among them; whatever else a plugin has in a column of markers is
    /// a text like any other.
    public static func isMarker(_ text: String) -> Bool {
        if ["-", "신작", "진입", ""].contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
            return true
        }
        guard let arrow = text.unicodeScalars.first, arrow == "▲" || arrow == "▼" else {
            return false
        }
        let digits = text.utf8.dropFirst(UTF8.width(arrow))
        return (1...19).contains(digits.count)
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
