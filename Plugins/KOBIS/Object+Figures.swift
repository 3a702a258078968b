internal import BoxOffice
internal import Wire

/// How KOBIS writes texts, numbers, percentages and days: all of them as strings.
extension Object {
    /// The text of `field`, trimmed and cleaned; nil where there is none.
    func cleanText(_ field: Fields) -> String? { found.text(at: field.rawValue)?.cleaned }

    /// The whole number in `field`; nil where it is blank.
    func integer(_ field: Fields) throws(Malformed) -> Int? {
        switch found.figure(at: field.rawValue) {
        case .nothing: return nil
        case .decimal(let decimal):
            if let integer = decimal.integer { return integer }
        case .other: break
        }
        throw notA("whole number", field)
    }

    /// The percentage in `field`, with one decimal or none; nil where it is blank.
    func percent(_ field: Fields) throws(Malformed) -> Percent? {
        switch found.figure(at: field.rawValue) {
        case .nothing: return nil
        case .decimal(let decimal):
            if let tenths = decimal.tenths { return Percent(tenths: tenths) }
        case .other: break
        }
        throw notA("percentage with one decimal", field)
    }

    /// The day in `field`, as `2022-06-01` or `20220601`; nil where it is blank, or where the month
    /// or the day of the month is written `00` for unknown.
    func day(_ field: Fields) throws(Malformed) -> Day? {
        // Mostly there is no white space, and no text need be made of it.
        if let day = found.withBytes(at: field.rawValue, { Day(utf8: $0) }) { return day }
        guard let text = found.text(at: field.rawValue) else { return nil }
        if let day = Day(text) { return day }
        if text.hasSuffix("00"), text.filter(\.isNumber).count == 8 { return nil }
        throw notA("day", field)
    }

    /// `value`, which is what `field` holds and must not be blank.
    func required<Value>(_ value: Value?, _ field: Fields) throws(Malformed) -> Value {
        guard let value else { throw Malformed("the field '\(name(of: field))' is blank") }
        return value
    }

    private func notA(_ what: String, _ field: Fields) -> Malformed {
        let text = found.text(at: field.rawValue)?.excerpt ?? ""
        return Malformed("the field '\(name(of: field))' is not a \(what): '\(text)'")
    }
}

extension String {
    /// The text without control characters other than tabs and line ends, which JSON could carry
    /// and XML could not, and which are no part of any text; nil where nothing is left.
    var cleaned: String? {
        guard mayHaveControls else { return self }
        let scalars = unicodeScalars.filter { scalar in
            (scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
                || "\t\r\n".unicodeScalars.contains(scalar)
        }
        return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
    }

    /// Whether there may be control characters; those beyond ASCII all begin with the byte C2.
    private var mayHaveControls: Bool {
        let bytes = utf8.span
        // No way out of the loop, so that many bytes are looked at in one step.
        var suspects: UInt8 = 0
        for index in bytes.indices {
            let byte = bytes[index]
            suspects |= (byte < 0x20 ? 1 : 0) | (byte == 0x7F ? 1 : 0) | (byte == 0xC2 ? 1 : 0)
        }
        return suspects != 0
    }
}
