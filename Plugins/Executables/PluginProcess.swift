internal import Dispatch
internal import Glibc
internal import Subprocess
internal import Synchronization
internal import SystemPackage

/// The process of a plugin, from its start until nothing of it is left.
///
/// swift-subprocess starts it, in a session of its own, and reaps it, on a thread of its own: who
/// writes to the plugin blocks a thread of the pool, and there may be only one.
final class PluginProcess: Sendable {
    /// How a process came to its end.
    enum Ending: Hashable, Sendable {
        /// It never began.
        case notStarted(String)
        /// It could not be started, because the system lacks a process, memory or a descriptor.
        case notStartedForLack(String)
        /// It ended by itself, with that status.
        case exited(Int32)
        /// It was ended by that signal.
        case signalled(Int32)
    }

    private struct State {
        /// Sends a signal to the plugin and what it has started; nil before and after it runs.
        var send: (@Sendable (Signal) -> Void)?
        var isToEnd = false
        var isCancelled = false
        var ending: Ending?
        var task: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let over = DispatchGroup()
    private let executor = BlockingExecutor()
    private let grace: Duration

    /// Starts `path` with its three standard streams, which are closed here.
    ///
    /// - Parameter grace: how long it may take to end when it is asked to.
    init(
        _ path: String, _ variables: [String: String], grace: Duration,
        input: FileDescriptor, output: FileDescriptor, errors: FileDescriptor
    ) {
        self.grace = grace
        over.enter()
        let task = Task(executorPreference: executor) {
            await self.run(path, variables, input: input, output: output, errors: errors)
        }
        state.withLock { $0.task = task }
    }

    /// How it ended, where it has.
    var ending: Ending? { state.withLock { $0.ending } }

    /// Whether it was ended because nobody wants its work any more.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Waits for its end, so long at most; blocks.
    func waitForEnd(atMost patience: Duration) -> Ending? {
        _ = over.wait(timeout: .now() + .nanoseconds(patience.nanoseconds))
        return ending
    }

    /// Asks it to end, and sees to it.
    func end() {
        let isFirst = state.withLock { state in
            guard !state.isToEnd, state.ending == nil else { return false }
            state.isToEnd = true
            state.send?(.terminate)
            return true
        }
        guard isFirst else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(grace.nanoseconds)) {
            self.state.withLock { $0.send?(.kill) }
        }
    }

    /// Asks it to end, for nobody wants its work any more.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        end()
    }

    /// Waits until it has been reaped, and all that it started has been ended.
    func reaped() async {
        await state.withLock { $0.task }?.value
    }

    private func run(
        _ path: String, _ variables: [String: String], input: FileDescriptor,
        output: FileDescriptor, errors: FileDescriptor
    ) async {
        var options = PlatformOptions()
        options.createSession = true
        var environment: [Environment.Key: String] = [:]
        for (name, value) in variables { environment[Environment.Key(stringLiteral: name)] = value }
        do {
            _ = try await Subprocess.run(
                .path(FilePath(path)), environment: .custom(environment), platformOptions: options,
                input: .fileDescriptor(input, closeAfterSpawningProcess: true),
                output: .fileDescriptor(output, closeAfterSpawningProcess: true),
                error: .fileDescriptor(errors, closeAfterSpawningProcess: true)
            ) { execution in
                begin { try? execution.send(signal: $0, toProcessGroup: true) }
                finish(Self.waitForExit(of: execution.processIdentifier.value))
            }
        } catch {
            let lacks: [Errno] = [
                .resourceTemporarilyUnavailable, .noMemory, .tooManyOpenFiles,
                .tooManyOpenFilesInSystem,
            ]
            let reason = (error as? SubprocessError)?.underlyingError
            if let reason, lacks.contains(reason) {
                finish(.notStartedForLack("\(reason)"))
            } else {
                finish(.notStarted("\(error)"))
            }
        }
    }

    private func begin(_ send: @escaping @Sendable (Signal) -> Void) {
        state.withLock { state in
            state.send = send
            if state.isToEnd { send(.terminate) }
        }
    }

    /// Ends what the plugin has started and left behind; it itself is there to be reaped, so that
    /// its number is nobody else's.
    private func finish(_ ending: Ending) {
        let isFirst = state.withLock { state in
            guard state.ending == nil else { return false }
            state.send?(.kill)
            state.send = nil
            state.ending = ending
            return true
        }
        if isFirst { over.leave() }
    }

    /// Waits for the end of a process and leaves it to be reaped; blocks.
    private static func waitForExit(of process: pid_t) -> Ending {
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0 {
            guard errno == EINTR else { return .notStarted("it cannot be waited for") }
        }
        let status = unsafe information._sifields._sigchld.si_status
        return unsafe information.si_code == CLD_EXITED ? .exited(status) : .signalled(status)
    }
}

extension Duration {
    /// The whole nanoseconds, held within what an `Int` holds.
    var nanoseconds: Int {
        let (seconds, attoseconds) = components
        let (product, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : product + Int(attoseconds / 1_000_000_000)
    }
}
