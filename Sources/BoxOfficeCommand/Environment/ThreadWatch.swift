internal import BoxOffice
internal import CProcess
internal import Dispatch
internal import Glibc

/// Finds out that a run cannot go on because a thread cannot be made.
///
/// Where the limit is that of a control group, or other processes have taken the rest, this comes to
/// light only while the run is under way. What other threads can do goes on.
struct ThreadWatch {
    /// For how many seconds the run may stand still.
    private static let patience = 5

    private var stuck = 0
    private let blocking = DispatchQueue(label: "bo-export.watch")

    /// Looks, once a second: ends the process if for some seconds there was work that no thread does,
    /// and none could be made.
    mutating func look() {
        // Dispatch ends threads that have nothing to do for five seconds. One of each kind is kept, so
        // that a run that has waited for an answer goes on with it.
        Task.detached {}
        blocking.async {}
        stuck = cprocess_make_owed_threads() ? 0 : stuck + 1
        guard stuck >= Self.patience else { return }
        let message: StaticString = """
            bo-export: error: the system gives the program no thread to go on with
            bo-export: hint: see 'ulimit -u' and 'ulimit -v', and what else is running

            """
        _ = unsafe write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
        _exit(ExitStatus.of(.outOfResources))
    }
}
