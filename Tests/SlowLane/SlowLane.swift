import Foundation
public import Testing

/// What takes seconds because of what it proves; `Tests/README.md` has the list.
public enum SlowLane {
    /// Whether these tests run: whether `BO_EXPORT_SLOW` is set.
    public static let isWanted = ProcessInfo.processInfo.environment["BO_EXPORT_SLOW"] != nil

    /// How many of the cases of a test are tried: all of them in the slow lane, otherwise a few.
    public static func cases(_ all: Int, quick: Int) -> Int { isWanted ? all : quick }

    /// The cases of a test that are tried: all of them in the slow lane, otherwise a few, from the
    /// first on at even distances.
    public static func cases<Case>(of all: [Case], quick: Int) -> [Case] {
        let count = cases(all.count, quick: min(quick, all.count))
        return (0..<count).map { all[$0 * all.count / count] }
    }
}

extension Trait where Self == ConditionTrait {
    /// The test runs in the slow lane alone.
    public static var slow: Self { .enabled(if: SlowLane.isWanted, "BO_EXPORT_SLOW=1 runs it") }
}
