package import BoxOffice

extension Column.Kind {
    /// Reads a number as such a column writes it; nil if the column does not accept it.
    ///
    /// - Parameters:
    ///   - digits: the number, without groups of digits.
    ///   - places: the number of decimal places of an amount.
    package func number(_ digits: String, places: Int) -> Value? {
        switch self {
        case .integer, .year: Int(digits).map(Value.integer)
        case .amount:
            digits.number(decimals: places).map { .amount(Amount(units: $0, places: places)) }
        case .percent: digits.number(decimals: 1).map { .percent(OneDecimal(tenths: $0)) }
        case .decimal: digits.number(decimals: 1).map { .decimal(OneDecimal(tenths: $0)) }
        case .share: digits.number(decimals: 2).map { .share(TwoDecimals(hundredths: $0)) }
        case .ratio: digits.number(decimals: 2).map { .ratio(TwoDecimals(hundredths: $0)) }
        case .fraction:
            digits.number(decimals: 2).flatMap { hundredths in
                (0...100).contains(hundredths) ? .fraction(Fraction(hundredths: hundredths)) : nil
            }
        case .text, .marker, .boolean, .date, .list: nil
        }
    }
}

extension String {
    /// Returns the number in units of its last decimal; nil if it has more decimals.
    fileprivate func number(decimals: Int) -> Int? {
        // A figure has 18 digits at most.
        if decimals == 0 { return Int(self) }
        guard case .number(let number) = Figure(utf8Span.span, decimals: decimals) else {
            return nil
        }
        return number
    }
}
