internal import Synchronization

/// Lets tasks go on in a fixed order: that with turn 0 first.
final class Turns: Sendable {
    private struct State {
        /// The first turn that has not passed.
        var current = 0
        /// Later turns that have passed already.
        var passed: Set<Int> = []
        var waiting: [Int: [CheckedContinuation<Void, Never>]] = [:]
    }

    private let state = Mutex(State())

    /// Waits until all turns before `turn` have passed.
    func wait(for turn: Int) async {
        await withCheckedContinuation { continuation in
            let mayGo = state.withLock { state in
                guard state.current < turn else { return true }
                state.waiting[turn, default: []].append(continuation)
                return false
            }
            if mayGo { continuation.resume() }
        }
    }

    /// Notes that `turn` has passed.
    ///
    /// Each turn must, also that of a task that fails.
    func pass(_ turn: Int) {
        let ready = state.withLock { state in
            if turn >= state.current { state.passed.insert(turn) }
            var ready: [CheckedContinuation<Void, Never>] = []
            while state.passed.remove(state.current) != nil {
                state.current += 1
                ready += state.waiting.removeValue(forKey: state.current) ?? []
            }
            return ready
        }
        for continuation in ready { continuation.resume() }
    }
}
