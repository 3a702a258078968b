package import BoxOffice

/// The periods that a user asks for, as typed, before today's date is known.
package struct PeriodSelection: Sendable {
    /// One period: `yesterday`, `어제`, `-3d`, a day in any form whose year comes first
    /// (`2022-06-01`, `20220601`, `2022.6.1`, `2022년 6월 1일`) or, for weeks, `2022-W22`; or
    /// `latest`, `최근` (``isLatest``).
    package var date: String?
    /// The first day of an inclusive range, in the same forms.
    package var from: String?
    /// The last day of that range, which may also count from the first (`+29d`); without it the
    /// range ends with the last available period.
    package var to: String?
    /// The number of periods, counted back from the last available one.
    package var last: Int?
    /// A month or a range of months: `2024-05`, `2024-01..2024-03`.
    package var month: String?
    /// A year or a range of years: `2024`, `2020..2024`.
    package var year: String?

    /// Makes a selection; with no arguments it means the last available period.
    package init(
        date: String? = nil, from: String? = nil, to: String? = nil, last: Int? = nil,
        month: String? = nil, year: String? = nil
    ) {
        self.date = date
        self.from = from
        self.to = to
        self.last = last
        self.month = month
        self.year = year
    }

    /// True if the last period is meant whose chart is published: the last one that is over or, if
    /// the answer says that it is not published yet, the one before it.
    package var isLatest: Bool { date.map(Self.isLatest) ?? false }

    private static func isLatest(_ text: String) -> Bool {
        ["latest", "최근"].contains(text.trimming { $0 == " " }.lowercased())
    }

    /// Returns the selected periods of `chart`, seen from `today` in Seoul.
    ///
    /// `yesterday`, `--last` and the like count from `today`; a named day may be as late as
    /// `latest`.
    ///
    /// Only closed periods are returned: a chart is complete when its last day is over. A selection
    /// that goes beyond `holdings`, or includes a period that is not closed, is refused; it is not
    /// shortened. A month or year that is still running ends with the newest closed period, and one
    /// of a source with recorded days is the part of it that is held.
    ///
    /// - Returns: nil if a range without an end, or a month or year, has begun but none of its
    ///   periods is closed yet, so that there is nothing to do today.
    /// - Throws: a ``Fault`` of kind `usage` that names what is not available and why, or of kind
    ///   `configuration` if today is before the first chart.
    package func periods(
        of chart: Chart, today: Day, upTo latest: Day? = nil, holdings: Holdings,
        in territory: Territory = .korea
    ) throws(Fault) -> Periods? {
        let latest = latest ?? today
        try refuseContradictions()
        if let span = try span() {
            return try periods(
                of: chart, in: span, today: today, holdings: holdings, territory)
        }
        if let from, let to {
            let range = "\(from)..\(to)"
            if let span = CalendarSpan(likely: range) { throw .notADay(from, span) }
            if chart == .daily, let first = Week(from), let last = Week(to),
                first.monday <= last.monday
            {
                throw .notADate(from, hint: .weeks(from: first, to: last)).of("from", "to")
            }
        }
        if let name = isLatest ? nil : from ?? date {
            let (day, first) = try period(of: chart, named: name, today: today)
            var end = first
            if let to {
                end = try period(of: chart, named: to, today: today, after: day).period
            } else if from != nil {
                end = try holdings.newest(of: chart, today: today)
                if holdings.last == nil, day <= today, first.to >= today { return nil }
            }
            let range = first.from <= end.from ? Periods(from: first, to: end) : nil
            for period in [first, end] {
                try holdings.check(period, of: range, today: latest, in: territory)
            }
            guard let range else { throw .rangeIsBackwards(from: name, to: to ?? "\(end)") }
            return range
        }
        let last = last ?? (isLatest ? 1 : holdings.usualCount)
        guard last >= 1 else { throw .lastIsNotPositive(last) }
        let newest = try holdings.newest(of: chart, today: today)
        let first = newest.advanced(by: 1 - last)
        try holdings.check(first, today: today, in: territory)
        return Periods(from: first, to: newest)
    }

    /// The unit of time that the selection may be a whole one of; nil for a range.
    package var unit: CalendarUnit? {
        if month != nil { return .month }
        if year != nil { return .year }
        return from == nil && last == nil ? .day : nil
    }

    /// Returns the selected days as periods of the daily chart, and the day on which they end once
    /// all of them are over: nil if they end with the newest one that is over, whichever that is.
    package func days(
        today: Day, holdings: Holdings, in territory: Territory = .korea
    ) throws(Fault) -> (days: Periods, end: Day?)? {
        let days = try periods(of: .daily, today: today, holdings: holdings, in: territory)
        guard let days else { return nil }
        let last = days.last.to
        if let held = holdings.last, held <= last { return (days, last) }
        if let span = try span() { return (days, span.periods(of: .daily).last.to) }
        let text = (to ?? date ?? "").trimming { $0 == " " }
        let isNamed = TypedDate(text)?.day != nil || text.first == "+"
        return (days, isNamed || last.advanced(by: 1) < today ? last : nil)
    }

    /// Returns the selected periods of `chart` among `held`, those of a file, which are at least
    /// one and in order; without a choice, all of them.
    ///
    /// Counts such as `--last` apply to these. Every period of a range must be among them.
    ///
    /// - Throws: a ``Fault`` of kind `usage` that names what is not held.
    func periods(
        of chart: Chart, among held: [Period], today: Day, holdings: Holdings
    ) throws(Fault) -> Periods {
        try refuseContradictions()
        guard let first = held.first, let newest = held.last else {
            throw .notHeld(chart.wording, holdings: holdings)
        }
        if let span = try span() {
            let all = span.periods(of: chart)
            guard let own = Periods(spanning: held.filter(all.covers)) else {
                throw .notHeld(span.description, holdings: holdings)
            }
            return own
        }
        if isLatest { return Periods(from: newest, to: newest) }
        if let name = date ?? from {
            let (day, first) = try period(of: chart, named: name, today: today)
            var last = date == nil ? newest : first
            if let to { last = try period(of: chart, named: to, today: today, after: day).period }
            guard first.from <= last.from else {
                throw .rangeIsBackwards(from: name, to: to ?? "\(last)")
            }
            let known = Set(held)
            let all = Periods(from: first, to: last)
            if let lacking = all.first(where: { !known.contains($0) }) {
                throw .notHeld(lacking, holdings: holdings)
            }
            return all
        }
        guard let last else { return Periods(from: first, to: newest) }
        guard last >= 1 else { throw .lastIsNotPositive(last) }
        guard last <= held.count else { throw .fewerHeld(held.count, than: last, holdings) }
        return Periods(from: held[held.count - last], to: newest)
    }

    /// Returns the fault that tells that a file holds only `periods` of the chosen month or year, as
    /// far as it is over; nil if it holds all, or if none was chosen.
    ///
    /// - Parameter count: how many of `periods` it holds; all if it is not given.
    func partHeld(
        _ periods: Periods, _ count: Int? = nil, by name: Message, today: Day
    ) throws(Fault) -> Fault? {
        guard let span = try span() else { return nil }
        let all = span.periods(of: periods.first.chart)
        let isToEnd =
            periods.last.from >= all.last.from || periods.last.advanced(by: 1).to >= today
        let days = Message(periods.days)
        if let count, count < periods.count {
            return Fault(
                .malformed, "part-held-with-gaps",
                "\(name) has only \(count, "period") of \(span.description), within \(days): the figures are of these"
            )
        }
        guard periods.first.from > all.first.from || !isToEnd else { return nil }
        return Fault(
            .malformed, "part-held",
            "\(name) has only \(days) of \(span.description): the figures are of these days"
        )
    }

    /// Refuses ways of choosing periods that exclude each other.
    ///
    /// - Throws: a ``Fault`` of kind `usage`.
    package func refuseContradictions() throws(Fault) {
        let ways = [
            ("date", date != nil), ("from", from != nil), ("last", last != nil),
            ("month", month != nil), ("year", year != nil),
        ]
        let given = ways.filter(\.1).map(\.0)
        guard given.count <= 1 else { throw .contradiction(given) }
        guard to == nil || from != nil else { throw .toWithoutFrom }
    }

    /// Returns the day that `text` names, and the period that it means.
    ///
    /// - Parameter start: the first day of the range, from which `+29d` counts; nil if `text` is
    ///   not the end of a range.
    func period(
        of chart: Chart, named text: String, today: Day, after start: Day? = nil
    ) throws(Fault) -> (day: Day, period: Period) {
        let option = text == to && start != nil ? "to" : text == from ? "from" : "date"
        let text = text.trimming { $0 == " " }
        let word = Self.words[text.lowercased()]
        let day: Day
        if let days = Self.days(in: text, sign: "+") {
            guard let start else { throw .countsFromNothing(text, days).of(option) }
            day = start.advanced(by: days)
        } else if let days = word ?? Self.days(in: text, sign: "-").map({ -$0 }) {
            day = today.advanced(by: days)
        } else {
            let monday = chart == .daily ? nil : Week(text)?.monday
            guard let named = monday ?? TypedDate(text)?.day else {
                throw (Self.isLatest(text) ? Fault.latestInRange : .notADate(text, chart: chart))
                    .of(option)
            }
            day = named
        }
        let period = Period(of: chart, containing: day)
        // Yesterday means the newest period that is over: in the middle of a week, the week before.
        return (day, word == -1 && period.to >= today ? period.advanced(by: -1) : period)
    }

    /// Returns the number in `-3d` or `+29d`; nil if `text` has another form.
    private static func days(in text: String, sign: Character) -> Int? {
        guard text.first == sign, text.last == "d" else { return nil }
        let digits = text.dropFirst().dropLast()
        return digits.allSatisfy(\.isASCIIDigit) ? Int(digits) : nil
    }

    /// Words for days, by their distance from today.
    private static let words = [
        "yesterday": -1, "어제": -1, "today": 0, "오늘": 0, "tomorrow": 1, "내일": 1, "그제": -2,
        "그저께": -2,
    ]

    /// Returns the months or years that were chosen; nil if neither were.
    private func span() throws(Fault) -> CalendarSpan? {
        guard let text = month ?? year else { return nil }
        let unit = month == nil ? CalendarUnit.year : .month
        if let span = CalendarSpan(text, of: unit) { return span }
        throw CalendarSpan.isBackwards(text, of: unit)
            ? .spanIsBackwards(text) : .notASpan(text, of: unit)
    }

    /// Returns the closed periods of `chart` in `span`.
    ///
    /// - Returns: nil if the span has begun but none of its periods is closed yet.
    private func periods(
        of chart: Chart, in span: CalendarSpan, today: Day, holdings: Holdings,
        _ territory: Territory
    ) throws(Fault) -> Periods? {
        let newest = try holdings.newest(of: chart, today: today)
        // No period of a month is over before the month begins, because its Thursday is in it.
        if holdings.last == nil, span.beginningOfLast > today {
            throw .notBegun(
                String(span.description.suffix(span.unit.digitsOfName)), today: today,
                in: territory)
        }
        let all = span.periods(of: chart)
        guard all.first.from >= holdings.first, all.last.to <= holdings.last ?? all.last.to else {
            let held = Periods(
                spanning: all.filter { $0.from >= holdings.first && $0.from <= newest.from })
            if holdings.recorded != nil, let held { return held }
            throw .notAllHeld(span, held, holdings)
        }
        guard all.first.from <= newest.from else { return nil }
        return Periods(from: all.first, to: all.last.from < newest.from ? all.last : newest)
    }
}

extension Message {
    /// Returns the advice to give `value` to the option that takes it.
    fileprivate static func use(_ option: String, _ value: String) -> Message {
        Message("use-option", "use --\(option) \(value)")
    }

    /// The hint to name days instead of weeks.
    fileprivate static func weeks(from first: Week, to last: Week) -> Message {
        Message(
            "it-is-a-week",
            "use --from \(first.monday) --to \(last.monday.advanced(by: 6)), or the weekly chart")
    }
}

extension CalendarSpan {
    /// Reads a span of months or years that charts may have: 0601 is a day of June, and no year.
    fileprivate init?(likely text: String) {
        let span = CalendarSpan(text, of: .month) ?? CalendarSpan(text, of: .year)
        guard let span, span.first >= Day(daysSince1970: 0) else { return nil }
        self = span
    }
}

extension Fault {
    fileprivate static func contradiction(_ ways: [String]) -> Fault {
        let names = ways.map { Message("--\($0)") }
        let all = names.dropFirst().reduce(names.first ?? "", Message.both)
        var fault = Fault(.usage, "several-ways", "\(all) cannot be used together")
        fault.options = ways
        return fault
    }

    fileprivate static let toWithoutFrom = Fault(
        .usage, "to-without-from", "--to needs --from",
        hint: "give the first day with --from; for a single period, use --date alone"
    ).of("to")

    fileprivate static func lastIsNotPositive(_ count: Int) -> Fault {
        Fault(.usage, "last-is-not-positive", "--last takes a number from 1 up, not \(count)").of(
            "last")
    }

    fileprivate static func fewerHeld(
        _ count: Int, than last: Int, _ holdings: Holdings
    ) -> Fault {
        Fault(
            .usage, "fewer-held",
            "--last \(last) is more than there are: \(holdings.name) holds \(count)"
        ).of("last")
    }

    fileprivate static func rangeIsBackwards(from: String, to: String) -> Fault {
        Fault(
            .usage, "range-is-backwards",
            "the range ends before it begins: --from \(from) --to \(to)"
        ).of("from", "to")
    }

    /// Returns the fault for a range whose ends are months.
    fileprivate static func notADay(_ text: String, _ span: CalendarSpan) -> Fault {
        Fault(
            .usage, "not-a-day", "'\(text)' is not a day",
            hint: .use(span.unit.rawValue, span.description)
        ).of("from", "to")
    }

    fileprivate static func notADate(_ text: String, chart: Chart) -> Fault {
        let word = ["yesterday", "어제", "latest", "최근"].nearest(to: text)
        let week = chart == .daily ? "" : ", 2022-W22"
        var hint = Message(
            "not-a-date.hint",
            "dates begin with the year: 2022-06-01, 20220601, 2022.6.1, 2022/6/1, 2022년 6월 1일\(week); or yesterday, 어제, -3d"
        )
        if let span = CalendarSpan(likely: text) {
            hint = .use(span.unit.rawValue, span.description)
        } else if let range = TypedDate.range(text) {
            hint = .use("from", "\(range.0) --to \(range.1)")
        } else if let days = TypedDate.daysOfMonth(in: text) {
            hint = Message("short-month", "the last day of that month is \(days)")
        } else if let week = Week(text) {
            hint = .weeks(from: week, to: week)
        }
        return notADate(text, hint: hint).correcting(text, to: word)
    }

    fileprivate static func notADate(_ text: String, hint: Message) -> Fault {
        Fault(.usage, "not-a-date", "'\(text)' is not a date", hint: hint)
    }

    fileprivate static let latestInRange = Fault(
        .usage, "latest-in-range", "'latest' is no end of a range",
        hint:
            "--date latest is the last period that is published; --from without --to ends with the last one that is over"
    )

    fileprivate static func countsFromNothing(_ text: String, _ days: Int) -> Fault {
        Fault(
            .usage, "counts-from-nothing",
            "'\(text)' counts from the first day of a range, so it names only the last",
            hint: "use it with --to, such as --from 2022-06-01 --to +\(days)d for \(days &+ 1) days"
        )
    }

    fileprivate static func notASpan(_ text: String, of unit: CalendarUnit) -> Fault {
        let other = CalendarSpan(text, of: unit == .month ? .year : .month)
        let hint: Message? =
            other.map { .use($0.unit.rawValue, $0.description) }
            ?? TypedDate(text)?.day.map { .use("date", "\($0)") }
        return unit == .month
            ? Fault(
                .usage, "not-a-month", "'\(text)' is not a month",
                hint: hint
                    ?? "months are written 2024-05, 202405, 2024.5 or 2024년 5월, several 2024-01..2024-03"
            ).of("month")
            : Fault(
                .usage, "not-a-year", "'\(text)' is not a year",
                hint: hint ?? "years are written 2024 or 2024년, several 2020..2024"
            ).of("year")
    }

    fileprivate static func spanIsBackwards(_ text: String) -> Fault {
        Fault(.usage, "span-is-backwards", "'\(text)' ends before it begins").of("month", "year")
    }

    fileprivate static func notAllHeld(
        _ span: CalendarSpan, _ part: Periods?, _ holdings: Holdings
    ) -> Fault {
        guard let part else { return notHeld(span.description, holdings: holdings) }
        let advice = Message.use("from", "\(part.first.from) --to \(part.last.to)")
        return Fault(
            .usage, "not-all-held",
            "not all charts of \(span.description) are there: \(holdings.held)", hint: advice)
    }
}
