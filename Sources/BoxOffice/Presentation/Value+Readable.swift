extension Layout {
    /// The words to write instead of values, one dictionary per column; empty if every value is
    /// written as it is.
    package var words: [[Value: String]] {
        guard document.sumsUp || document.isDeep else { return [] }
        let contradiction = text(of: Message("contradiction", "contradiction"))
        let unsure = text(of: Message("rank-not-sure", "not sure"))
        func words(_ values: [String], _ word: (String) -> Message) -> [Value: String] {
            Dictionary(uniqueKeysWithValues: values.map { (.text($0), text(of: word($0))) })
        }
        let kinds = ["all"] + ChartFilter.Kind.allCases.map(\.rawValue)
        let nations = ["all"] + ChartFilter.Nation.allCases.map(\.rawValue)
        let units = CalendarUnit.allCases.map(\.rawValue) + ["range"]
        return columns.map { column in
            switch column.name {
            case "kind": words(kinds) { Message("kind.\($0)", "\($0)") }
            case "nation", "film_nation": words(nations) { Message("nation.\($0)", "\($0)") }
            case "unit": words(units) { Message("unit.\($0)", "\($0)") }
            case "on_chart", "on_deep_chart": [.boolean(true): "✓", .boolean(false): "–"]
            case "is_rank_sure": [.boolean(true): "✓", .boolean(false): unsure]
            case "is_consistent":
                [.boolean(true): "✓", .boolean(false): "⚠ \(contradiction)"]
            default: [:]
            }
        }
    }
}

extension Value {
    /// Returns the value as people read it: `1,234,567`, `12.3%`, `2022-06-05`, `액션, 드라마`; empty if
    /// it is missing.
    ///
    /// Groups of three digits have `separator` between them if the column's kind allows it, so a
    /// year stays `2022`. Texts are returned as they are; the format escapes them.
    public func readable(as kind: Column.Kind, grouping separator: String = ",") -> String {
        let separator = kind.isGrouped ? separator : ""
        return switch self {
        case .missing: ""
        case .text(let text): text
        case .list(let items): items.joined(separator: ", ")
        case .integer(let integer): integer.grouped(by: separator)
        case .decimal(let decimal):
            decimal.text(grouping: separator) + (kind.isPercentage ? "%" : "")
        case .boolean(let boolean): boolean ? "true" : "false"
        case .date(let day): "\(day)"
        }
    }

    /// The value as a number to draw: 12.3 for 12.3 %; nil if it is not a number.
    public var figure: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .decimal(let decimal): decimal.approximation
        case .missing, .text, .list, .boolean, .date: nil
        }
    }
}

extension Column {
    /// Returns the header in a document for readers: Korean, and short, if no language is chosen.
    public func readableHeader(_ language: Layout.Header?) -> String {
        switch language {
        case .none?: ""
        case .en?: name
        case .ko?, nil: shortKoreanHeader
        }
    }
}

/// The colour of a rank-change marker, as in Korean charts.
///
/// All formats with colours take them from here, so that they agree.
package enum MarkerColour: String, Hashable, Sendable {
    /// The film rose, is new or entered the chart.
    case red
    /// The film fell.
    case blue

    /// Makes the colour of `marker`, which must be one that ``RankChange/isMarker(_:)`` accepts;
    /// nil for one without colour, such as `-`.
    package init?(of marker: String) {
        switch marker.first {
        case "▲", "신", "진", "N", "I": self = .red
        case "▼": self = .blue
        default: return nil
        }
    }
}
