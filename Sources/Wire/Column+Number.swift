package import BoxOffice

extension Column.Kind {
    /// Reads a number as such a column writes it; nil if the column does not accept it.
    ///
    /// - Parameters:
    ///   - digits: the number, without groups of digits.
    ///   - places: the number of decimal places of an amount.
    package func number(_ digits: String, places: Int) -> Value? {
        guard let places = self == .amount ? places : self.places,
            let units = digits.number(decimals: places),
            self != .fraction || (0...100).contains(units)
        else { return nil }
        return [.integer, .year].contains(self)
            ? .integer(units) : .decimal(Decimal(units, places: places))
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
