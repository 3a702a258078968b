extension Value {
    /// The value as a number to draw or to put into a cell: 0.123 for 12.3 %; nil if it is none.
    public var figure: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .percent(let percent): Double(percent.tenths) / 1000
        case .decimal(let decimal): Double(decimal.tenths) / 10
        case .fraction(let fraction): Double(fraction.hundredths) / 100
        case .missing, .text, .list, .boolean, .date: nil
        }
    }
}
