internal import BoxOffice
internal import Glibc

/// Finds out that a run cannot go on because a thread cannot be made.
///
/// Dispatch then waits for one, for ever: where the limit is that of a control group, or other
/// processes have taken the rest, this comes to light only while the run is under way.
struct ThreadWatch {
    /// For how many seconds the process may be stuck.
    private static let patience: UInt32 = 5

    private var used: Int?
    private var stuck: UInt32 = 0

    /// Does `body`, which makes the first thread of a pool, and ends the process if that is stuck.
    static func guarding(_ body: () -> Void) {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { _ in ThreadWatch.giveUp() }
        unsafe sigaction(SIGALRM, &action, nil)
        _ = alarm(patience)
        body()
        _ = alarm(0)
    }

    /// Looks, once a second: ends the process if for some seconds it has done nothing, and no thread
    /// could be made.
    mutating func look() {
        let now = Self.processorTime
        let isIdle = used.map { now - $0 < 10_000 } ?? false
        used = now
        stuck = isIdle && !ProcessLimits.allowsThread ? stuck + 1 : 0
        if stuck >= Self.patience { Self.giveUp() }
    }

    /// Neither allocates nor takes a lock, because it is called in a signal handler, too.
    private static func giveUp() -> Never {
        let message: StaticString = """
            bo-export: error: the system gives the program no thread to go on with
            bo-export: hint: see 'ulimit -u' and 'ulimit -v', and what else is running

            """
        _ = unsafe write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
        _exit(ExitStatus.of(.outOfResources))
    }

    /// The microseconds that the process has had of processors.
    private static var processorTime: Int {
        var usage = rusage()
        guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + $1.tv_sec * 1_000_000 + Int($1.tv_usec)
        }
    }
}
