internal import BoxOffice
internal import Synchronization

/// Runs a limited number of bodies at once; the others wait, in the order in which they came.
final class ConcurrencyLimiter: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
        var next = 0
    }

    private let state: Mutex<State>

    init(width: Int) {
        state = Mutex(State(free: max(1, width)))
    }

    /// Runs `body` as soon as the limit allows it.
    func run<Result>(
        _ body: () async throws(Fault) -> Result
    ) async throws(Fault) -> Result {
        await enter()
        defer { leave() }
        return try await body()
    }

    private func enter() async {
        let isFree = state.withLock { state in
            guard state.free > 0 else { return false }
            state.free -= 1
            return true
        }
        if !isFree { await waitForTurn() }
    }

    private func waitForTurn() async {
        await withCheckedContinuation { continuation in
            let mayGo = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if mayGo { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state in
            guard state.next < state.waiting.count else {
                state.waiting.removeAll(keepingCapacity: true)
                state.next = 0
                state.free += 1
                return nil as CheckedContinuation<Void, Never>?
            }
            state.next += 1
            return state.waiting[state.next - 1]
        }
        next?.resume()
    }
}
