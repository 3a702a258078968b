package import BoxOffice

/// The period that a row of a market or a ranking sums up.
package struct RowPeriod: Hashable, Sendable {
    /// The length of time; nil for a range of days that is none.
    package let unit: CalendarUnit?
    /// The name, by which a running period's row is replaced by a later one: `2024-05-03`,
    /// `2024-W22`, `2024-05`, `2024` or `2024-05-03..2024-05-20`.
    package let name: String

    /// Makes the period of `days`, those that it has once it is over.
    ///
    /// - Parameter unit: the length of time, if the days are a whole one; nil for a range.
    package init(_ days: ClosedRange<Day>, as unit: CalendarUnit?) {
        let (first, last) = (days.lowerBound, days.upperBound)
        self.unit = unit?.days(around: first) == days ? unit : nil
        name =
            switch self.unit {
            case .week: "\(Week(containing: first))"
            case .some(let unit): String("\(first)".prefix(unit.digitsOfName))
            case nil: "\(first)..\(last)"
            }
    }

    /// Makes the period of a table: a day, month or year, or else a range.
    init(ofTable days: ClosedRange<Day>) {
        let units = [CalendarUnit.day, .month, .year]
        self.init(days, as: units.first { $0.days(around: days.lowerBound) == days })
    }

    /// The value of the column `unit`.
    var word: String { unit?.rawValue ?? "range" }
}

extension CalendarUnit {
    /// The words for the values of a column of units.
    static let words = [Value: Message](
        ofColumn: "unit", allCases.map(\.rawValue) + ["range"])
}

extension ClosedRange<Day> {
    /// Each of the days.
    var days: [Day] {
        (0...lowerBound.distance(to: upperBound)).map { lowerBound.advanced(by: $0) }
    }
}

extension Periods {
    /// Makes the range of these days.
    init(of days: ClosedRange<Day>) {
        self.init(
            from: Period(of: .daily, containing: days.lowerBound),
            to: Period(of: .daily, containing: days.upperBound))
    }

    /// The days from the first to the last: `2022-05-30 ~ 2022-06-05`.
    var text: String { (first.from...last.to).text }
}
