/// A number as services write it: whole, or with one decimal place.
package struct WireNumber: Hashable, Sendable {
    /// The number without its decimal point.
    private let digits: Int
    /// Whether it is written with a decimal place.
    private let hasPlace: Bool

    /// The number, if it is written without a decimal place; otherwise nil.
    package var integer: Int? { hasPlace ? nil : digits }

    /// The number times ten; nil if that does not fit.
    package var tenths: Int? {
        hasPlace ? digits : digits.followed(by: 0)
    }

    /// Reads `-71.1`, `100` or `+3`; nil for any other form, and if the number does not fit.
    init?(_ bytes: Span<UInt8>) {
        var end = bytes.count
        hasPlace = end >= 2 && bytes[end - 2] == UInt8(ascii: ".")
        let tenth = hasPlace ? bytes[end - 1] &- UInt8(ascii: "0") : 0
        if hasPlace { end -= 2 }
        guard end > 0, tenth < 10 else { return nil }
        let isNegative = bytes[0] == UInt8(ascii: "-")
        var start = isNegative || bytes[0] == UInt8(ascii: "+") ? 1 : 0
        guard start < end else { return nil }
        // This many digits always fit, so the loop needs no check for overflow.
        while end - start > Self.mostDigits {
            guard bytes[start] == UInt8(ascii: "0") else { return nil }
            start += 1
        }
        let whole = bytes.extracting(start..<end)
        var number = 0
        for index in whole.indices {
            let digit = whole[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = number &* 10 &+ Int(digit)
        }
        if hasPlace {
            guard let withPlace = number.followed(by: Int(tenth)) else { return nil }
            number = withPlace
        }
        digits = isNegative ? -number : number
    }

    private static let mostDigits = 18
}

extension Int {
    /// The number with one more digit at its end; nil if that does not fit.
    fileprivate func followed(by digit: Int) -> Int? {
        let (product, isTooLarge) = multipliedReportingOverflow(by: 10)
        let (number, isStillTooLarge) = product.addingReportingOverflow(digit)
        return isTooLarge || isStillTooLarge ? nil : number
    }
}
