/// How often a request is sent again that failed in a way that can heal, and after which waits.
///
/// The wait grows with every attempt and is drawn at random between nothing and its full length, so
/// that many who failed together do not come back together (exponential backoff, full jitter).
public struct RetryPolicy: Hashable, Sendable {
    /// How many attempts there are after the first.
    public var retries: Int
    /// The longest wait before the first of them; before each that follows it is twice as long.
    public var base: Duration
    /// The longest that one of these waits may get.
    public var cap: Duration
    /// How long all waits for one request may be together.
    public var budget: Duration

    /// Makes a policy: three retries after at most 0.5, 1 and 2 seconds where nothing else is said.
    public init(
        retries: Int = 3, base: Duration = .milliseconds(500), cap: Duration = .seconds(30),
        budget: Duration = .seconds(120)
    ) {
        self.retries = retries
        self.base = base
        self.cap = cap
        self.budget = budget
    }

    /// Never a second attempt.
    public static let none = RetryPolicy(retries: 0)

    /// How long to wait before the retry with that number, from 1 up; nil where there is to be none.
    ///
    /// A wait that the service asks for is kept whole, with at most ``base`` on top. One that the
    /// budget has no room for is not begun: to come back sooner than asked would be of no use.
    ///
    /// - Parameters:
    ///   - fault: what the attempt before met.
    ///   - waited: how long the waits before were together.
    ///   - random: a random number, 0…1.
    func wait(
        before retry: Int, after fault: Fault, waited: Duration, random: Double
    ) -> Duration? {
        guard retry <= retries else { return nil }
        let wait: Duration
        switch fault.outlook {
        case .lasting, .tomorrow: return nil
        case .passing: wait = longestWait(before: retry) * random
        case .passingIn(let seconds): wait = .seconds(seconds) + base * random
        }
        return waited + wait <= budget ? wait : nil
    }

    private func longestWait(before retry: Int) -> Duration {
        var wait = min(base, cap)
        for _ in 1..<max(1, retry) where wait < cap { wait = min(wait * 2, cap) }
        return wait
    }
}
