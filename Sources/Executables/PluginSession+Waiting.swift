internal import BoxOffice
internal import Glibc

extension PluginSession {
    /// Waits until there is something to do.
    func wait(
        toWrite: Bool, toRead: Bool
    ) throws(Fault) -> (input: Bool, output: Bool, errors: Bool) {
        var ends = [
            pollfd(fd: toWrite ? input?.rawValue ?? -1 : -1, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: toRead ? output?.rawValue ?? -1 : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors?.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        let patience = min(limits.silence, limits.whole - waited)
        guard patience > .zero else { throw timedOut(.tookMoreThan(limits.whole)) }
        let clock = ContinuousClock()
        let start = clock.now
        var count: Int32 = 0
        repeat {
            let elapsed = clock.now - start
            if elapsed >= min(limits.hold, patience) { log.sayHeld() }
            let left = (log.holdsLine ? min(patience, limits.hold) : patience) - elapsed
            let milliseconds = Int32(clamping: max(0, left.nanoseconds / 1_000_000) + 1)
            count = unsafe poll(&ends, nfds_t(ends.count), milliseconds)
        } while (count < 0 && errno == EINTR) || (count == 0 && log.holdsLine)
        waited += clock.now - start
        if process.isCancelled, count == 0 { throw .cancelledPlugin }
        // If it has ended, the next wait finds the end of its output.
        if count == 0, !hasWaitedForEnd, endOfAll() != nil {
            hasWaitedForEnd = true
            return try wait(toWrite: toWrite, toRead: toRead)
        }
        guard count > 0 else {
            throw waited < limits.whole
                ? timedOut(
                    Message(
                        "plugin-silent",
                        "it neither read nor wrote anything for \(limits.silence.wording)"))
                : timedOut(.tookMoreThan(limits.whole))
        }
        return (ends[0].revents != 0, ends[1].revents != 0, ends[2].revents != 0)
    }

    /// How the plugin ended, once the processes that it left running are ended too; nil if it is
    /// still running itself.
    func endOfAll() -> PluginProcess.Ending? {
        process.hasEnded ? process.waitForEnd(atMost: process.patience) : nil
    }

    /// Ends the plugin, and gives its fault: it took too long.
    func timedOut(_ message: Message) -> Fault {
        process.end()
        return fault(.unavailable, "plugin-timed-out", message)
    }

    /// Ends the plugin, and gives its fault: one of its lines is too long.
    func tooLong(_ limit: Int) -> Fault {
        process.end()
        return fault(
            .malformed, "plugin-line-too-long", "it writes a line of more than \(limit) bytes")
    }

    /// The last line of its standard error behind a colon; empty if there was none.
    var lastWords: String { log.last.map { ": \($0)" } ?? "" }
}

extension Message {
    fileprivate static func tookMoreThan(_ limit: Duration) -> Message {
        Message("plugin-took-more", "it took more than \(limit.wording)")
    }
}
