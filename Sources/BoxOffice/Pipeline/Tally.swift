internal import Synchronization

/// What a run comes to besides its rows, counted by everything that asks for answers.
final class Tally: Sendable {
    private struct State {
        var retries = 0
    }

    private let state = Mutex(State())

    /// Counts a request that is sent again.
    func countRetry() { state.withLock { $0.retries += 1 } }

    /// Adds what was counted to `summary`.
    func add(to summary: inout Export.Summary) {
        let state = state.withLock { $0 }
        summary.retries += state.retries
    }
}
