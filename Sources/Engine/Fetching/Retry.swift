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
            let fault: Fault
            do throws(Fault) {
                return try await attempt()
            } catch {
                fault = error
            }
            let wait = policy.wait(
                before: made, after: fault, waited: waited, random: random())
            guard let wait else { throw fault.after(attempts: made) }
            do {
                try await sleep(wait)
            } catch {
                throw .cancelled
            }
            if Task.isCancelled { throw .cancelled }
            waited += wait
            again()
        }
    }
}
