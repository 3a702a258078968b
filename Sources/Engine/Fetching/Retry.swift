internal import BoxOffice

/// A policy that repeats attempts until one succeeds, none is left, or another cannot help.
///
/// A wait between two attempts blocks no thread, and ends at once if the task is cancelled. It grows
/// with every attempt and is random, between zero and its full length, so that clients that failed
/// together do not return together (exponential backoff, full jitter).
package struct Retry: Sendable {
    /// The number of attempts after the first.
    let retries: Int
    /// The longest wait before the first retry; it doubles with each retry.
    var base = Duration.milliseconds(500)
    /// The upper limit of one wait.
    var cap = Duration.seconds(30)
    /// The upper limit of all waits for one request together.
    var budget = Duration.seconds(120)
    /// The function that waits for a duration; it throws as soon as the task is cancelled.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The function that returns a random number, 0…1.
    var random: @Sendable () -> Double = { Double.random(in: 0...1) }

    /// Makes a policy with that number of retries, the first after at most 0.5 seconds.
    package init(retries: Int = 3) { self.retries = retries }

    /// Returns the result of the first `attempt` that succeeds; each gets its number, from 1 up.
    ///
    /// - Throws: the last attempt's ``Fault``, with the number of attempts.
    func attempts<Result>(
        _ attempt: (Int) async throws(Fault) -> Result
    ) async throws(Fault) -> Result {
        var made = 0
        var waited = Duration.zero
        while true {
            made += 1
            do throws(Fault) {
                return try await attempt(made)
            } catch {
                guard let wait = wait(before: made, after: error, waited: waited) else {
                    throw error.canHeal ? error.after(attempts: made) : error
                }
                guard (try? await sleep(wait)) != nil, !Task.isCancelled else { throw .cancelled }
                waited += wait
            }
        }
    }

    /// Returns the wait before the retry with that number, from 1 up; nil if there is none.
    ///
    /// A wait that the service asks for is never shortened, and at most ``base`` is added. If the
    /// budget has no room for it, there is no retry, because a retry sooner than asked for would be
    /// useless. `waited` is the sum of the previous waits.
    private func wait(before retry: Int, after fault: Fault, waited: Duration) -> Duration? {
        guard retry <= retries else { return nil }
        let wait: Duration
        switch fault.outlook {
        case .lasting, .tomorrow: return nil
        case .passing: wait = min(base * (1 << min(retry - 1, 40)), cap) * random()
        case .passingIn(let seconds): wait = .seconds(seconds) + base * random()
        }
        return waited + wait <= budget ? wait : nil
    }
}
