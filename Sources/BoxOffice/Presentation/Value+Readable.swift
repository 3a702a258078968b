extension Layout {
    /// The words to write instead of values, one dictionary per column; empty if every value is
    /// written as it is.
    package var words: [[Value: String]] {
        words(document.face?.words ?? (document.isDeep ? ChartFilter.words : [:]))
    }

    /// The words to write instead of values in a Korean table for spreadsheets, as in ``words``.
    package var wordsForSpreadsheets: [[Value: String]] {
        guard let face = document.face else { return [] }
        return words(face.words.filter { face.columnsOfWords.contains($0.key) })
    }

    private func words(_ words: [String: [Value: Message]]) -> [[Value: String]] {
        words.isEmpty ? [] : columns.map { words[$0.name, default: [:]].mapValues(text) }
    }

    /// Returns the short header of `column` in a document for people, with its unit if the others
    /// show theirs.
    package func readableHeader(of column: Column) -> String {
        let text = column.readableHeader(header)
        guard document.face?.hasUnitsInHeadings == true, header != Header.none,
            let unit = document.unit(of: column)
        else { return text }
        return self.text(of: Message("\(text) (\(unit))", ko: "{1}({2})"))
    }
}

extension ChartFilter {
    /// The words for the filters in columns, for ``Face/words``.
    package static let words = [
        "kind": [Value: Message](ofColumn: "kind", ["all"] + Kind.allCases.map(\.rawValue)),
        "nation": [Value: Message](ofColumn: "nation", nations),
        "film_nation": [Value: Message](ofColumn: "film_nation", nations),
    ]

    private static let nations = ["all"] + Nation.allCases.map(\.rawValue)
}

extension [Value: Message] {
    /// Makes words for the texts in a column, with the codes `column.text`.
    package init(ofColumn column: String, _ texts: [String]) {
        self.init(
            uniqueKeysWithValues: texts.map { (.text($0), Message("\(column).\($0)", "\($0)")) })
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
    public var figure: Double? { integer.map { Double($0) } ?? decimal?.approximation }
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
