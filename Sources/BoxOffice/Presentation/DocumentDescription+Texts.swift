extension DocumentDescription {
    /// Where the figures are from, for readers.
    public var creditLine: String { (credits.isEmpty ? sources : credits).joined(separator: ", ") }

    /// The days that the document covers: `2022-05-30 ~ 2022-06-05`; nil if it is not a chart.
    public var days: String? {
        guard let periods else { return nil }
        let (first, last) = (periods.first.from, periods.last.to)
        return first == last ? "\(first)" : "\(first) ~ \(last)"
    }
}
