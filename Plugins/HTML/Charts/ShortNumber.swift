/// A short decimal number, exact: digits times a power of ten, such as 125 × 10³.
struct ShortNumber: Hashable {
    /// The digits, as a number.
    let digits: Int
    /// The power of ten.
    let exponent: Int

    /// The number without a unit: `125000`, `0.25`, `-3`.
    var plain: String { text(shiftedBy: 0) }

    /// The number for an axis, in the units that readers of the language use: `12.5만` and `1억`,
    /// or `125k` and `1.2M`.
    func abbreviated(isKorean: Bool) -> String {
        let units =
            isKorean
            ? [(12, "조"), (8, "억"), (4, "만")] : [(12, "T"), (9, "B"), (6, "M"), (3, "k")]
        // The number of digits before the decimal point, less one.
        let size = "\(digits.magnitude)".utf8.count - 1 + exponent
        guard digits != 0, let unit = units.first(where: { $0.0 <= size }) else { return plain }
        return text(shiftedBy: -unit.0) + unit.1
    }

    /// The number times that power of ten.
    func text(shiftedBy shift: Int) -> String {
        guard digits != 0 else { return "0" }
        let sign = digits < 0 ? "-" : ""
        let exponent = exponent + shift
        let text = "\(digits.magnitude)"
        guard exponent < 0 else { return sign + text + String(repeating: "0", count: exponent) }
        let padded = String(repeating: "0", count: max(0, 1 - exponent - text.utf8.count)) + text
        let decimals = padded.suffix(-exponent).reversed().drop { $0 == "0" }.reversed()
        let whole = padded.dropLast(-exponent)
        return decimals.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(String(decimals))"
    }
}
