/// A moment, in whole seconds since 1970-01-01T00:00:00Z.
///
/// Every date of the Korean box office is a day in Seoul, whatever the machine's time zone. South
/// Korea is UTC+9 and has had no daylight saving time since 1988, so the day follows from the
/// second by arithmetic alone, without `TZ` or tzdata.
public struct Instant: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z; negative before that moment.
    public let secondsSince1970: Int

    /// Makes the moment `secondsSince1970` seconds after 1970-01-01T00:00:00Z, or the nearest one of
    /// the years 0 to 9999 and a day on either side.
    public init(secondsSince1970 seconds: Int) {
        secondsSince1970 = min(max(seconds, Self.earliest), Self.latest)
    }

    /// Makes the moment when `day` begins in Seoul.
    public init(startOf day: Day) {
        self.init(secondsSince1970: day.daysSince1970 * Self.secondsPerDay - Self.seoulOffset)
    }

    /// The calendar day in Seoul at this moment.
    public var dayInSeoul: Day {
        let seconds = secondsSince1970 + Self.seoulOffset
        return Day(daysSince1970: Int(seconds.flooredQuotient(by: Self.secondsPerDay)))
    }

    /// Orders moments by time.
    public static func < (earlier: Instant, later: Instant) -> Bool {
        earlier.secondsSince1970 < later.secondsSince1970
    }

    // The calendar of days and a day on either side, because of time zones.
    private static let earliest = -719_529 * secondsPerDay
    private static let latest = 2_932_898 * secondsPerDay
    private static let seoulOffset = 9 * 3600
    private static let secondsPerDay = 86_400
}

extension Instant: CustomStringConvertible {
    /// ISO 8601 in Seoul time, such as `2022-06-06T00:30:00+09:00`.
    public var description: String {
        let seconds = secondsSince1970 + Self.seoulOffset
        let second = seconds - seconds.flooredQuotient(by: Self.secondsPerDay) * Self.secondsPerDay
        let time = [second / 3600, second / 60 % 60, second % 60].map(Day.twoDigits)
        return "\(dayInSeoul)T\(time.joined(separator: ":"))+09:00"
    }

    /// Reads text in the form of ``description``; nil for any other form.
    public init?(_ text: String) {
        let bytes = text.utf8.span
        guard bytes.count == 25, let day = Day(utf8: bytes.extracting(..<10)),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "+"),
            bytes[22] == UInt8(ascii: ":"),
            Day.digits(bytes, 20..<22) == 9, Day.digits(bytes, 23..<25) == 0,
            let hour = Day.digits(bytes, 11..<13), hour < 24,
            let minute = Day.digits(bytes, 14..<16), minute < 60,
            let second = Day.digits(bytes, 17..<19), second < 60
        else { return nil }
        let time = hour * 3600 + minute * 60 + second
        self.init(
            secondsSince1970: day.daysSince1970 * Self.secondsPerDay + time - Self.seoulOffset)
    }
}

extension SignedInteger {
    /// Returns the quotient rounded towards negative infinity, for a positive divisor.
    package func flooredQuotient(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
