/// A number from 0 to 1 with exactly two decimals, such as 0.87.
public struct Fraction: Hashable, Comparable, Sendable {
    /// The number times a hundred, 0…100.
    public let hundredths: Int

    /// Makes a fraction from hundredths, clamped to 0…100.
    public init(hundredths: Int) {
        self.hundredths = min(max(hundredths, 0), 100)
    }

    /// Orders fractions by size.
    public static func < (smaller: Fraction, larger: Fraction) -> Bool {
        smaller.hundredths < larger.hundredths
    }
}

extension Fraction: CustomStringConvertible {
    /// The number with its two decimals, such as `0.87` or `1.00`.
    public var description: String {
        "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    }
}
