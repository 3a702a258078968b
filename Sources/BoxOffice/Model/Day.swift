/// A calendar day of the proleptic Gregorian calendar, without a time or a time zone.
public struct Day: Hashable, Sendable {
    // Only four bytes, because every row holds several days.
    private let narrowYear: Int16
    private let narrowMonth: Int8
    private let narrowDay: Int8

    /// The year, 0…9999.
    public var year: Int { Int(narrowYear) }
    /// The month of the year, 1…12.
    public var month: Int { Int(narrowMonth) }
    /// The day of the month, 1…31.
    public var dayOfMonth: Int { Int(narrowDay) }

    /// Makes a day; nil if it does not exist (2023-02-29) or the year is not 0…9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month),
            (1...Self.length(ofMonth: month, in: year)).contains(day)
        else { return nil }
        self.init(uncheckedYear: year, month: month, day: day)
    }

    /// Reads `2022-06-01` or `20220601`; nil for any other form and for days that do not exist.
    public init?(_ text: some StringProtocol) {
        self.init(utf8: String(text).utf8.span)
    }

    /// Reads the UTF-8 bytes of `2022-06-01` or `20220601`.
    public init?(utf8 bytes: Span<UInt8>) {
        guard let (year, month, day) = Self.numbers(in: bytes) else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Returns true if `bytes` are a date whose month or day of the month is `00`, which means
    /// unknown: `2022-06-00` or `20220000`.
    package static func isPartlyUnknown(utf8 bytes: Span<UInt8>) -> Bool {
        guard let (year, month, day) = numbers(in: bytes), month == 0 || day == 0 else {
            return false
        }
        return Day(year: year, month: max(month, 1), day: max(day, 1)) != nil
    }

    /// Returns the year, the month and the day of the month that `bytes` spell; nil for any other
    /// form.
    private static func numbers(
        in bytes: Span<UInt8>
    ) -> (year: Int, month: Int, day: Int)? {
        let hyphens = bytes.count == 10 ? 1 : 0
        guard bytes.count == 8 + 2 * hyphens else { return nil }
        if hyphens == 1 {
            guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        }
        guard let year = digits(bytes, 0..<4),
            let month = digits(bytes, (4 + hyphens)..<(6 + hyphens)),
            let day = digits(bytes, (bytes.count - 2)..<bytes.count)
        else { return nil }
        return (year, month, day)
    }

    private init(uncheckedYear year: Int, month: Int, day: Int) {
        narrowYear = Int16(truncatingIfNeeded: year)
        narrowMonth = Int8(truncatingIfNeeded: month)
        narrowDay = Int8(truncatingIfNeeded: day)
    }

    /// Returns the number that the bytes in `range` spell; nil if one of them is not an ASCII
    /// digit.
    static func digits(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var number = 0
        for index in range {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }

    static func twoDigits(_ number: Int) -> String { pairs[number % 100] }

    // Built once, because every request and every answer names a day.
    private static let pairs = (0..<100).map { $0 < 10 ? "0\($0)" : "\($0)" }

    static func fourDigits(_ year: Int) -> String {
        twoDigits(year / 100) + twoDigits(year % 100)
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

// MARK: - Arithmetic

extension Day: Comparable {
    /// The number of days since 1970-01-01; negative before that day.
    ///
    /// Counts in eras of 400 years that begin on 1 March, so that the leap day is the last day of
    /// its year: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    public var daysSince1970: Int {
        let marchYear = month > 2 ? year : year - 1
        let era = marchYear.flooredQuotient(by: 400)
        let yearOfEra = marchYear - era * 400
        let marchMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * marchMonth + 2) / 5 + dayOfMonth - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.daysFromEraTo1970
    }

    /// Makes the day that is `days` days after 1970-01-01, clamped to the years 0…9999.
    public init(daysSince1970 days: Int) {
        let shifted = min(max(days, Self.earliest), Self.latest) + Self.daysFromEraTo1970
        let era = shifted.flooredQuotient(by: Self.daysPerEra)
        let dayOfEra = shifted - era * Self.daysPerEra
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        self.init(
            uncheckedYear: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    /// Returns the day `days` later, or earlier if `days` is negative.
    public func advanced(by days: Int) -> Day {
        let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
        return Day(daysSince1970: overflow ? (days < 0 ? Self.earliest : Self.latest) : sum)
    }

    /// Returns the number of days from this day to `other`; negative if `other` is earlier.
    public func distance(to other: Day) -> Int {
        other.daysSince1970 - daysSince1970
    }

    /// The ISO 8601 day of the week: 1 for Monday … 7 for Sunday.
    public var weekday: Int {
        let sinceMonday = daysSince1970 + 3  // 1970-01-01 was a Thursday.
        return sinceMonday - sinceMonday.flooredQuotient(by: 7) * 7 + 1
    }

    /// Orders days by time.
    public static func < (earlier: Day, later: Day) -> Bool {
        (earlier.year, earlier.month, earlier.dayOfMonth)
            < (later.year, later.month, later.dayOfMonth)
    }

    private static let daysPerEra = 146_097
    private static let daysFromEraTo1970 = 719_468
    private static let earliest = -719_528  // 0000-01-01
    private static let latest = 2_932_896  // 9999-12-31
}

// MARK: - Text

extension Day: CustomStringConvertible {
    /// ISO 8601, such as `2022-06-01`.
    public var description: String {
        "\(Self.fourDigits(year))-\(Self.twoDigits(month))-\(Self.twoDigits(dayOfMonth))"
    }

    /// The form that KOBIS uses, such as `20220601`.
    public var compact: String {
        Self.fourDigits(year) + Self.twoDigits(month) + Self.twoDigits(dayOfMonth)
    }
}

extension ClosedRange<Day> {
    /// The days as people read them: `2022-06-05`, or `2022-05-30 ~ 2022-06-05`.
    package var text: String {
        lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound) ~ \(upperBound)"
    }
}
