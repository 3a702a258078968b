internal import BoxOffice
internal import Dispatch

/// The time that a check may take in all.
final class CheckClock {
    private let limit: Duration
    private let start = ContinuousClock.now
    private let timer: any DispatchSourceTimer

    /// Starts the time; once it is up, every plugin of `host` is ended.
    init(_ limit: Duration, host: PluginHost) {
        self.limit = limit
        timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(
            deadline: .now() + .nanoseconds(limit.nanoseconds), repeating: .milliseconds(500))
        timer.setEventHandler { [weak host] in host?.endAll() }
        timer.resume()
    }

    deinit {
        timer.cancel()
    }

    /// Whether the time is up.
    var isOver: Bool { ContinuousClock.now - start >= limit }

    /// The limit in words.
    var wording: Message { limit.wording }

    /// Makes sure that there is time left to start a plugin.
    func require() throws(Fault) {
        if isOver { throw Fault(.unavailable, "check-out-of-time", "the time is up") }
    }
}
