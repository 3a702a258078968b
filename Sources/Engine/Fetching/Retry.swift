internal import BoxOffice

/// Makes attempts until one succeeds, none is left, or another cannot help.
///
/// A wait between two attempts blocks no thread, and ends at once if the task is cancelled.
package struct Retry: Sendable {
    /// How often to retry, and after which waits.
    package var policy: RetryPolicy
    private let sleep: @Sendable (Duration) async throws -> Void
    private let random: @Sendable () -> Double

    /// Makes attempts according to `policy`.
    ///
    /// - Parameters:
    ///   - policy: how many attempts there are, and how long to wait between them.
    ///   - sleep: waits so long, or throws as soon as the task is cancelled.
    ///   - random: gives a random number, 0…1.
    package init(
        _ policy: RetryPolicy,
        sleep: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.policy = policy
        self.sleep = sleep
        self.random = random
    }

    /// The result of the first `attempt` that succeeds; `again` is called before each retry.
    ///
    /// - Throws: the last attempt's ``Fault``, with the number of attempts.
    func attempts<Result>(
        _ attempt: () async throws(Fault) -> Result, again: () -> Void
    ) async throws(Fault) -> Result {
        var made = 0
        var waited = Duration.zero
        while true {
            made += 1
            do throws(Fault) {
                return try await attempt()
            } catch {
                let wait = policy.wait(before: made, after: error, waited: waited, random: random())
                guard let wait else {
                    throw error.canHeal ? error.after(attempts: made) : error
                }
                guard (try? await sleep(wait)) != nil, !Task.isCancelled else { throw .cancelled }
                waited += wait
            }
            again()
        }
    }
}

/// How often a failed request is sent again if that may help, and after which waits.
///
/// The wait grows with every attempt and is random, between zero and its full length, so that
/// clients that failed together do not return together (exponential backoff, full jitter).
package struct RetryPolicy: Hashable, Sendable {
    /// How many attempts there are after the first.
    package var retries = 3
    /// The longest wait before the first retry; it doubles with each retry.
    package var base = Duration.milliseconds(500)
    /// The upper limit of one wait.
    package var cap = Duration.seconds(30)
    /// The upper limit of all waits for one request together.
    package var budget = Duration.seconds(120)

    /// No retries.
    package static let none = RetryPolicy(retries: 0)

    /// How long to wait before the retry with that number, from 1 up; nil if there is none.
    ///
    /// A wait that the service asks for is never shortened, and at most ``base`` is added. If the
    /// budget has no room for it, there is no retry, because one that is sooner than asked for
    /// would be useless.
    ///
    /// - Parameters:
    ///   - fault: why the previous attempt failed.
    ///   - waited: how long the previous waits were together.
    ///   - random: a random number, 0…1.
    func wait(
        before retry: Int, after fault: Fault, waited: Duration, random: Double
    ) -> Duration? {
        guard retry <= retries else { return nil }
        let wait: Duration
        switch fault.outlook {
        case .lasting, .tomorrow: return nil
        case .passing: wait = min(base * (1 << min(retry - 1, 40)), cap) * random
        case .passingIn(let seconds): wait = .seconds(seconds) + base * random
        }
        return waited + wait <= budget ? wait : nil
    }
}

extension RetryPolicy {
    /// Makes a policy of so many retries, the first of them after at most 0.5 seconds.
    package init(retries: Int) {
        self.init()
        self.retries = retries
    }
}
