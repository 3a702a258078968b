/// A column as exporters and users see it: what it is called and what its cells hold.
public struct Column: Hashable, Sendable {
    /// What the cells of a column hold.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Text.
        case text
        /// A rank-change marker: `▲3`, `▼2`, `-`, `신작`, `진입` or nothing; in the columns of
        /// plugins also any other text, which is written as such.
        case marker
        /// A whole number.
        case integer
        /// A whole number of won.
        case won
        /// A percentage with one decimal.
        case percent
        /// A number from 0 to 1 with two decimals.
        case fraction
        /// True or false.
        case boolean
        /// A calendar year, whose digits are not grouped.
        case year
        /// A calendar day.
        case date
        /// Several texts.
        case list
    }

    /// The name in English, which `--columns` takes and headers show: `audience_count`.
    public let name: String
    /// The header in Korean: `관객수`.
    public let koreanHeader: String
    /// The Korean header where room is scarce: `점유율` for `매출액점유율`.
    public let shortKoreanHeader: String
    /// What the cells hold.
    public let kind: Kind

    /// Makes a column; without a `short` Korean header the long one serves.
    public init(
        _ name: String, _ koreanHeader: String, _ kind: Kind, short: String? = nil
    ) {
        self.name = name
        self.koreanHeader = koreanHeader
        self.shortKoreanHeader = short ?? koreanHeader
        self.kind = kind
    }
}

extension Column.Kind {
    /// Whether the digits of the numbers may be grouped by thousands.
    public var isGrouped: Bool { self == .integer || self == .won }
}

extension Int {
    /// The decimal digits in groups of three, `separator` between them: `1,234,567`.
    public func grouped(by separator: String) -> String {
        let digits = "\(magnitude)"
        var text = self < 0 ? "-" : ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.utf8.count - place) % 3 == 0 { text += separator }
            text.append(digit)
        }
        return text
    }
}
