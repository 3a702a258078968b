/// Makes attempts until one succeeds, there may be no more, or none could help.
///
/// A wait between two attempts holds up no thread, and ends at once when the task is cancelled.
public struct Retry: Sendable {
    /// How often, and after which waits.
    public var policy: RetryPolicy
    private let sleep: @Sendable (Duration) async throws -> Void
    private let random: @Sendable () -> Double

    /// Makes attempts as `policy` has it.
    ///
    /// - Parameters:
    ///   - policy: how many attempts there are, and how long to wait between them.
    ///   - sleep: waits so long, or throws as soon as the task is cancelled.
    ///   - random: gives a random number, 0…1.
    public init(
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

    /// What the first `attempt` that succeeds gives; `again` is called before each but the first.
    ///
    /// - Throws: the last attempt's ``Fault``, saying how many there were.
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
