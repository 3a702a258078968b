/// A percentage with exactly one decimal, such as 83.1 or -4949.0.
///
/// Kept in tenths of a percent, because binary fractions cannot hold one decimal exactly.
public struct Percent: Hashable, Comparable, Sendable {
    /// The percentage times ten.
    public let tenths: Int

    /// Makes a percentage from tenths of a percent.
    public init(tenths: Int) {
        self.tenths = tenths
    }

    /// Orders percentages by size.
    public static func < (smaller: Percent, larger: Percent) -> Bool {
        smaller.tenths < larger.tenths
    }
}

extension Percent: CustomStringConvertible {
    /// The number with its one decimal, such as `-71.1`, `100.0` or `-0.4`.
    public var description: String {
        let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return "\(tenths < 0 ? "-" : "")\(whole).\(tenth)"
    }
}
