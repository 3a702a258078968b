internal import BoxOffice
internal import Glibc

/// The watch for a run that cannot go on because the system creates no more threads.
///
/// Dispatch waits for a thread for ever, and so does whatever asked for it. The limit may be that of
/// a control group, or other processes may use up the rest, so that it shows only during the run.
struct ThreadWatch {
    /// The number of seconds that the run may stand still: twice what an answer may usually take.
    private static let patience = 60

    private var time = clock()
    private var still = 0

    /// Begins `run` in a task, from a thread of its own, which may wait for ever.
    ///
    /// That thread keeps one of the pool's, where idle ones end after five seconds, so that a run
    /// that has waited for an answer can go on.
    init(_ run: @escaping @Sendable () async -> Void) {
        let run = unsafe Unmanaged.passRetained(Run(body: run)).toOpaque()
        while unsafe !Self.createThread(run, Self.begin) {
            sleep(1)
            look()
        }
    }

    /// Ends the process if for a minute it has computed nothing and could not create a thread.
    ///
    /// To be called once a second.
    mutating func look() {
        let before = time
        time = clock()
        let isIdle = time - before < clock_t(CLOCKS_PER_SEC) / 100
        still = unsafe isIdle && !Self.createThread(nil, { _ in nil }) ? still + 1 : 0
        guard still >= Self.patience else { return }
        let message: StaticString = """
            bo-export: error: the system cannot create the threads that the program needs
            bo-export: hint: see 'ulimit -u' and 'ulimit -v', and what else is running

            """
        _ = unsafe write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
        _exit(ExitStatus.of(.outOfResources))
    }

    private typealias Body =
        @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

    private static let begin: Body = { run in
        guard let run = unsafe run else { return nil }
        let body = unsafe Unmanaged<Run>.fromOpaque(run).takeRetainedValue().body
        Task.detached { await body() }
        while true {
            sleep(1)
            Task.detached {}
        }
    }

    /// Creates a thread for `body`, and returns false if the system does not.
    private static func createThread(_ context: UnsafeMutableRawPointer?, _ body: Body) -> Bool {
        var thread = pthread_t()
        guard unsafe pthread_create(&thread, nil, body, context) == 0 else { return false }
        return pthread_detach(thread) == 0
    }

    private final class Run: Sendable {
        let body: @Sendable () async -> Void
        init(body: @escaping @Sendable () async -> Void) { self.body = body }
    }
}
