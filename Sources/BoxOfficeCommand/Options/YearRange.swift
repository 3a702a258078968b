internal import ArgumentParser

/// One year or an inclusive range of years, written `2019` or `2019..2021`.
struct YearRange: ExpressibleByArgument, Sendable {
    /// The years, each from 1900 to 9999.
    let years: ClosedRange<Int>

    init?(argument: String) {
        guard let (first, last) = Self.ends(of: argument), first <= last,
            (1900...9999).contains(first), (1900...9999).contains(last)
        else { return nil }
        years = first...last
    }

    private static func ends(of text: String) -> (Int, Int)? {
        let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { Int($0) }
        switch ends.count {
        case 1: return ends[0].map { ($0, $0) }
        case 2: return ends[0].flatMap { first in ends[1].map { (first, $0) } }
        default: return nil
        }
    }
}
