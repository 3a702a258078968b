internal import BoxOffice

/// A day, a month or a year in the forms that people type.
///
/// `2022-06-01`, `2022-6-1`, `2022.6.1`, `2022. 6. 1.`, `2022/06/01`, `20220601` and
/// `2022년 6월 1일` are the same day. The year comes first and has four digits, so no form has two
/// meanings. What comes from files and services is read by ``Day``, which is strict.
struct TypedDate: Hashable {
    /// The year, four digits.
    let year: Int
    /// The month of the year; nil if the text names a year.
    let month: Int?
    /// The day of the month; nil if the text names a year or a month.
    let dayOfMonth: Int?

    /// Reads `text`; nil if it has another form, or there is no such day or month.
    init?(_ text: some StringProtocol) {
        let text = String(text).trimming { $0 == " " }
        var rest = text[...]
        guard let digits = rest.popDigits(4...8) else { return nil }
        let numbers: [Int]?
        switch (digits.count, rest.first) {
        case (4, nil): numbers = [digits].compactMap { Int($0) }
        case (6, nil), (8, nil): numbers = Self.numbers(inDigits: digits)
        case (4, "년"): numbers = Self.numbers(inKorean: text[...])
        case (4, "-"), (4, "/"), (4, "."): numbers = Self.numbers(inParts: text[...])
        default: numbers = nil
        }
        guard let numbers, (1...3).contains(numbers.count) else { return nil }
        year = numbers[0]
        month = numbers.count > 1 ? numbers[1] : nil
        dayOfMonth = numbers.count > 2 ? numbers[2] : nil
        guard Day(year: year, month: month ?? 1, day: dayOfMonth ?? 1) != nil else { return nil }
    }

    /// The days at both ends of `2024-05-01..2024-05-03`; nil if `text` is no such range.
    static func range(_ text: String) -> (Day, Day)? {
        let ends = text.split(separator: text.contains("~") ? "~" : "..")
        guard ends.count == 2, let first = TypedDate(ends[0])?.day,
            let last = TypedDate(ends[1])?.day
        else { return nil }
        return (first, last)
    }

    /// The number of days of the month in `text`, such as 29 for `2024-02-30`, if only the day is
    /// wrong; nil otherwise.
    static func daysOfMonth(in text: String) -> Int? {
        let digits = text.drop { !$0.isWholeNumber }.reversed().prefix { $0.isWholeNumber }
        guard (1...2).contains(digits.count), text.last?.isWholeNumber == true,
            let day = TypedDate(text.dropLast(digits.count) + "1")?.day
        else { return nil }
        let next = Day(
            year: day.month == 12 ? day.year + 1 : day.year, month: day.month % 12 + 1, day: 1)
        return next.map { day.distance(to: $0) }
    }

    /// The day; nil if the text names a month or a year.
    var day: Day? {
        guard let month, let dayOfMonth else { return nil }
        return Day(year: year, month: month, day: dayOfMonth)
    }

    /// `20220601` or `202206`; six digits of another century are rather a day with a short year.
    private static func numbers(inDigits digits: Substring) -> [Int]? {
        guard digits.count == 8 || digits.hasPrefix("19") || digits.hasPrefix("20") else {
            return nil
        }
        let parts = [digits.prefix(4), digits.dropFirst(4).prefix(2), digits.dropFirst(6)]
        return parts.filter { !$0.isEmpty }.compactMap { Int($0) }
    }

    /// `2022년 6월 1일`, with or without spaces, or the beginning of that.
    private static func numbers(inKorean text: Substring) -> [Int]? {
        var rest = text
        var numbers: [Int] = []
        for (unit, lengths) in [("년", 4...4), ("월", 1...2), ("일", 1...2)] as [(Character, _)] {
            guard let digits = rest.popDigits(lengths), let number = Int(digits),
                rest.popFirst() == unit
            else { return nil }
            numbers.append(number)
            rest = rest.drop { $0 == " " }
            if rest.isEmpty { return numbers }
        }
        return nil
    }

    /// `2022-06-01`, `2022/6/1` or `2022. 6. 1.`, or the beginning of that with a month.
    private static func numbers(inParts text: Substring) -> [Int]? {
        var rest = text
        guard let year = rest.popDigits(4...4).flatMap({ Int($0) }), let separator = rest.popFirst()
        else { return nil }
        var numbers = [year]
        while numbers.count < 3 {
            // Koreans write a space behind the dot, and often a dot at the end.
            if separator == "." { rest = rest.drop { $0 == " " } }
            guard let number = rest.popDigits(1...2).flatMap({ Int($0) }) else { return nil }
            numbers.append(number)
            if rest.isEmpty || (separator == "." && rest == ".") { return numbers }
            guard rest.popFirst() == separator else { return nil }
        }
        return nil
    }
}

extension Substring {
    /// Removes the ASCII digits at the front; nil if their number is not in `count`.
    fileprivate mutating func popDigits(_ count: ClosedRange<Int>) -> Substring? {
        let digits = prefix { $0.isASCII && $0.isWholeNumber }
        guard count.contains(digits.count) else { return nil }
        removeFirst(digits.count)
        return digits
    }
}

/// Whole months or whole years as people type them: `2024-05`, `2024년`, `2024-01..2024-03`.
struct CalendarSpan: Hashable {
    /// What the span consists of.
    enum Unit: String, Hashable {
        /// Months.
        case month
        /// Years.
        case year
    }

    /// The first day of the first month or year.
    let first: Day
    /// The first day of the last month or year.
    let beginningOfLast: Day
    /// The last day.
    let last: Day
    /// The span in its usual form: `2024-05`, or `2024-01..2024-03`.
    let description: String

    /// Reads `text`; nil if it names something else, or if the span ends before it begins.
    init?(_ text: String, of unit: Unit) {
        guard let (begin, end) = Self.ends(of: text, unit), begin <= end else { return nil }
        first = begin
        beginningOfLast = end
        last = Self.next(unit, after: end).advanced(by: -1)
        let names = (begin == end ? [begin] : [begin, end]).map { day in
            String("\(day)".prefix(unit == .year ? 4 : 7))
        }
        description = names.joined(separator: "..")
    }

    /// Whether `text` would be a span if its ends were the other way round.
    static func isBackwards(_ text: String, of unit: Unit) -> Bool {
        ends(of: text, unit).map { $0.0 > $0.1 } ?? false
    }

    /// The periods of `chart` in the span: a week belongs to the month and year of its Thursday.
    func periods(of chart: Chart) -> Periods {
        var from = Period(of: chart, containing: first)
        if from.dayOfCalendar < first { from = from.advanced(by: 1) }
        var to = Period(of: chart, containing: last)
        if to.dayOfCalendar > last { to = to.advanced(by: -1) }
        return Periods(from: from, to: to)
    }

    /// The first days of the months or years at both ends.
    private static func ends(of text: String, _ unit: Unit) -> (Day, Day)? {
        let (begin, end) = halves(of: text)
        guard let first = beginning(of: begin, unit), let last = beginning(of: end, unit) else {
            return nil
        }
        return (first, last)
    }

    /// What is before and behind the last `..` or `~` in `text`; twice the text if there is none.
    ///
    /// The last, because `2024.1...2024.3.` has a dot of the month before it.
    private static func halves(of text: String) -> (Substring, Substring) {
        if let index = text.lastIndex(of: "~") {
            return (text[..<index], text[index...].dropFirst())
        }
        var start = text.endIndex
        while start > text.startIndex {
            start = text.index(before: start)
            let rest = text[start...]
            if rest.hasPrefix("..") { return (text[..<start], rest.dropFirst(2)) }
        }
        return (text[...], text[...])
    }

    private static func beginning(of text: Substring, _ unit: Unit) -> Day? {
        guard let date = TypedDate(text), date.dayOfMonth == nil,
            (date.month != nil) == (unit == .month)
        else { return nil }
        return Day(year: date.year, month: date.month ?? 1, day: 1)
    }

    private static func next(_ unit: Unit, after day: Day) -> Day {
        let (year, month) =
            unit == .year || day.month == 12 ? (day.year + 1, 1) : (day.year, day.month + 1)
        return Day(year: year, month: month, day: 1) ?? day
    }
}
