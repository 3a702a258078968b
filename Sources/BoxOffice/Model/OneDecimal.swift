/// A number with exactly one decimal that is no percentage, such as 15.3 admissions per show.
///
/// Kept in tenths, because binary fractions cannot hold one decimal exactly.
public struct OneDecimal: Hashable, Comparable, Sendable {
    /// The number times ten.
    public let tenths: Int

    /// Makes a number from tenths.
    public init(tenths: Int) {
        self.tenths = tenths
    }

    /// Orders numbers by size.
    public static func < (smaller: OneDecimal, larger: OneDecimal) -> Bool {
        smaller.tenths < larger.tenths
    }
}

extension OneDecimal: CustomStringConvertible {
    /// The number with its one decimal, such as `15.3`, `100.0` or `-0.4`.
    public var description: String { Percent(tenths: tenths).description }
}
