internal import BoxOffice
internal import Wire

/// How KOBIS writes texts, numbers, percentages and days: all of them as strings.
extension Leaves {
    /// The text of `field`, trimmed; nil where there is none.
    func text(_ field: Fields) -> String? {
        withText(of: field) { String(cleaning: $0) } ?? nil
    }

    /// The whole number in `field`; nil where it is blank.
    func integer(_ field: Fields) throws(Malformed) -> Int? {
        let integer: Int?? = withText(of: field) { Decimal($0)?.integer }
        guard let integer else { return nil }
        guard let integer else { throw notA("whole number", field) }
        return integer
    }

    /// The percentage in `field`, with one decimal or none; nil where it is blank.
    func percent(_ field: Fields) throws(Malformed) -> Percent? {
        let percent: Percent?? = withText(of: field) { Decimal($0)?.percent }
        guard let percent else { return nil }
        guard let percent else { throw notA("percentage with one decimal", field) }
        return percent
    }

    /// The day in `field`, as `2022-06-01` or `20220601`; nil where it is blank, or where the month
    /// or the day of the month is written `00` for unknown.
    func day(_ field: Fields) throws(Malformed) -> Day? {
        if let text = text(field), text.hasSuffix("00"), text.filter(\.isNumber).count == 8 {
            return nil
        }
        let day: Day?? = withText(of: field) { Day(utf8: $0) }
        guard let day else { return nil }
        guard let day else { throw notA("day", field) }
        return day
    }

    /// `value`, which is what `field` holds and must not be blank.
    func required<Value>(_ value: Value?, _ field: Fields) throws(Malformed) -> Value {
        guard let value else { throw Malformed("the field '\(name(of: field))' is blank") }
        return value
    }

    private func notA(_ what: String, _ field: Fields) -> Malformed {
        Malformed("the field '\(name(of: field))' is not a \(what): '\(text(field) ?? "")'")
    }
}

extension String {
    /// The text that `bytes` are, or nil where none is left of them.
    ///
    /// Control characters other than tabs and line ends, which JSON could carry and XML could not,
    /// are no part of any text and are dropped. Both parsers have checked the bytes already; this
    /// checks them again rather than trust.
    init?(cleaning bytes: Span<UInt8>) {
        guard let text = try? String(copying: UTF8Span(validating: bytes)) else { return nil }
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else {
            self = text
            return
        }
        let scalars = text.unicodeScalars.filter { scalar in
            (scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
                || "\t\r\n".unicodeScalars.contains(scalar)
        }
        guard !scalars.isEmpty else { return nil }
        self = String(String.UnicodeScalarView(scalars))
    }
}

/// A decimal number of at most one decimal place, as it stands in the bytes of a text.
private struct Decimal {
    /// The number times ten.
    private let tenths: Int
    private let hasPoint: Bool

    /// Reads `-71.1`, `100`, `0`; nil for any other form and for what does not fit.
    init?(_ bytes: Span<UInt8>) {
        var index = 0
        let isNegative = bytes[0] == UInt8(ascii: "-")
        if isNegative || bytes[0] == UInt8(ascii: "+") { index = 1 }
        guard index < bytes.count, Self.digit(bytes[index]) != nil else { return nil }
        var number = 0
        while index < bytes.count, let digit = Self.digit(bytes[index]) {
            guard let longer = Self.append(digit, to: number) else { return nil }
            number = longer
            index += 1
        }
        hasPoint = index < bytes.count && bytes[index] == UInt8(ascii: ".")
        var tenth = 0
        if hasPoint {
            guard index + 2 == bytes.count, let digit = Self.digit(bytes[index + 1]) else {
                return nil
            }
            tenth = digit
            index += 2
        }
        guard index == bytes.count, let tenths = Self.append(tenth, to: number) else { return nil }
        self.tenths = isNegative ? -tenths : tenths
    }

    /// The number where it is a whole one, written without a point.
    var integer: Int? { hasPoint ? nil : tenths / 10 }

    /// The number as a percentage.
    var percent: Percent { Percent(tenths: tenths) }

    private static func digit(_ byte: UInt8) -> Int? {
        let digit = byte &- UInt8(ascii: "0")
        return digit < 10 ? Int(digit) : nil
    }

    private static func append(_ digit: Int, to number: Int) -> Int? {
        let (product, overflow) = number.multipliedReportingOverflow(by: 10)
        return overflow || product > Int.max - digit ? nil : product + digit
    }
}
