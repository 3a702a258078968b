/// A number with a fixed number of decimal places, such as an amount of money, a percentage of 83.1
/// or a ratio of 3.62; whether it is a percentage is said by the kind of its column.
///
/// Kept in its smallest unit, because binary fractions cannot hold tenths or cents exactly.
public struct Decimal: Hashable, Sendable {
    /// The number in units of its last decimal place: cents of a dollar, tenths of a percent.
    public let units: Int
    private let shortPlaces: Int8

    /// The number of decimal places: 2 for dollars and cents, 0 for won.
    public var places: Int { Int(shortPlaces) }

    /// Makes a number of `units` of its last decimal place, of which it has `places`, clamped to
    /// 0…18: 831 with one place is 83.1.
    public init(_ units: Int, places: Int) {
        self.units = units
        shortPlaces = Int8(truncatingIfNeeded: min(max(places, 0), 18))
    }

    /// Makes an amount of `units` of the smallest unit of `currency`.
    public init(_ units: Int, in currency: Currency) {
        self.init(units, places: currency.places)
    }

    /// The number as a binary one, to draw it or to put it into a cell.
    package var approximation: Double {
        // One division, because several would round several times: 7 / 10 / 10 is not 0.07.
        Double(units) / Double(Int.powerOfTen(places))
    }

    /// Returns the number in a unit with `wanted` decimal places, at most 18; nil if it has more,
    /// or is too large.
    package func units(withPlaces wanted: Int) -> Int? {
        guard places <= wanted else { return nil }
        let (product, isTooLarge) = units.multipliedReportingOverflow(
            by: .powerOfTen(wanted - places))
        return isTooLarge ? nil : product
    }
}

extension Decimal: Comparable {
    /// Orders numbers by size, and equal ones by their decimal places, with which they are not the
    /// same: 1.5 comes before 1.50.
    public static func < (smaller: Decimal, larger: Decimal) -> Bool {
        let places = max(smaller.places, larger.places)
        func scaled(_ number: Decimal) -> Int128 {
            Int128(number.units) * .powerOfTen(places - number.places)
        }
        return (scaled(smaller), smaller.places) < (scaled(larger), larger.places)
    }
}

extension Decimal: CustomStringConvertible {
    /// The number with its decimal places: `1234567` won, `12345.67` dollars, `-0.4` percent.
    public var description: String { text(grouping: "") }

    /// Returns the number with its decimal places, and with `separator` between groups of three
    /// digits before them: `12,345.67`.
    public func text(grouping separator: String) -> String {
        guard places > 0 else { return units.grouped(by: separator) }
        let one = UInt.powerOfTen(places)
        let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: one)
        // With a 1 before them, the decimals keep their zeros.
        let decimals = "\(one + rest)".dropFirst()
        return (units < 0 ? "-" : "") + "\(Int(whole).grouped(by: separator)).\(decimals)"
    }
}

extension Int {
    /// Returns the quotient `self ÷ divisor`, rounded half up to `places` decimal places.
    ///
    /// Half up means towards positive infinity, so -2.5 becomes -2. The quotient is nil if the
    /// divisor is missing or 0, or if the result is out of range.
    package func quotient(by divisor: Int?, places: Int) -> Decimal? {
        guard let divisor, divisor != 0 else { return nil }
        // 128 bits, so that nothing overflows: ⌊(2a + b) / 2b⌋, with b made positive.
        let sign: Int128 = divisor < 0 ? -1 : 1
        let numerator = sign * (2 * .powerOfTen(places) * Int128(self) + Int128(divisor))
        let denominator = sign * 2 * Int128(divisor)
        return Int(exactly: numerator.flooredQuotient(by: denominator)).map {
            Decimal($0, places: places)
        }
    }
}

extension FixedWidthInteger {
    /// Returns ten to the power of `exponent`, which must have room.
    package static func powerOfTen(_ exponent: Int) -> Self {
        var power: Self = 1
        for _ in 0..<exponent { power &*= 10 }
        return power
    }
}
