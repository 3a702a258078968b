package import BoxOffice
internal import Synchronization

/// A counter of the calls of a run that refuses those that are not allowed.
///
/// A call counts before it is sent, no matter what the answer is. Every retry and every redirect
/// that is followed counts as another call.
package final class CallCounter: Sendable {
    private let quotas: [String: Quota]
    private let meter: (any CallMeter)?
    private let maxCalls: Int
    private let counted = Mutex<[String: Int]>([:])

    /// Makes a counter.
    ///
    /// - Parameters:
    ///   - quotas: the limits of the services; other services are counted but not limited.
    ///   - meter: counts for all runs; without one, each run starts from zero.
    ///   - maxCalls: the maximum number of calls in the run.
    package init(quotas: [Quota], meter: (any CallMeter)?, maxCalls: Int = .max) {
        self.quotas = Dictionary(quotas.map { ($0.service, $0) }) { first, _ in first }
        self.meter = meter
        self.maxCalls = maxCalls
    }

    /// The number of calls that the run has sent, by the name of the service.
    package var calls: [String: Int] { counted.withLock { $0 } }

    /// Counts a call to `service` that is about to be sent.
    ///
    /// - Throws: a ``Fault`` of kind `notYet` if no call is left; then nothing is counted.
    package func take(_ service: String) async throws(Fault) {
        let quota = quotas[service]
        let refusal = counted.withLock { counted -> Fault? in
            let calls = counted[service] ?? 0
            if counted.values.reduce(0, +) >= maxCalls { return .noMoreCalls(maxCalls) }
            if meter == nil, let quota, calls >= quota.limit { return .usedUp(quota) }
            counted[service] = calls + 1
            return nil
        }
        if let refusal { throw refusal }
        guard let quota, let meter else { return }
        do throws(Fault) {
            try await meter.take(quota)
        } catch {
            counted.withLock { $0[service, default: 1] -= 1 }
            throw error
        }
    }

    /// Records that `service` itself reports its daily quota as exhausted.
    func close(_ service: String) async {
        if let quota = quotas[service] { await meter?.close(quota) }
    }
}

extension Fault {
    fileprivate static func noMoreCalls(_ count: Int) -> Fault {
        Fault(
            .notYet, "no-more-calls", "the --max-calls limit of \(count) is reached",
            hint: "run the same command again to go on from here, or allow more")
    }

    fileprivate static func usedUp(_ quota: Quota) -> Fault {
        Fault(
            .notYet,
            "run-quota-exhausted",
            "the day's quota of \(quota.service) is used up: \(quota.limit) of \(quota.limit, "call") "
                + "made",
            hint: "run the same command again after midnight in Seoul")
    }
}

/// A meter that counts calls against daily quotas, for all runs that share them.
package protocol CallMeter: Sendable {
    /// Counts a call that is about to be sent.
    ///
    /// - Throws: a ``Fault`` of kind `notYet` if the quota has no call left; then nothing is
    ///   counted. If the meter itself fails, the call goes ahead.
    func take(_ quota: Quota) async throws(Fault)

    /// Records that the service itself reports its daily quota as exhausted.
    func close(_ quota: Quota) async
}

/// The number of calls a day that a service allows with one key.
package struct Quota: Hashable, Sendable {
    /// The ``Service/name`` of the service.
    package let service: String
    /// The mark that tells the key from others without revealing it: hexadecimal digits of a hash.
    package let keyHash: String
    /// The number of calls a day, from midnight to midnight in Seoul.
    package let limit: Int

    /// Describes a quota.
    package init(service: String, keyHash: String, limit: Int) {
        self.service = service
        self.keyHash = keyHash
        self.limit = limit
    }
}
