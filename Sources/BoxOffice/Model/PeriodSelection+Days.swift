extension PeriodSelection {
    /// The day that `text` names, and the period that it means.
    ///
    /// - Parameter start: the first day of the range, from which `+29d` counts; nil if `text` is
    ///   not the end of a range.
    func period(
        of chart: Chart, named text: String, today: Day, after start: Day? = nil
    ) throws(Fault) -> (day: Day, period: Period) {
        let text = text.trimming { $0 == " " }
        if let days = Self.days(in: text, sign: "+") {
            guard let start else { throw .countsFromNothing(text, days) }
            let day = start.advanced(by: days)
            return (day, Period(of: chart, containing: day))
        }
        if Self.words[text.lowercased()] == -1 {
            // The newest period that is over: in the middle of a week, the week before.
            let yesterday = today.advanced(by: -1)
            let period = Period(of: chart, containing: yesterday)
            return (yesterday, period.to < today ? period : period.advanced(by: -1))
        }
        let day = try day(named: text, of: chart, today: today)
        return (day, Period(of: chart, containing: day))
    }

    private func day(named text: String, of chart: Chart, today: Day) throws(Fault) -> Day {
        if let days = Self.words[text.lowercased()] { return today.advanced(by: days) }
        if let days = Self.days(in: text, sign: "-") { return today.advanced(by: -days) }
        if chart != .daily, let week = Week(text) { return week.monday }
        guard let day = TypedDate(text)?.day else { throw .notADate(text, chart: chart) }
        return day
    }

    /// The number in `-3d` or `+29d`.
    private static func days(in text: String, sign: Character) -> Int? {
        guard text.first == sign, text.last == "d" else { return nil }
        let digits = text.dropFirst().dropLast()
        return digits.allSatisfy { $0.isASCII && $0.isWholeNumber } ? Int(digits) : nil
    }

    /// Words for days, by their distance from today.
    private static let words = [
        "yesterday": -1, "어제": -1, "today": 0, "오늘": 0, "tomorrow": 1, "내일": 1, "그제": -2,
        "그저께": -2,
    ]
}

extension Fault {
    /// The ends of a range are months.
    static func notADay(_ text: String, _ span: CalendarSpan) -> Fault {
        Fault(.usage, "not-a-day", "'\(text)' is not a day", hint: .itIsAMonth(span))
    }

    fileprivate static func notADate(_ text: String, chart: Chart) -> Fault {
        let week = chart == .daily ? "" : ", 2022-W22"
        var hint = Message(
            "not-a-date.hint",
            "dates begin with the year: 2022-06-01, 20220601, 2022.6.1, 2022/6/1, 2022년 6월 1일\(week); or yesterday, 어제, -3d"
        )
        if let span = CalendarSpan(text, of: .month) {
            hint = .itIsAMonth(span)
        } else if let span = CalendarSpan(text, of: .year) {
            hint = .itIsAYear(span)
        } else if let range = TypedDate.range(text) {
            hint = Message("it-is-a-range", "the range is from \(range.0) to \(range.1)")
        } else if let days = TypedDate.daysOfMonth(in: text) {
            hint = Message("short-month", "the last day of that month is the \(days)th")
        } else if let week = Week(text) {
            hint = Message(
                "it-is-a-week",
                "the week is from \(week.monday) to \(week.monday.advanced(by: 6))")
        }
        return Fault(.usage, "not-a-date", "'\(text)' is not a date", hint: hint)
    }

    fileprivate static func countsFromNothing(_ text: String, _ days: Int) -> Fault {
        Fault(
            .usage, "counts-from-nothing",
            "'\(text)' counts from the first day of a range, so it names only the last",
            hint: "with a first day, \(days) days later is a range of \(days &+ 1) days")
    }
}
