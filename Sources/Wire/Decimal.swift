/// A decimal number of at most one decimal place, as services write it.
package struct Decimal: Hashable, Sendable {
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
        while index < end - 1, bytes[index] == UInt8(ascii: "0") { index &+= 1 }
        guard index < end, end - index <= 18 else { return nil }  // So many digits always fit.
        var number = 0
        while index < end {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = number &* 10 &+ Int(digit)
            index &+= 1
        }
        let tenth = hasPlace ? bytes[end + 1] &- UInt8(ascii: "0") : 0
        let (product, overflow) = number.multipliedReportingOverflow(by: 10)
        guard tenth < 10, !overflow, product <= Int.max - 9 else { return nil }
        tenths = (product + Int(tenth)) * (isNegative ? -1 : 1)
    }
}
