internal import BoxOffice
internal import Wire

/// How KOBIS writes texts, numbers, percentages and days: all of them are strings.
extension Object {
    /// The text of `field`, trimmed and cleaned; nil if there is none.
    func cleanText(_ field: Fields) -> String? { found.text(at: field.rawValue)?.cleaned }

    /// The code in `field`; nil if there is none.
    ///
    /// Nothing is removed from it, because that would make another code.
    func code(_ field: Fields) throws(Malformed) -> String? {
        guard let text = found.text(at: field.rawValue) else { return nil }
        guard text.cleaned == text else { throw wrong(field, "code") }
        return text
    }

    /// The whole number in `field`; nil if it is blank.
    func integer(_ field: Fields) throws(Malformed) -> Int? {
        try number(field, decimals: 0, "whole number")
    }

    /// The percentage in `field`, with at most one decimal; nil if it is blank.
    func percent(_ field: Fields) throws(Malformed) -> Percent? {
        let tenths = try number(field, decimals: 1, "percentage with one decimal")
        return tenths.map { Percent(tenths: $0) }
    }

    private func number(
        _ field: Fields, decimals: Int, _ what: Message
    ) throws(Malformed) -> Int? {
        switch found.figure(at: field.rawValue, decimals: decimals) {
        case .nothing: return nil
        case .number(let number): return number
        case .tooLarge:
            throw Malformed(
                "the field '\(name(of: field))' is a number that is too large: '\(excerpt(field))'")
        case .other: throw wrong(field, what)
        }
    }

    /// The day in `field`, as `2022-06-01` or `20220601`; nil if it is blank, or if the month or
    /// the day of the month is `00`, which means unknown.
    func day(_ field: Fields) throws(Malformed) -> Day? {
        // Usually there is no white space; reading the bytes saves making a String.
        if let day = found.withBytes(at: field.rawValue, { Day(utf8: $0) }) { return day }
        guard let text = found.text(at: field.rawValue) else { return nil }
        if let day = Day(text) { return day }
        if text.hasSuffix("00"), text.filter(\.isNumber).count == 8 { return nil }
        throw wrong(field, "day")
    }

    /// `value`, which was read from `field`; it must not be nil.
    func required<Value>(_ value: Value?, _ field: Fields) throws(Malformed) -> Value {
        guard let value else { throw Malformed("the field '\(name(of: field))' is blank") }
        return value
    }

    private func wrong(_ field: Fields, _ what: Message) -> Malformed {
        Malformed("the field '\(name(of: field))' is not a \(what): '\(excerpt(field))'")
    }

    private func excerpt(_ field: Fields) -> String {
        found.text(at: field.rawValue)?.excerpt ?? ""
    }
}
