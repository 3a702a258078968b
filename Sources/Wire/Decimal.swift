/// A decimal number of at most one decimal place, as services write it.
@usableFromInline package struct Decimal: Hashable, Sendable {
    /// The number times ten.
    package let tenths: Int
    /// Whether it is written with a decimal place.
    package let hasPlace: Bool

    /// The number where it is a whole one, written without a decimal place.
    package var integer: Int? { hasPlace ? nil : tenths / 10 }

    /// Reads `-71.1`, `100`, `+3`; nil for any other form and for what does not fit.
    init?(_ bytes: Span<UInt8>) {
        var index = 0
        let isNegative = bytes.count > 0 && bytes[0] == UInt8(ascii: "-")
        if isNegative || (bytes.count > 0 && bytes[0] == UInt8(ascii: "+")) { index = 1 }
        var end = bytes.count
        hasPlace = end >= 2 && bytes[end - 2] == UInt8(ascii: ".")
        if hasPlace { end -= 2 }
        guard index < end else { return nil }
        var number = 0
        while index < end {
            guard let digit = Self.digit(bytes[index]), let longer = Self.append(digit, to: number)
            else { return nil }
            number = longer
            index += 1
        }
        guard let tenth = hasPlace ? Self.digit(bytes[end + 1]) : 0,
            let tenths = Self.append(tenth, to: number)
        else { return nil }
        self.tenths = isNegative ? -tenths : tenths
    }

    private static func digit(_ byte: UInt8) -> Int? {
        let digit = byte &- UInt8(ascii: "0")
        return digit < 10 ? Int(digit) : nil
    }

    private static func append(_ digit: Int, to number: Int) -> Int? {
        let (product, overflow) = number.multipliedReportingOverflow(by: 10)
        return overflow || product > Int.max - digit ? nil : product + digit
    }
}
