internal import BoxOffice

/// An axis of dates, labelled with days or weeks where they fit, else with months or years.
struct DateAxis {
    /// The days on which the places begin, oldest first; a week is labelled with the number of the week
    /// that contains its day.
    let days: [Day]
    /// The length of time from one place to the next.
    let unit: CalendarUnit
    /// The layout of the document, which decides the language.
    let layout: Layout
    /// True if a week stands for its weekend, which is labelled with its dates.
    var isOfWeekends = false

    /// Returns the labels, centred on their places, in two lines from `y` down: as many as fit without
    /// touching.
    func labels(at x: (Int) -> Double, y: Double) -> [Label] {
        var labels: [Label] = []
        for unit in CalendarUnit.allCases.drop(while: { $0 != self.unit }) {
            for step in steps(of: unit) {
                labels = ticks(of: unit, every: step, at: x, y: y)
                if labels.count > 0, !Self.touch(labels) { return labels }
            }
        }
        return Array(labels.prefix(1))
    }

    /// Returns the label intervals to try for a unit, from the most labels to the fewest.
    private func steps(of unit: CalendarUnit) -> [Int] {
        switch unit {
        // More days or weeks than these are labelled by month.
        case .day: days.count <= 120 ? [1, 2, 7, 14] : []
        case .week: days.count <= 26 ? [1, 2, 4] : []
        case .month: [1, 2, 3, 6]
        case .year: [1, 2, 5, 10, 20]
        }
    }

    private func ticks(
        of unit: CalendarUnit, every step: Int, at x: (Int) -> Double, y: Double
    ) -> [Label] {
        var year: Int?
        return days.indices.filter { begins(unit, at: $0, every: step) }.flatMap { index in
            let day = days[index]
            defer { year = day.year }
            let detail =
                unit == .day && days.count <= 14
                ? layout.text(of: day.weekdayWording)
                : unit == .year || year == day.year ? "" : "\(day.year)"
            let name =
                switch unit {
                case .day: date(of: day)
                case .week where isOfWeekends: weekend(of: day)
                case .week:
                    layout.text(of: Message("plot-week", "W\(Week(containing: day).number)"))
                case .month: layout.text(of: Self.month(of: day))
                case .year: "\(day.year)"
                }
            return [(name, y), (detail, y + 14)].filter { $0.0 != "" }.map {
                Label(text: $0, x: x(index + 1), y: $1, anchor: .middle, role: .tick)
            }
        }
    }

    /// Returns the date of a day: `06-03`, in Korean `6/3`.
    private func date(of day: Day) -> String {
        layout.header == .en
            ? String("\(day)".dropFirst(5)) : "\(day.month)/\(day.dayOfMonth)"
    }

    /// Returns the dates of the weekend of the week of `day`: `6/3~5`, `7/29~8/1`.
    private func weekend(of day: Day) -> String {
        // A week is given by its Thursday.
        let period = Period(of: .weekend, containing: day.advanced(by: 1))
        let (from, to) = (date(of: period.from), date(of: period.to))
        return period.from.month == period.to.month
            ? "\(from)~\(to.drop { $0 != "/" && $0 != "-" }.dropFirst())" : "\(from)~\(to)"
    }

    /// Returns true if a label stands at a place: for days and weeks, at every `step`-th place; else
    /// where a month or a year begins whose number is a multiple of `step`.
    private func begins(_ unit: CalendarUnit, at index: Int, every step: Int) -> Bool {
        let day = days[index]
        let before = index > 0 ? days[index - 1] : nil
        switch unit {
        case .day, .week: return index % step == 0
        case .month:
            let isFirst = before.map { $0.month != day.month || $0.year != day.year }
            return isFirst ?? (day.dayOfMonth <= maxDays) && (day.month - 1) % step == 0
        case .year:
            let isFirst = before.map { $0.year != day.year }
            return isFirst ?? (self.unit == .year || day.month == 1 && day.dayOfMonth <= maxDays)
                && day.year % step == 0
        }
    }

    /// The latest day of a month on which a place may begin and still stand for that month.
    private var maxDays: Int { unit == .day ? 1 : unit == .week ? 7 : 31 }

    /// Returns true if two labels on the same line touch.
    private static func touch(_ labels: [Label]) -> Bool {
        Dictionary(grouping: labels, by: \.y).values.contains { line in
            zip(line, line.dropFirst()).contains { $0.box.right + 8 > $1.box.left }
        }
    }

    /// Returns the short name of the month of `day`: `Jun`, in Korean `6월`.
    private static func month(of day: Day) -> Message {
        let names = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let korean = "\(day.month)월"
        return Message(Message(names.dropFirst(day.month - 1).first ?? ""), ko: korean)
    }
}
