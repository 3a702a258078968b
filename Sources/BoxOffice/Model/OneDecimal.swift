/// A number with exactly one decimal: a percentage such as 83.1 or -4949.0, or 15.3 admissions per
/// show.
///
/// Kept in tenths, because binary fractions cannot hold one decimal exactly.
public struct OneDecimal: Hashable, Comparable, Sendable {
    /// The number times ten.
    public let tenths: Int

    /// Makes a number from tenths.
    public init(tenths: Int) {
        self.tenths = tenths
    }

    /// Orders numbers by size.
    public static func < (smaller: OneDecimal, larger: OneDecimal) -> Bool {
        smaller.tenths < larger.tenths
    }
}

extension OneDecimal: CustomStringConvertible {
    /// The number with its one decimal, such as `-71.1`, `100.0` or `-0.4`.
    public var description: String {
        let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return "\(tenths < 0 ? "-" : "")\(whole).\(tenth)"
    }
}

/// A number with exactly two decimals, such as a share of 65.37 percent or a ratio of 3.62.
///
/// Kept in hundredths, because binary fractions cannot hold two decimals exactly.
public struct TwoDecimals: Hashable, Sendable {
    /// The number times a hundred.
    public let hundredths: Int

    /// Makes a number from hundredths.
    public init(hundredths: Int) {
        self.hundredths = hundredths
    }
}

extension TwoDecimals: CustomStringConvertible {
    /// The number with its two decimals, such as `65.37` or `-0.05`.
    public var description: String {
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(hundredths < 0 ? "-" : "")\(whole).\(rest / 10)\(rest % 10)"
    }
}

/// A number from 0 to 1 with exactly two decimals, such as 0.87.
public struct Fraction: Hashable, Comparable, Sendable {
    /// The number times a hundred, 0…100.
    public let hundredths: Int

    /// Makes a fraction from hundredths, clamped to 0…100.
    public init(hundredths: Int) {
        self.hundredths = min(max(hundredths, 0), 100)
    }

    /// Orders fractions by size.
    public static func < (smaller: Fraction, larger: Fraction) -> Bool {
        smaller.hundredths < larger.hundredths
    }
}

extension Fraction: CustomStringConvertible {
    /// The number with its two decimals, such as `0.87` or `1.00`.
    public var description: String {
        "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    }
}

extension Int {
    /// Returns the quotient `self ÷ divisor`, rounded half up to a whole number.
    ///
    /// Half up means towards positive infinity, so -2.5 becomes -2. The quotient is nil if the
    /// divisor is missing or 0, or if the result is out of range.
    func quotient(by divisor: Int?) -> Int? { roundedQuotient(of: 1, by: divisor) }

    /// Returns the quotient `self ÷ divisor`, rounded half up to one decimal; nil in the same cases
    /// as ``quotient(by:)``.
    func decimalQuotient(by divisor: Int?) -> OneDecimal? {
        roundedQuotient(of: 10, by: divisor).map(OneDecimal.init(tenths:))
    }

    /// Returns the quotient `self ÷ divisor`, rounded half up to two decimals; nil in the same
    /// cases as ``quotient(by:)``.
    func ratio(to divisor: Int?) -> TwoDecimals? {
        roundedQuotient(of: 100, by: divisor).map(TwoDecimals.init(hundredths:))
    }

    /// Returns `self × factor ÷ divisor`, rounded half up; `factor` is 1, 10 or 100.
    private func roundedQuotient(of factor: Int128, by divisor: Int?) -> Int? {
        guard let divisor, divisor != 0 else { return nil }
        // 128 bits, so that nothing overflows: ⌊(2a + b) / 2b⌋, with b made positive.
        let sign: Int128 = divisor < 0 ? -1 : 1
        let numerator = sign * (2 * factor * Int128(self) + Int128(divisor))
        let denominator = sign * 2 * Int128(divisor)
        return Int(exactly: numerator.flooredQuotient(by: denominator))
    }
}
