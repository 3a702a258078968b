/// A week of ISO 8601: Monday to Sunday, numbered within the year that holds its Thursday.
///
/// KOBIS numbers its weeks the same way: 2019-12-30 is in week 1 of 2020.
public struct Week: Hashable, Sendable {
    /// The year the week belongs to; near New Year it may differ from the calendar year of its
    /// days.
    public let year: Int
    /// The number of the week, 1…53.
    public let number: Int

    /// The week that contains `day`.
    public init(containing day: Day) {
        let thursday = day.advanced(by: 4 - day.weekday)
        let newYear = thursday.advanced(by: -(thursday.dayOfYear - 1))
        year = thursday.year
        number = newYear.distance(to: thursday) / 7 + 1
    }

    /// Reads `2022-W22`; nil for any other form, or if the year has no such week.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 8, bytes[4] == UInt8(ascii: "-"),
            bytes[5] == UInt8(ascii: "W") || bytes[5] == UInt8(ascii: "w"),
            let year = Day.digits(bytes.span, 0..<4), let number = Day.digits(bytes.span, 6..<8),
            number >= 1,
            let fourth = Day(year: year, month: 1, day: 4)
        else { return nil }
        // The fourth of January is always in week 1.
        let week = Week(containing: fourth.advanced(by: (number - 1) * 7))
        guard week.year == year, week.number == number else { return nil }
        self = week
    }

    /// The Monday on which the week begins.
    public var monday: Day {
        let fourth = Day(year: year, month: 1, day: 4) ?? Day(daysSince1970: 0)
        return fourth.advanced(by: 1 - fourth.weekday + (number - 1) * 7)
    }
}

extension Week: CustomStringConvertible {
    /// ISO 8601, such as `2022-W22`.
    public var description: String { "\(compact.prefix(4))-W\(compact.suffix(2))" }

    /// The form that KOBIS uses in `yearWeekTime`, such as `202222`.
    public var compact: String {
        "\(monday.advanced(by: 3).compact.prefix(4))\(Day.twoDigits(number))"
    }
}

extension Day {
    /// The ordinal of the day in its year, 1…366.
    var dayOfYear: Int {
        guard let newYear = Day(year: year, month: 1, day: 1) else { return 1 }
        return newYear.distance(to: self) + 1
    }
}
