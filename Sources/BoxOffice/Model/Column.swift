/// A column as exporters and users see it: what it is called and what its cells hold.
public struct Column: Hashable, Sendable {
    /// What the cells of a column hold.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Text.
        case text
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
        /// A calendar day.
        case date
        /// Several texts.
        case list
    }

    /// The name in English, which `--columns` takes and headers show: `audience_count`.
    public let name: String
    /// The header in Korean: `관객수`.
    public let koreanHeader: String
    /// What the cells hold.
    public let kind: Kind

    /// Makes a column.
    public init(_ name: String, _ koreanHeader: String, _ kind: Kind) {
        self.name = name
        self.koreanHeader = koreanHeader
        self.kind = kind
    }
}
