/// An amount of money: exact, with as many decimal places as its currency has.
///
/// Kept in the smallest unit, because binary fractions cannot hold cents exactly.
public struct Amount: Hashable, Sendable {
    /// The amount in the smallest unit of its currency: cents of a dollar, won.
    public let units: Int
    private let shortPlaces: Int8

    /// The number of decimal places: 2 for dollars and cents, 0 for won.
    public var places: Int { Int(shortPlaces) }

    /// Makes an amount of `units` of the smallest unit of `currency`.
    public init(_ units: Int, in currency: Currency) {
        self.init(units: units, places: currency.places)
    }

    /// Makes an amount with `places` decimal places, clamped to 0…18.
    package init(units: Int, places: Int) {
        self.units = units
        shortPlaces = Int8(clamping: min(max(places, 0), 18))
    }

    /// The amount as a binary number, to draw it or to put it into a cell.
    package var approximation: Double {
        // One division, because several would round several times: 7 / 10 / 10 is not 0.07.
        Double(units) / (0..<places).reduce(1) { power, _ in power * 10 }
    }
}

extension Amount: CustomStringConvertible {
    /// The number with its decimal places: `1234567` won, `12345.67` dollars.
    public var description: String { text(grouping: "") }

    /// Returns the number with its decimal places, and with `separator` between groups of three
    /// digits before them: `12,345.67`.
    public func text(grouping separator: String) -> String {
        guard places > 0 else { return units.grouped(by: separator) }
        let digits = "\(units.magnitude)"
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
        let whole = Int(padded.dropLast(places)) ?? 0
        return (units < 0 ? "-" : "") + "\(whole.grouped(by: separator)).\(padded.suffix(places))"
    }
}
