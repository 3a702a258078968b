/// The parts of sentences: names, days and figures.
///
/// Figures are exact. In Korean a number is written by 만 and 억 (`123만 4567`), with spaces between
/// these alone, and its unit follows directly; a currency other than the won follows after a space.
extension Message {
    /// Returns a name in one line, cut to `length` characters.
    package static func name(_ name: String, upTo length: Int) -> Message {
        Message(name.inOneLine.cut(to: length))
    }

    /// Returns a title in quotation marks, in one line and cut to `length` characters.
    package static func quoting(_ title: String, upTo length: Int) -> Message {
        "‘\(name(title, upTo: length))’"
    }

    /// Returns a chart or ranking of some days: `2022년 6월 5일 일별 박스오피스(서울시, 한국영화)`.
    ///
    /// - Parameters:
    ///   - name: the name of the chart or ranking.
    ///   - days: its days.
    ///   - names: its filters, and its source.
    package static func place(
        _ name: Message, on days: ClosedRange<Day>, _ names: [Message]
    ) -> Message {
        Message("the \(name) of \(Message.days(days))", ko: "{2} {1}").note(names)
    }

    /// Returns the message with `names` in parentheses, if there are any.
    package func note(_ names: [Message]) -> Message {
        names.isEmpty ? self : Message("\(self) (\(.list(names)))", ko: "{1}({2})")
    }

    /// Returns `2022년 5월 30일~6월 5일`, or `2022-05-30 to 2022-06-05`.
    package static func days(_ days: ClosedRange<Day>) -> Message {
        let (first, last) = (days.lowerBound, days.upperBound)
        let korean = korean(days)
        return first < last
            ? Message("\(first) to \(last)", ko: korean) : Message("\(first)", ko: korean)
    }

    /// Returns `2022년 5월 30일~6월 5일`, with what `note` returns after each of the two days.
    static func korean(
        _ days: ClosedRange<Day>, _ note: (Day) -> String = { _ in "" }
    ) -> String {
        let (first, last) = (days.lowerBound, days.upperBound)
        let start = "\(first.year)년 \(first.month)월 \(first.dayOfMonth)일\(note(first))"
        guard first < last else { return start }
        var end = "\(last.dayOfMonth)일\(note(last))"
        if (first.year, first.month) != (last.year, last.month) { end = "\(last.month)월 \(end)" }
        if first.year != last.year { end = "\(last.year)년 \(end)" }
        return "\(start)~\(end)"
    }

    /// Returns `123만 4567명`, or `1,234,567 admissions`.
    package static func admissions(_ count: Int) -> Message {
        Message("\(count, "admission", groupedBy: ",")", ko: "\(count.byMyriads())명")
    }

    /// Returns `123만 4567명`, or `1,234,567` where it is clear what that is.
    package static func bareAdmissions(_ count: Int) -> Message {
        Message("\(count.grouped(by: ","))", ko: "\(count.byMyriads())명")
    }

    /// Returns the bounds of admissions, or their number if it is known; nil if neither is.
    ///
    /// - Parameter last: returns the number that stands last.
    package static func admissions(_ bounds: Bounds?, _ last: (Int) -> Message) -> Message? {
        guard let least = bounds?.least else { return nil }
        guard let most = bounds?.most else { return between(last(least), nil) }
        return least < most ? between(bareAdmissions(least), last(most)) : last(least)
    }

    /// Returns `1831억 2345만 6789원`, `183,123,456,789 won`, or `1,234.56 USD`.
    package static func amount(_ amount: Decimal, in currency: Currency) -> Message {
        let text = amount.text(grouping: ",")
        guard currency == .won else {
            return Message([text, currency.knownCode].compactMap(\.self).joined(separator: " "))
        }
        return Message("\(text) won", ko: "\(amount.units.byMyriads())원")
    }

    /// Returns the bounds of an amount, or the amount if it is known; nil if neither is.
    ///
    /// Bounds in won are rounded outwards to 억 (100 million), in English to 0.1 billion, which is
    /// the same; those in other currencies are exact.
    package static func amount(_ bounds: Bounds?, in currency: Currency) -> Message? {
        guard let least = bounds?.least else { return nil }
        let most = bounds?.most
        guard least != most else { return amount(Decimal(least, in: currency), in: currency) }
        guard currency == .won else {
            func exact(_ units: Int) -> Message {
                amount(Decimal(units, in: currency), in: currency)
            }
            return between(exact(least), most.map(exact))
        }
        /// Returns an amount of so many 억.
        func rounded(_ count: Int) -> Message {
            Message(
                "\(Decimal(count, places: 1).text(grouping: ",")) billion won",
                ko: "\(count.byMyriads(of: 2))원")
        }
        let unit = 100_000_000
        let above = most.map { $0.flooredQuotient(by: unit) + ($0.isMultiple(of: unit) ? 0 : 1) }
        return between(rounded(least.flooredQuotient(by: unit)), above.map(rounded))
    }

    /// Returns the bounds of a percentage; nil if there are none.
    package static func percent(_ bounds: (atLeast: Decimal?, atMost: Decimal?)) -> Message? {
        between(bounds.atLeast.map { "\($0)%" }, bounds.atMost.map { "\($0)%" })
    }

    /// Returns `least 이상 most 이하`, one of these, or both in one if they are equal; nil if there
    /// are none.
    private static func between(_ least: Message?, _ most: Message?) -> Message? {
        switch (least, most) {
        case (let least?, let most?):
            least == most
                ? least : Message("between \(least) and \(most)", ko: "{1} 이상 {2} 이하")
        case (let least?, nil): Message("at least \(least)", ko: "{1} 이상")
        case (nil, let most?): Message("at most \(most)", ko: "{1} 이하")
        case (nil, nil): nil
        }
    }
}

extension Int {
    /// Returns the number by 만, 억 and so on: `1억 2345만 6789`; its unit is 10,000 to the power of
    /// `exponent`.
    fileprivate func byMyriads(of exponent: Int = 0) -> String {
        var (rest, groups) = (magnitude, [String]())
        for unit in ["", "만", "억", "조", "경"].dropFirst(exponent) {
            if rest % 10_000 > 0 { groups.append("\(rest % 10_000)\(unit)") }
            rest /= 10_000
        }
        return (self < 0 ? "-" : "")
            + (groups.isEmpty ? "0" : groups.reversed().joined(separator: " "))
    }
}

extension String {
    /// The text, or as much of it as fits before a `…` in so many characters.
    fileprivate func cut(to length: Int) -> String {
        guard unicodeScalars.count > length else { return self }
        var start = prefix(length - 1)
        while start.unicodeScalars.count >= length { start.removeLast() }
        return start + "…"
    }
}
