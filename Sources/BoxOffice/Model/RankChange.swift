/// How a film's rank compares with the previous period.
public enum RankChange: Hashable, Sendable {
    /// 신작: the film was not on the chart of the previous period.
    case new
    /// The previous rank minus the current one: positive if the film rose, 0 if it stayed.
    case places(Int)

    /// The marker shown to readers: `▲3` (rose), `▼2` (fell), `-` (same), `신작` (new).
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
    /// Whether `text` is a marker as this program writes them.
    ///
    /// `진입` (entered the chart, but is not a new film) and an empty text count too. A plugin may
    /// have other text in a column of markers; that is ordinary text.
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
