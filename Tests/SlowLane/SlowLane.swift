import Foundation
public import Testing

/// The tests that need seconds for what they prove; `Tests/README.md` has the list.
public enum SlowLane {
    /// True if these tests run, that is if `BO_EXPORT_SLOW` is set.
    public static let isWanted = ProcessInfo.processInfo.environment["BO_EXPORT_SLOW"] != nil

    /// Returns the number of cases that a test tries: all of them in the slow lane, otherwise a few.
    public static func cases(_ all: Int, quick: Int) -> Int { isWanted ? all : quick }

    /// Returns the cases that a test tries: all of them in the slow lane, otherwise a few at even
    /// distances, beginning with the first.
    public static func cases<Case>(of all: [Case], quick: Int) -> [Case] {
        let count = cases(all.count, quick: min(quick, all.count))
        return (0..<count).map { all[$0 * all.count / count] }
    }
}

extension Trait where Self == ConditionTrait {
    /// The condition of tests that run only in the slow lane.
    public static var slow: Self { .enabled(if: SlowLane.isWanted, "BO_EXPORT_SLOW=1 runs it") }
}
