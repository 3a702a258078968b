/// A day, a month or a year in the forms that people type.
///
/// `2022-06-01`, `2022-6-1`, `2022.6.1`, `2022. 6. 1.`, `2022/06/01`, `20220601` and
/// `2022년 6월 1일` are the same day. The year comes first and has four digits, so no form has two
/// meanings. Dates from files and services are read by ``Day``, which is strict.
package struct TypedDate: Hashable {
    /// The year, four digits.
    package let year: Int
    /// The month of the year; nil if the text names a year.
    package let month: Int?
    /// The day of the month; nil if the text names a year or a month.
    package let dayOfMonth: Int?

    /// Reads `text`; nil if it has another form, or there is no such day or month.
    package init?(_ text: some StringProtocol) {
        let text = String(text).trimming { $0 == " " }
        guard let numbers = Self.numbers(in: Self.parted(text)), let year = numbers.first else {
            return nil
        }
        self.year = year
        month = numbers.count > 1 ? numbers[1] : nil
        dayOfMonth = numbers.count > 2 ? numbers[2] : nil
        guard Day(year: year, month: month ?? 1, day: dayOfMonth ?? 1) != nil else { return nil }
    }

    /// Returns the days at both ends of `2024-05-01..2024-05-03`; nil if `text` is not such a
    /// range.
    package static func range(_ text: String) -> (Day, Day)? {
        let (begin, end) = CalendarSpan.halves(of: text)
        guard let first = TypedDate(begin)?.day, let last = TypedDate(end)?.day else { return nil }
        return (first, last)
    }

    /// Returns the number of days of the month in `text`, such as 29 for `2024-02-30`, if only the
    /// day is wrong; nil otherwise.
    package static func daysOfMonth(in text: String) -> Int? {
        let digits = text.drop { !$0.isWholeNumber }.reversed().prefix { $0.isWholeNumber }
        guard (1...2).contains(digits.count), text.last?.isWholeNumber == true,
            let day = TypedDate(text.dropLast(digits.count) + "1")?.day
        else { return nil }
        return CalendarUnit.month.days(around: day).upperBound.dayOfMonth
    }

    /// The day; nil if the text names a month or a year.
    package var day: Day? {
        guard let month, let dayOfMonth else { return nil }
        return Day(year: year, month: month, day: dayOfMonth)
    }

    /// Returns `20220601` and `202206` with a hyphen between their parts, and any other text as it
    /// is; six digits of another century are more likely a day with a short year.
    private static func parted(_ text: String) -> String {
        let isDay = text.count == 8
        let isMonth = text.count == 6 && ["19", "20"].contains(text.prefix(2))
        guard isDay || isMonth, text.allSatisfy(\.isASCIIDigit) else { return text }
        let month = "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))"
        return isDay ? "\(month)-\(text.suffix(2))" : month
    }

    /// Returns the numbers of `2022년 6월 1일`, with or without spaces, `2022-06-01`, `2022/6/1` or
    /// `2022. 6. 1.`, or of the beginning of such a text; nil for any other.
    private static func numbers(in text: String) -> [Int]? {
        var rest = text[...]
        var numbers: [Int] = []
        var separator: Character?
        for unit in ["년", "월", "일"] as [Character] {
            let digits = rest.prefix(while: \.isASCIIDigit)
            guard (numbers.isEmpty ? 4...4 : 1...2).contains(digits.count), let number = Int(digits)
            else { return nil }
            numbers.append(number)
            rest = rest.dropFirst(digits.count)
            // Every number of a Korean date has its unit, even the last one.
            guard let mark = rest.popFirst() else { return separator == "년" ? nil : numbers }
            let isFirst = separator == nil
            let first = separator ?? mark
            separator = first
            guard "년-/.".contains(first), mark == (first == "년" ? unit : first) else { return nil }
            guard first == "년" || first == "." else { continue }
            // Koreans write a space after the dot, and often a dot at the end.
            rest = rest.drop { $0 == " " }
            if rest.isEmpty, first == "년" || !isFirst { return numbers }
        }
        return nil
    }
}

extension Character {
    /// True if it is one of `0` to `9`.
    package var isASCIIDigit: Bool { isASCII && isWholeNumber }
}

/// A span of whole months or whole years as people type it: `2024-05`, `2024년`, `2024-01..2024-03`.
package struct CalendarSpan: Hashable {
    /// The unit of the first and the last: months or years.
    package let unit: CalendarUnit
    /// The first day of the first month or year.
    package let first: Day
    /// The first day of the last month or year.
    package let beginningOfLast: Day
    /// The span in its usual form: `2024-05`, or `2024-01..2024-03`.
    package let description: String

    /// Reads `text`; nil if it names something else, or if the span ends before it begins.
    package init?(_ text: String, of unit: CalendarUnit) {
        guard let (begin, end) = Self.ends(of: text, unit), begin <= end else { return nil }
        self.unit = unit
        first = begin
        beginningOfLast = end
        let names = (begin == end ? [begin] : [begin, end]).map { day in
            "\(day)".prefix(unit.digitsOfName)
        }
        description = names.joined(separator: "..")
    }

    /// Returns true if `text` would be a span with its ends the other way round.
    package static func isBackwards(_ text: String, of unit: CalendarUnit) -> Bool {
        ends(of: text, unit).map { $0.0 > $0.1 } ?? false
    }

    /// Returns the periods of `chart` in the span: a week belongs to the month and year of its
    /// Thursday.
    package func periods(of chart: Chart) -> Periods {
        var from = Period(of: chart, containing: first)
        if from.dayOfCalendar < first { from = from.advanced(by: 1) }
        let last = unit.days(around: beginningOfLast).upperBound
        var to = Period(of: chart, containing: last)
        if to.dayOfCalendar > last { to = to.advanced(by: -1) }
        return Periods(from: from, to: to)
    }

    /// Returns the first days of the months or years at both ends.
    private static func ends(of text: String, _ unit: CalendarUnit) -> (Day, Day)? {
        let (begin, end) = halves(of: text)
        guard let first = beginning(of: begin, unit), let last = beginning(of: end, unit) else {
            return nil
        }
        return (first, last)
    }

    /// Returns the texts before and after the last `..` or `~` in `text`; the whole text twice if
    /// there is none.
    ///
    /// The last one counts, because `2024.1...2024.3.` has a dot of the month before it.
    fileprivate static func halves(of text: String) -> (Substring, Substring) {
        let mark = text.utf8.contains(UInt8(ascii: "~")) ? "~".utf8 : "..".utf8
        let places = text.utf8.indices
        guard let place = places.last(where: { text.utf8[$0...].starts(with: mark) }) else {
            return (text[...], text[...])
        }
        return (text[..<place], text[text.utf8.index(place, offsetBy: mark.count)...])
    }

    private static func beginning(of text: Substring, _ unit: CalendarUnit) -> Day? {
        guard let date = TypedDate(text), date.dayOfMonth == nil,
            (date.month != nil) == (unit == .month)
        else { return nil }
        return Day(year: date.year, month: date.month ?? 1, day: 1)
    }
}
