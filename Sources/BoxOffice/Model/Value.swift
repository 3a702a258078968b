/// The content of one cell of a row.
public enum Value: Hashable, Sendable {
    /// Nothing: the source does not know, or left the field empty.
    case missing
    /// Text, without leading and trailing spaces.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A percentage with one decimal.
    case percent(Percent)
    /// A number from 0 to 1 with two decimals.
    case fraction(Fraction)
    /// A number with one decimal that is no percentage.
    case decimal(OneDecimal)
    /// True or false.
    case boolean(Bool)
    /// A calendar day.
    case date(Day)
    /// Several texts, such as the directors of a film.
    case list([String])

    /// The text, or missing for nil.
    public init(_ text: String?) { self = text.map(Value.text) ?? .missing }
    /// The number, or missing for nil.
    public init(_ integer: Int?) { self = integer.map(Value.integer) ?? .missing }
    /// The percentage, or missing for nil.
    public init(_ percent: Percent?) { self = percent.map(Value.percent) ?? .missing }
    /// The number with one decimal, or missing for nil.
    public init(_ decimal: OneDecimal?) { self = decimal.map(Value.decimal) ?? .missing }
    /// The day, or missing for nil.
    public init(_ day: Day?) { self = day.map(Value.date) ?? .missing }
}
