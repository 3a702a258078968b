internal import Synchronization

/// A transport that counts what is sent, and sends no more than is allowed.
///
/// It is the run's: all that one run sends goes through one of these, however many documents come
/// of it. A call counts when it is sent, whatever comes back, and so does every retry.
public final class MeteredTransport: Transport {
    private let base: any Transport
    private let quotas: [String: Quota]
    private let meter: (any CallMeter)?
    private let maxCalls: Int
    private let sent = Mutex<[String: Int]>([:])

    /// Makes a transport that sends over `base`.
    ///
    /// - Parameters:
    ///   - quotas: what the services allow; one that is not named is counted and not bounded.
    ///   - meter: what counts for all runs; without one each run counts from nothing.
    ///   - maxCalls: how many calls the run may send in all.
    public init(
        _ base: any Transport, quotas: [Quota], meter: (any CallMeter)?, maxCalls: Int = .max
    ) {
        self.base = base
        self.quotas = Dictionary(quotas.map { ($0.service, $0) }) { first, _ in first }
        self.meter = meter
        self.maxCalls = maxCalls
    }

    /// How many calls the run has sent, by the services' names.
    public var calls: [String: Int] { sent.withLock { $0 } }

    /// Sends `request` where there is a call left for it.
    ///
    /// - Throws: a ``Fault`` of kind `notYet` where there is none, and whatever the transport below
    ///   throws.
    public func send(_ request: Request) async throws(Fault) -> Answer {
        let quota = quotas[request.service]
        let refusal = sent.withLock { sent -> Fault? in
            let calls = sent[request.service] ?? 0
            if sent.values.reduce(0, +) >= maxCalls { return .noMoreCalls(maxCalls) }
            if meter == nil, let quota, calls >= quota.limit { return .usedUp(quota) }
            sent[request.service] = calls + 1
            return nil
        }
        if let refusal { throw refusal }
        if let quota, let meter {
            do throws(Fault) {
                try await meter.take(quota)
            } catch {
                sent.withLock { $0[request.service, default: 1] -= 1 }
                throw error
            }
        }
        return try await base.send(request)
    }

    /// Has the meter know where the service says that the quota is used up.
    public func heed(_ fault: Fault, of request: Request) async {
        if fault.outlook == .tomorrow, let quota = quotas[request.service] {
            await meter?.close(quota)
        }
        await base.heed(fault, of: request)
    }
}

extension Fault {
    fileprivate static func noMoreCalls(_ count: Int) -> Fault {
        Fault(
            .notYet, "--max-calls allows \(count) calls a run, and they are made",
            hint: "run the same command again to go on from here, or allow more")
    }

    fileprivate static func usedUp(_ quota: Quota) -> Fault {
        Fault(
            .notYet,
            "the day's quota of \(quota.service) is used up: \(quota.limit) of \(quota.limit) calls "
                + "were made",
            hint: "run the same command again after midnight in Seoul")
    }
}
