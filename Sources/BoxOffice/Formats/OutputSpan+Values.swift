/// Writes values as text into a span that has room for them.
extension OutputSpan<UInt8> {
    /// Appends the UTF-8 of `text`.
    public mutating func append(utf8 text: String) {
        let bytes = text.utf8.span
        for index in bytes.indices { append(bytes[index]) }
    }

    /// Appends the decimal digits of `integer`, after a `-` if it is negative: at most 20 bytes.
    public mutating func append(asText integer: Int) {
        if integer < 0 { append(UInt8(ascii: "-")) }
        appendDigits(of: integer.magnitude)
    }

    /// Appends a percentage with its one decimal: at most 21 bytes.
    public mutating func append(asText percent: Percent) {
        let (whole, tenth) = percent.tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        if percent.tenths < 0 { append(UInt8(ascii: "-")) }
        appendDigits(of: whole)
        append(UInt8(ascii: "."))
        appendDigit(tenth)
    }

    /// Appends a day in ISO 8601, such as `2022-06-01`: 10 bytes.
    public mutating func append(asText day: Day) {
        let (year, month, dayOfMonth) = (UInt(day.year), UInt(day.month), UInt(day.dayOfMonth))
        appendDigit(year / 1000)
        appendDigit(year / 100 % 10)
        appendDigit(year / 10 % 10)
        appendDigit(year % 10)
        append(UInt8(ascii: "-"))
        appendDigit(month / 10)
        appendDigit(month % 10)
        append(UInt8(ascii: "-"))
        appendDigit(dayOfMonth / 10)
        appendDigit(dayOfMonth % 10)
    }

    private mutating func appendDigits(of number: UInt) {
        guard number >= 10 else { return appendDigit(number) }
        // Two digits at a time from the end, because dividing by a constant is cheap.
        var pairs = InlineArray<10, UInt8>(repeating: 0)
        var start = pairs.count
        var rest = number
        while rest > 0 {
            start &-= 1
            pairs[start] = UInt8(truncatingIfNeeded: rest % 100)
            rest /= 100
        }
        for index in start..<pairs.count {
            let pair = UInt(pairs[index])
            if index > start || pair >= 10 { appendDigit(pair / 10) }
            appendDigit(pair % 10)
        }
    }

    /// Appends the digit for `number`, which is less than ten.
    private mutating func appendDigit(_ number: UInt) {
        append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number))
    }
}
