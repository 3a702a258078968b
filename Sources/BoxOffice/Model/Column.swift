/// A column as exporters and users see it: its name and what its cells hold.
public struct Column: Hashable, Sendable {
    /// What the cells of a column hold.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Text.
        case text
        /// A rank-change marker: `▲3`, `▼2`, `-`, `신작`, `진입` or nothing. A column of a plugin may
        /// also hold any other text, which is written unchanged.
        case marker
        /// A whole number.
        case integer
        /// A whole number of won.
        case won
        /// A percentage with one decimal.
        case percent
        /// A number from 0 to 1 with two decimals.
        case fraction
        /// A number with one decimal that is no percentage, such as admissions per show.
        case decimal
        /// True or false.
        case boolean
        /// A calendar year, whose digits are not grouped.
        case year
        /// A calendar day.
        case date
        /// Several texts.
        case list
    }

    /// The English name, which users choose columns by and headers show: `audience_count`.
    public let name: String
    /// The header in Korean: `관객수`.
    public let koreanHeader: String
    /// The Korean header for narrow layouts: `점유율` for `매출액점유율`.
    public let shortKoreanHeader: String
    /// What the cells hold.
    public let kind: Kind
    /// Korean headers that the column had in earlier versions, which files still have.
    ///
    /// They are only read, never written to a new file.
    public let formerKoreanHeaders: [String]

    /// Makes a column; without a `short` Korean header the long one is used.
    public init(
        _ name: String, _ koreanHeader: String, _ kind: Kind, short: String? = nil,
        formerKoreanHeaders: [String] = []
    ) {
        self.name = name
        self.koreanHeader = koreanHeader
        self.shortKoreanHeader = short ?? koreanHeader
        self.kind = kind
        self.formerKoreanHeaders = formerKoreanHeaders
    }
}

extension Column {
    /// Whether `header` is the Korean header of the column, or was in an earlier version.
    public func hasKoreanHeader(_ header: some StringProtocol) -> Bool {
        koreanHeader == header || formerKoreanHeaders.contains { $0 == header }
    }

    /// The column with another Korean header.
    package func headed(_ koreanHeader: String) -> Column {
        Column(
            name, koreanHeader, kind, short: shortKoreanHeader,
            formerKoreanHeaders: formerKoreanHeaders)
    }
}

extension Column.Kind {
    /// Whether the digits of these numbers may be grouped in thousands.
    public var isGrouped: Bool { self == .integer || self == .won }
}

extension Int {
    /// The decimal digits in groups of three, with `separator` between the groups: `1,234,567`.
    public func grouped(by separator: String) -> String {
        let digits = "\(magnitude)"
        var text = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.utf8.count - index) % 3 == 0 { text += separator }
            text.append(digit)
        }
        return text
    }
}
