/// A column, and how to get its value from a record.
public struct Field<Record>: Sendable {
    /// The column.
    public let column: Column
    /// The column's value in one record.
    public let value: @Sendable (borrowing Record) -> Value
    /// The function that puts the column's values of many records into rows of `width` cells, at
    /// `offset` in each row.
    ///
    /// Passing the values one at a time would take several times as long.
    let fill:
        @Sendable (Span<Record>, inout MutableSpan<Value>, _ offset: Int, _ width: Int) -> Void

    /// Makes the field with the values `value` in a column of that name, Korean header and kind.
    public init(
        _ name: String, _ koreanHeader: String, _ kind: Column.Kind, short: String? = nil,
        value: @escaping @Sendable (borrowing Record) -> Value
    ) {
        self.init(Column(name, koreanHeader, kind, short: short), value: value)
    }

    /// Makes the field with the values `value` in `column`.
    public init(_ column: Column, value: @escaping @Sendable (borrowing Record) -> Value) {
        self.column = column
        self.value = value
        self.fill = { records, cells, offset, width in
            var cell = offset
            for index in records.indices {
                cells[cell] = value(records[index])
                cell += width
            }
        }
    }
}

/// The columns of one kind of record, and how to get their values.
///
/// Everything that deals with columns reads this table: column selection, headers, formats and
/// `bo-export columns`.
public struct Table<Record: Sendable>: Sendable {
    /// The name of the table and its columns, without the values.
    public let dataset: Dataset
    package let fields: [Field<Record>]
    /// A value that must be equal, besides the columns, in two records that say the same.
    let comparisonKey: (@Sendable (Record) -> AnyHashable)?

    /// Makes the table `name` with `fields`; column names must be unique.
    ///
    /// - Parameters:
    ///   - name: the name of the dataset.
    ///   - key: the names of the columns that identify a row.
    ///   - fields: the columns, and how to get their values.
    ///   - comparisonKey: everything that a record says, with those lists sorted whose order has no
    ///     meaning. Cross-checking compares it, because columns do not show which values belong
    ///     together.
    public init(
        named name: String, key: [String] = [], _ fields: [Field<Record>],
        comparisonKey: (@Sendable (Record) -> AnyHashable)? = nil
    ) {
        self.comparisonKey = comparisonKey
        self.dataset = Dataset(name: name, columns: fields.map(\.column), key: key)
        self.fields = fields
    }
}

/// A column as formats and users see it: its name and the kind of its values.
public struct Column: Hashable, Sendable {
    /// The kind of value in the cells of a column.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Text.
        case text
        /// A rank-change marker: `▲3`, `▼2`, `-`, `신작`, `진입` or nothing. A column of a plugin may
        /// also hold any other text, which is written unchanged.
        case marker
        /// A whole number.
        case integer
        /// An amount of money, with as many decimal places as its currency has.
        case amount
        /// A percentage with one decimal.
        case percent
        /// A percentage with two decimals.
        case share
        /// A number with two decimals that is not a percentage, such as a total divided by a part
        /// of it.
        case ratio
        /// A number from 0 to 1 with two decimals.
        case fraction
        /// A number with one decimal that is not a percentage, such as admissions per show.
        case decimal
        /// True or false.
        case boolean
        /// A calendar year, whose digits are not grouped.
        case year
        /// A calendar day.
        case date
        /// Several texts.
        case list

        /// True if the cells are figures, which are aligned by their digits in a table; years are
        /// not.
        public var isFigure: Bool { self == .amount || self != .year && places != nil }

        /// The number of decimal places of the numbers; nil if they are not numbers, or amounts,
        /// whose places are those of their currency.
        public var places: Int? {
            switch self {
            case .integer, .year: 0
            case .percent, .decimal: 1
            case .share, .ratio, .fraction: 2
            case .amount, .text, .marker, .boolean, .date, .list: nil
            }
        }

        /// True if the numbers are percentages.
        public var isPercentage: Bool { self == .percent || self == .share }

        /// True if the digits of these numbers may be grouped in thousands.
        public var isGrouped: Bool { self == .integer || self == .amount }
    }

    /// The English name, by which users choose columns, and the header in English:
    /// `audience_count`.
    public let name: String
    /// The header in Korean: `관객수`.
    public let koreanHeader: String
    /// The Korean header for narrow layouts: `점유율` for `매출액점유율`.
    public let shortKoreanHeader: String
    /// The kind of value in the cells.
    public let kind: Kind
    /// The kind of the figures whose bounds the texts are: `text` if they show their unit; nil if
    /// the cells are no bounds.
    package private(set) var kindOfBounds: Kind?

    /// Makes a column; without a `short` Korean header the long one is used.
    public init(
        _ name: String, _ koreanHeader: String, _ kind: Kind, short: String? = nil
    ) {
        self.name = name
        self.koreanHeader = koreanHeader
        self.shortKoreanHeader = short ?? koreanHeader
        self.kind = kind
    }

    /// Returns the column as one of bounds of such figures, which are aligned like figures.
    package func bounds(as kind: Kind) -> Column {
        var column = self
        column.kindOfBounds = kind
        return column
    }

    /// True if the texts are bounds of figures.
    package var hasBounds: Bool { kindOfBounds != nil }

    /// The header in the language of a message.
    package var wording: Message { Message(Message(name), ko: koreanHeader) }

    /// Returns the column with another Korean header.
    package func headed(_ koreanHeader: String) -> Column {
        Column(name, koreanHeader, kind, short: shortKoreanHeader)
    }
}

extension Int {
    /// Returns the decimal digits in groups of three, with `separator` between the groups:
    /// `1,234,567`.
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

/// The content of one cell of a row.
public enum Value: Hashable, Sendable {
    /// Nothing: the source does not know, or left the field empty.
    case missing
    /// Text, without leading and trailing spaces.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// An amount or a number with decimals; the column's kind tells percentages from others.
    case decimal(Decimal)
    /// True or false.
    case boolean(Bool)
    /// A calendar day.
    case date(Day)
    /// Several texts, such as the directors of a film.
    case list([String])

    /// The text; nil if it is something else.
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The whole number; nil if it is something else.
    package var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }
    /// The amount or number with decimals; nil if it is something else.
    package var decimal: Decimal? { if case .decimal(let decimal) = self { decimal } else { nil } }
    /// The day; nil if it is something else.
    package var day: Day? { if case .date(let day) = self { day } else { nil } }

    /// Makes a text, or missing for nil.
    public init(_ text: String?) { self = text.map(Value.text) ?? .missing }
    /// Makes a whole number, or missing for nil.
    public init(_ integer: Int?) { self = integer.map(Value.integer) ?? .missing }
    /// Makes an amount or a number with decimals, or missing for nil.
    public init(_ decimal: Decimal?) { self = decimal.map(Value.decimal) ?? .missing }
    /// Makes a day, or missing for nil.
    public init(_ day: Day?) { self = day.map(Value.date) ?? .missing }
}
