/// How a film's rank compares with the previous period.
public enum RankChange: Hashable, Sendable {
    /// New to the chart: the film was not on the chart of the previous period.
    ///
    /// That does not make it a new film. Films come back to a chart years after they opened.
    case new
    /// The previous rank minus the current one: positive if the film rose, 0 if it stayed.
    case places(Int)

    /// The marker shown to readers: `▲3` (rose), `▼2` (fell), `-` (same), `신작` (a new film) or
    /// `진입` (a film that is not new entered the chart).
    ///
    /// A film that is new to the chart is a new film if it opened at most 14 days before the
    /// chart's first day, or opens later. If one of the days is unknown, it is not called new.
    ///
    /// The text is a promise to spreadsheets and MUST NOT CHANGE.
    ///
    /// - Parameters:
    ///   - openDate: the day the film opened, or nil if unknown.
    ///   - firstDay: the first day that the chart covers, or nil if unknown.
    public func marker(openedOn openDate: Day?, chartFrom firstDay: Day?) -> String {
        switch self {
        case .new: Self.isNewFilm(openedOn: openDate, chartFrom: firstDay) ? "신작" : "진입"
        case .places(0): "-"
        case .places(let places): places > 0 ? "▲\(places)" : "▼\(places.magnitude)"
        }
    }

    private static func isNewFilm(openedOn openDate: Day?, chartFrom firstDay: Day?) -> Bool {
        guard let openDate, let firstDay else { return false }
        return openDate.distance(to: firstDay) <= 14
    }
}

extension RankChange {
    /// Whether `text` is a marker as this program writes them; an empty text counts too.
    ///
    /// A plugin may have other text in a column of markers; that is ordinary text.
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
