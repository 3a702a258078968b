extension PeriodSelection {
    /// The closed periods of `chart` in the months or years that `text` names.
    ///
    /// - Returns: nil if the span has begun but none of its periods is closed yet.
    func periods(
        of chart: Chart, in unit: CalendarSpan.Unit, named text: String, today: Day,
        holdings: Holdings
    ) throws(Fault) -> Periods? {
        guard let span = CalendarSpan(text, of: unit) else {
            if CalendarSpan.isBackwards(text, of: unit) { throw .spanIsBackwards(text) }
            throw unit == .month ? .notAMonth(text) : .notAYear(text)
        }
        let newest = try holdings.newest(of: chart, today: today)
        // No period of a month is over before the month begins, because its Thursday is in it.
        if holdings.last == nil, span.beginningOfLast > today {
            throw .notBegun(String(span.description.suffix(unit == .month ? 7 : 4)), today: today)
        }
        let all = span.periods(of: chart)
        guard all.first.from >= holdings.first, all.last.to <= holdings.last ?? all.last.to else {
            throw .notAllHeld(span, holdings.part(of: all, newest: newest), holdings)
        }
        guard all.first.from <= newest.from else { return nil }
        return Periods(from: all.first, to: all.last.from < newest.from ? all.last : newest)
    }
}

extension Holdings {
    /// The periods among `periods` that are available, up to `newest`; nil if none is.
    fileprivate func part(of periods: Periods, newest: Period) -> Periods? {
        var first = Period(of: newest.chart, containing: self.first)
        if first.from < self.first { first = first.advanced(by: 1) }
        first = first.from < periods.first.from ? periods.first : first
        let last = newest.from < periods.last.from ? newest : periods.last
        return first.from <= last.from ? Periods(from: first, to: last) : nil
    }
}

extension Message {
    fileprivate static func itIsADay(_ day: Day) -> Message {
        Message("it-is-a-day", "the day is \(day)")
    }

    /// What was given in the place of something else is a month, or several.
    static func itIsAMonth(_ span: CalendarSpan) -> Message {
        Message("it-is-a-month", "the month is \(span.description)")
    }

    /// What was given in the place of something else is a year, or several.
    static func itIsAYear(_ span: CalendarSpan) -> Message {
        Message("it-is-a-year", "the year is \(span.description)")
    }
}

extension Fault {
    fileprivate static func notAMonth(_ text: String) -> Fault {
        var hint = Message(
            "not-a-month.hint",
            "months are written 2024-05, 202405, 2024.5 or 2024년 5월, several 2024-01..2024-03")
        if let span = CalendarSpan(text, of: .year) {
            hint = .itIsAYear(span)
        } else if let day = TypedDate(text)?.day {
            hint = .itIsADay(day)
        }
        return Fault(.usage, "not-a-month", "'\(text)' is not a month", hint: hint)
    }

    fileprivate static func notAYear(_ text: String) -> Fault {
        var hint = Message(
            "not-a-year.hint", "years are written 2024 or 2024년, several 2020..2024")
        if let span = CalendarSpan(text, of: .month) {
            hint = .itIsAMonth(span)
        } else if let day = TypedDate(text)?.day {
            hint = .itIsADay(day)
        }
        return Fault(.usage, "not-a-year", "'\(text)' is not a year", hint: hint)
    }

    fileprivate static func spanIsBackwards(_ text: String) -> Fault {
        Fault(.usage, "span-is-backwards", "'\(text)' ends before it begins")
    }

    fileprivate static func notAllHeld(
        _ span: CalendarSpan, _ part: Periods?, _ holdings: Holdings
    ) -> Fault {
        guard let part else { return notHeld(span.description, holdings: holdings) }
        return Fault(
            .usage, "not-all-held",
            "not all charts of \(span.description) are there: \(holdings.held)",
            hint: "those that are there are from \(part.first.from) to \(part.last.to)")
    }
}
