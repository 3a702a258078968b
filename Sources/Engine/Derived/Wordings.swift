internal import BoxOffice

extension CalendarUnit {
    /// The words for the values of a column of units.
    static let words = [Value: Message](
        ofColumn: "unit", allCases.map(\.rawValue) + ["range"])
}

extension Periods {
    /// The days from the first to the last: `2022-05-30 ~ 2022-06-05`.
    var text: String { (first.from...last.to).text }
}
