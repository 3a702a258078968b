extension Int {
    /// The quotient `self ÷ divisor`, rounded half up to a whole number.
    ///
    /// Half up means towards positive infinity, so -2.5 becomes -2. The quotient is nil if the
    /// divisor is missing or 0, or if the result is out of range.
    func quotient(by divisor: Int?) -> Int? { roundedQuotient(of: 1, by: divisor) }

    /// The quotient `self ÷ divisor`, rounded half up to one decimal; nil where
    /// ``quotient(by:)`` is.
    func decimalQuotient(by divisor: Int?) -> OneDecimal? {
        roundedQuotient(of: 10, by: divisor).map(OneDecimal.init(tenths:))
    }

    /// `self × factor ÷ divisor`, rounded half up; `factor` is 1 or 10.
    private func roundedQuotient(of factor: Int128, by divisor: Int?) -> Int? {
        guard let divisor, divisor != 0 else { return nil }
        // 128 bits, so that nothing overflows: ⌊(2a + b) / 2b⌋, with b made positive.
        let sign: Int128 = divisor < 0 ? -1 : 1
        let numerator = sign * (2 * factor * Int128(self) + Int128(divisor))
        let denominator = sign * 2 * Int128(divisor)
        let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
        return Int(exactly: remainder < 0 ? quotient - 1 : quotient)
    }
}
