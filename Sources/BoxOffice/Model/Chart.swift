/// A chart that the Korean Film Council publishes: which days each of its editions covers.
public enum Chart: String, Hashable, Sendable, CaseIterable {
    /// 일별: one day.
    case daily
    /// 주간: Monday to Sunday.
    case weekly
    /// 주말: Friday to Sunday.
    case weekend
    /// 주중: Monday to Thursday.
    case weekdays

    /// The Korean word for the chart.
    public var koreanName: String {
        switch self {
        case .daily: "일별"
        case .weekly: "주간"
        case .weekend: "주말"
        case .weekdays: "주중"
        }
    }

    /// The days of the week that an edition covers, counted from its Monday; nil for the daily.
    var daysOfWeek: ClosedRange<Int>? {
        switch self {
        case .daily: nil
        case .weekly: 0...6
        case .weekend: 4...6
        case .weekdays: 0...3
        }
    }
}
