package import BoxOffice
internal import Synchronization

/// A transport that sends requests to services and returns their answers.
///
/// Only a transport knows the addresses of the services and their keys.
package protocol Transport: Sendable {
    /// True if answers are available locally, so that nothing has to be waited for, and a request
    /// in vain has no effect.
    var isLocal: Bool { get }

    /// Returns true for a request that may be sent offline: it reaches a program on this machine alone.
    func isOffline(_ request: Request) -> Bool

    /// Sends `request` and waits for the complete answer, whatever its HTTP status is.
    ///
    /// - Throws: a ``Fault`` of kind `unavailable` if no answer came, `malformed` if it was too
    ///   large, and `cancelled` if the task was cancelled.
    func send(_ request: Request) async throws(Fault) -> Answer

    /// Records that the provider that read the answer to `request` rejected it.
    func didReject(_ request: Request, _ fault: Fault) async

    /// Checks that the programs asked so far ended well, before their answers are delivered.
    ///
    /// - Throws: a ``Fault`` if a program sent more than it was asked for, or ended badly.
    func settle() async throws(Fault)

    /// The requests whose answers turned out to be doubtful, and must not be kept.
    var doubtful: [Request] { get }
}

extension Transport {
    /// By default false: answers come from elsewhere.
    package var isLocal: Bool { false }

    /// Returns false: no request is sent offline by default.
    package func isOffline(_ request: Request) -> Bool { false }

    /// Does nothing: most transports do not use the content of answers.
    package func didReject(_ request: Request, _ fault: Fault) async {}

    /// Does nothing: an answer of a service itself says where it ends.
    package func settle() async throws(Fault) {}

    /// Empty by default.
    package var doubtful: [Request] { [] }
}

/// A transport that counts what is sent, and sends no more than allowed.
///
/// A run has exactly one: everything that it sends goes through it, however many documents it
/// writes.
package struct MeteredTransport: Transport {
    private let base: any Transport
    private let counter: CallCounter

    package init(_ base: any Transport, counter: CallCounter) {
        self.base = base
        self.counter = counter
    }

    /// Sends `request` if there is a call left for it, which stays if the request never leaves.
    ///
    /// - Throws: a ``Fault`` of kind `notYet` if there is none, and the faults of the transport
    ///   below.
    package func send(_ request: Request) async throws(Fault) -> Answer {
        try await counter.take(request.service)
        do throws(Fault) {
            return try await base.send(request)
        } catch {
            if !error.wasSent { await counter.giveBack(request.service) }
            throw error
        }
    }

    /// Tells the counter if the service says that the quota is exhausted.
    package func didReject(_ request: Request, _ fault: Fault) async {
        if fault.outlook == .tomorrow { await counter.close(request.service) }
        await base.didReject(request, fault)
    }
}

/// A limit on the number of bodies that run at once; the others wait, in the order in which they
/// came.
package final class ConcurrencyLimiter: Sendable {
    private let state: Mutex<(free: Int, waiting: [CheckedContinuation<Void, Never>])>

    package init(width: Int) { state = Mutex((max(1, width), [])) }

    /// Runs `body` as soon as the limit allows it.
    package func run<Result>(
        _ body: () async throws(Fault) -> Result
    ) async throws(Fault) -> Result {
        if !enter(or: nil) {
            await withCheckedContinuation { if enter(or: $0) { $0.resume() } }
        }
        defer { leave() }
        return try await body()
    }

    /// Takes a free place; if there is none, `continuation` waits for one.
    private func enter(or continuation: CheckedContinuation<Void, Never>?) -> Bool {
        state.withLock { state in
            guard state.free > 0 else {
                if let continuation { state.waiting.append(continuation) }
                return false
            }
            state.free -= 1
            return true
        }
    }

    private func leave() {
        let next = state.withLock { state in
            if state.waiting.isEmpty { state.free += 1 }
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?.resume()
    }
}

/// A counter of the calls of a run that refuses those that are not allowed.
///
/// A call counts before it is sent, no matter what the answer is; it is given back if it never left.
/// Every retry and every redirect that is followed counts as another call.
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

    /// Takes back a call to `service` that was counted and never left this machine.
    func giveBack(_ service: String) async {
        counted.withLock { $0[service, default: 1] -= 1 }
        if let quota = quotas[service] { await meter?.giveBack(quota) }
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
            "the day's quota of \(quota.service) is used up: \(quota.limit) of \(quota.limit, "call") made",
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

    /// Takes back a call that was counted and never left this machine.
    func giveBack(_ quota: Quota) async

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
    /// The number of further calls a day, which are left to other runs.
    package let reserved: Int

    package init(service: String, keyHash: String, limit: Int, reserved: Int = 0) {
        self.service = service
        self.keyHash = keyHash
        self.limit = limit
        self.reserved = reserved
    }
}
