/// The bounds of a whole number that is not known exactly: sales in the smallest unit of a
/// currency, or admissions.
///
/// The number is certain to lie between them. Nothing is estimated: only what is unknown makes the
/// bounds wider. They have 128 bits, so that no sum or product of figures overflows on the way; a
/// bound that does not fit a figure in the end (`upTo64Bits`) is not written.
public struct Bounds: Hashable, Sendable {
    /// The smallest number it can be.
    public let atLeast: Int128
    /// The largest number it can be; nil if nothing bounds it from above.
    public let atMost: Int128?

    /// Makes bounds; an upper bound below the lower one is raised to it.
    public init(atLeast: Int128, atMost: Int128?) {
        self.atLeast = atLeast
        self.atMost = atMost.map { max($0, atLeast) }
    }

    /// Makes the bounds of a known number.
    public init(exactly number: Int128) { self.init(atLeast: number, atMost: number) }

    /// Returns bounds of a market's sales, computed from one film's sales and its share of the
    /// market's, which is rounded to a tenth of a percent.
    ///
    /// With a share of `t` tenths, sales of `S` mean a total `N` with 2000·S ≤ N·(2t + 1) and, unless
    /// the share is 0, N·(2t − 1) ≤ 2000·S.
    ///
    /// - Parameters:
    ///   - sales: the film's sales, more than 0.
    ///   - share: its share, 0…100 percent, with one decimal.
    /// - Returns: the bounds, and whether a whole number lies between them: a share of very small
    ///   sales may leave none, and the bounds are then those around where it would be.
    package static func all(
        where sales: Int, is share: Decimal
    ) -> (bounds: Bounds, fit: Bool) {
        let tenths = Int128(max(0, share.units))
        let product = 2000 * Int128(sales)
        let least = -(-product).flooredQuotient(by: 2 * tenths + 1)
        let most = tenths > 0 ? product.flooredQuotient(by: 2 * tenths - 1) : nil
        guard let most, most < least else { return (Bounds(atLeast: least, atMost: most), true) }
        return (Bounds(atLeast: most, atMost: least), false)
    }

    /// Returns the bounds that satisfy both; nil if they contradict each other.
    public func intersection(_ other: Bounds) -> Bounds? {
        let atLeast = max(atLeast, other.atLeast)
        guard let atMost = [atMost, other.atMost].compactMap(\.self).min() else {
            return Bounds(atLeast: atLeast, atMost: nil)
        }
        return atLeast <= atMost ? Bounds(atLeast: atLeast, atMost: atMost) : nil
    }

    /// Returns the smallest bounds that contain both; a missing upper bound is ignored.
    public func hull(_ other: Bounds) -> Bounds {
        let most = [atMost, other.atMost].compactMap(\.self).max()
        return Bounds(atLeast: min(atLeast, other.atLeast), atMost: most)
    }

    /// Returns the bounds of the sum of two numbers.
    public static func + (one: Bounds, other: Bounds) -> Bounds {
        let atMost = one.atMost.flatMap { most in other.atMost.map { most + $0 } }
        return Bounds(atLeast: one.atLeast + other.atLeast, atMost: atMost)
    }

    /// The same bounds with no number below 0.
    package var notNegative: Bounds {
        Bounds(atLeast: max(0, atLeast), atMost: atMost)
    }

    /// The bounds as figures of 64 bits; nil, or without an upper one, where one does not fit.
    package var upTo64Bits: Bounds? {
        least.map { Bounds(atLeast: Int128($0), atMost: most.map { Int128($0) }) }
    }

    /// The lower bound as a figure.
    package var least: Int? { Int(exactly: atLeast) }
    /// The upper bound as a figure.
    package var most: Int? { atMost.flatMap(Int.init(exactly:)) }

    /// Returns the bounds of `self ÷ other × factor`, the lower one rounded down and the upper one
    /// up; each is nil if a number it needs is unknown or negative, if its divisor is 0, or if it
    /// is out of range.
    ///
    /// - Parameters:
    ///   - other: the bounds of the divisor.
    ///   - factor: 10,000 for a percentage in hundredths.
    ///   - number: returns the number to give for such a bound.
    public func quotient<Number>(
        by other: Bounds, times factor: Int, _ number: (Int) -> Number
    ) -> (atLeast: Number?, atMost: Number?) {
        func quotient(_ one: Int128?, _ another: Int128?, isUpper: Bool) -> Number? {
            guard let one, let another, one >= 0, another > 0 else { return nil }
            let product = one * Int128(factor)
            let bound =
                isUpper
                ? -(-product).flooredQuotient(by: another) : product.flooredQuotient(by: another)
            return Int(exactly: bound).map(number)
        }
        return (
            quotient(atLeast, other.atMost, isUpper: false),
            quotient(atMost, other.atLeast, isUpper: true)
        )
    }

    /// Returns the bounds as people read amounts, in 100 million won or in millions of another
    /// currency: the middle, and the larger distance from it to a bound.
    ///
    /// `1,831 ± 1 억원` has no decimals from 1,000 on, one from 10 on and two below. The middle is
    /// rounded half up, and ± is the smallest number with as many decimals that covers both bounds.
    /// Without an upper bound, the text is the lower one, rounded down: `≥ 1,830 억원`.
    package func readable(in currency: Currency) -> String {
        let isWon = currency == .won
        let name = isWon ? "억원" : "백만 \(currency.code)"
        let unit = (isWon ? 100_000_000 : 1_000_000) * Int128.powerOfTen(currency.places)
        guard let atMost else {
            let places = Self.places(of: atLeast, in: unit)
            let scale = Int128.powerOfTen(places)
            return "≥ \(Self.text(atLeast * scale / unit, places)) \(name)"
        }
        // Twice the middle, so that it is whole.
        let twice = atLeast + atMost
        let places = Self.places(of: twice, in: 2 * unit)
        let scale = Int128.powerOfTen(places)
        let middle = (twice * scale + unit).flooredQuotient(by: 2 * unit)
        let below = middle * unit - atLeast * scale
        let above = atMost * scale - middle * unit
        let spread = -(-max(below, above, 0)).flooredQuotient(by: unit)
        return "\(Self.text(middle, places)) ± \(Self.text(spread, places)) \(name)"
    }

    /// Returns the number of decimals that `number ÷ unit` is shown with.
    private static func places(of number: Int128, in unit: Int128) -> Int {
        number >= 1000 * unit ? 0 : number >= 10 * unit ? 1 : 2
    }

    private static func text(_ number: Int128, _ places: Int) -> String {
        Decimal(Int(clamping: number), places: places).text(grouping: ",")
    }
}
