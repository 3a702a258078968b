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
        guard text.cleaned == text else { throw notA("code", field) }
        return text
    }

    /// The whole number in `field`; nil if it is blank.
    func integer(_ field: Fields) throws(Malformed) -> Int? {
        switch found.figure(at: field.rawValue) {
        case .nothing: return nil
        case .decimal(let decimal):
            if let integer = decimal.integer { return integer }
        case .other: break
        }
        throw notA("whole number", field, decimals: 0)
    }

    /// The percentage in `field`, with at most one decimal; nil if it is blank.
    func percent(_ field: Fields) throws(Malformed) -> Percent? {
        switch found.figure(at: field.rawValue) {
        case .nothing: return nil
        case .decimal(let decimal):
            if let tenths = decimal.tenths { return Percent(tenths: tenths) }
        case .other: break
        }
        throw notA("percentage with one decimal", field, decimals: 1)
    }

    /// The day in `field`, as `2022-06-01` or `20220601`; nil if it is blank, or if the month or
    /// the day of the month is `00`, which means unknown.
    func day(_ field: Fields) throws(Malformed) -> Day? {
        // Usually there is no white space; reading the bytes saves making a String.
        if let day = found.withBytes(at: field.rawValue, { Day(utf8: $0) }) { return day }
        guard let text = found.text(at: field.rawValue) else { return nil }
        if let day = Day(text) { return day }
        if text.hasSuffix("00"), text.filter(\.isNumber).count == 8 { return nil }
        throw notA("day", field)
    }

    /// `value`, which was read from `field`; it must not be nil.
    func required<Value>(_ value: Value?, _ field: Fields) throws(Malformed) -> Value {
        guard let value else { throw Malformed("the field '\(name(of: field))' is blank") }
        return value
    }

    /// - Parameter decimals: how many decimals a number may have there; nil if it is no field for
    ///   numbers.
    private func notA(_ what: String, _ field: Fields, decimals: Int? = nil) -> Malformed {
        let text = found.text(at: field.rawValue)?.excerpt ?? ""
        let isNumber = decimals.map(text.isNumber(withDecimals:)) ?? false
        return Malformed(
            "the field '\(name(of: field))' is "
                + (isNumber ? "a number that is too large" : "not a \(what)") + ": '\(text)'")
    }
}

extension String {
    /// Whether the text is a number of any size with at most `most` decimals.
    fileprivate func isNumber(withDecimals most: Int) -> Bool {
        let digits = utf8.first == UInt8(ascii: "-") ? dropFirst() : self[...]
        let parts = digits.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count <= 2 && (parts.count < 2 || parts[1].count <= most)
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) }
            }
    }
}
