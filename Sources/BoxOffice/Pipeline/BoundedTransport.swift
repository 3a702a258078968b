internal import Synchronization

/// A transport that lets so many requests through at once and has the others wait their turn.
///
/// Rows are looked up beside charts, from many tasks; the bound holds for all of them together.
final class BoundedTransport: Transport {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
        var next = 0
    }

    private let base: any Transport
    private let state: Mutex<State>

    init(_ base: any Transport, width: Int) {
        self.base = base
        state = Mutex(State(free: width))
    }

    func send(_ request: Request) async throws(Fault) -> Answer {
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
        defer { release() }
        if Task.isCancelled { throw Fault.cancelled }
        return try await base.send(request)
    }

    private func release() {
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
