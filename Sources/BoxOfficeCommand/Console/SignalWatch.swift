internal import BoxOffice
internal import CProcess
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The watch for INT, TERM and HUP, which lets a run end in order when one of them comes.
///
/// A second signal ends the process at once.
final class SignalWatch: Sendable {
    private let state = Mutex((received: Int32?.none, action: (@Sendable () -> Void)?.none))
    private let signals: sigset_t

    /// Blocks the signals in this thread and in those that it creates later, except for signals
    /// that the caller of the program, such as nohup, has ignored.
    init() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        // A thread of a library may receive signals all the same; it hands them to the thread that
        // waits for them.
        _ = waitingThread
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { pthread_kill(waitingThread, $0) }
        action.sa_flags = SA_RESTART
        for signal in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(signal) {
            unsafe sigaddset(&signals, signal)
            unsafe sigaction(signal, &action, nil)
        }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        self.signals = signals
    }

    /// Waits for signals, for ever, and checks every second whether the run is stuck.
    ///
    /// After the first signal the run has two seconds to end by itself. Anything still blocked
    /// then, by a reader that does not read or a pipe that is never opened, is abandoned. Either way
    /// the process ends by the signal.
    func wait() -> Never {
        var threads = ThreadWatch()
        while true {
            var set = signals
            if let signal = received {
                var patience = timespec(tv_sec: 2, tv_nsec: 0)
                // The end of a plugin interrupts the wait, which must then go on.
                while unsafe sigtimedwait(&set, nil, &patience) < 0, errno == EINTR {}
                Self.end(by: signal)
            }
            var second = timespec(tv_sec: 1, tv_nsec: 0)
            let signal = unsafe sigtimedwait(&set, nil, &second)
            if signal > 0 {
                let action = state.withLock { state in
                    state.received = signal
                    return state.action
                }
                action?()
            } else if errno == EAGAIN {
                threads.look()
            }
        }
    }

    /// The signal that came, or nil.
    var received: Int32? { state.withLock { $0.received } }

    /// Calls `action` when the first signal comes, or at once if it has come.
    func onSignal(_ action: @escaping @Sendable () -> Void) {
        let hasCome = state.withLock { state in
            state.action = action
            return state.received != nil
        }
        if hasCome { action() }
    }

    /// Ends the process by `signal`, so that the caller sees what ended it: the loop of a shell ends
    /// too, and a service manager calls the process stopped, not failed.
    static func end(by signal: Int32) -> Never {
        var (action, signals) = (sigaction(), sigset_t())
        unsafe action.__sigaction_handler.sa_handler = SIG_DFL
        unsafe sigaction(signal, &action, nil)
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, signal)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(signal)
        // The first process of a container is not ended by its own signals.
        _exit(ExitStatus.endedBy(signal: signal))
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
        let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// The thread that waits for signals: the one that creates the ``SignalWatch``, before there are
/// others.
private let waitingThread = pthread_self()

/// The watch for a run that cannot go on because no thread can be created.
///
/// If the limit is that of a control group, or other processes have used up the rest, this shows
/// only during the run. Work on other threads goes on.
struct ThreadWatch {
    /// The number of seconds that the run may be stuck.
    private static let patience = 5

    private var stuck = 0
    private let blocking = DispatchQueue(label: "bo-export.watch")

    /// Checks the threads, once a second: ends the process if for some seconds there was work
    /// without a thread and none could be created.
    mutating func look() {
        // Dispatch ends threads that have been idle for five seconds. One of each kind is kept, so
        // that a run that has waited for an answer can go on.
        Task.detached {}
        blocking.async {}
        stuck = cprocess_make_owed_threads() ? 0 : stuck + 1
        guard stuck >= Self.patience else { return }
        let message: StaticString = """
            bo-export: error: the system cannot create the threads that the program needs
            bo-export: hint: see 'ulimit -u' and 'ulimit -v', and what else is running

            """
        _ = unsafe write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
        _exit(ExitStatus.of(.outOfResources))
    }
}
