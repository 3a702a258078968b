internal import CProcess
internal import Dispatch
internal import Glibc
internal import Storage
internal import Synchronization
internal import SystemPackage

/// The process of a plugin, from its start until nothing of it is left.
///
/// It runs in a session of its own, below a keeper: a small process between it and this one, to
/// which everything falls that the plugin has started, and which ends all of it with the plugin. So
/// it is certain what was started by which plugin, whatever sessions it has begun, and a process
/// that this program has started for another purpose is never taken for it.
final class PluginProcess: Sendable {
    /// How a process came to its end.
    enum Ending: Hashable, Sendable {
        /// It never began.
        case notStarted(String)
        /// It could not be started, because the system lacks a process, memory or a descriptor.
        case notStartedForLack(String)
        /// It ended by itself, with that status.
        case exited(Int32)
        /// It cannot be known, because the keeper was killed, and the plugin with it.
        case lost
        /// It was ended by that signal.
        case signalled(Int32)
    }

    /// What the plugin left running when it ended by itself.
    struct Leftovers: Hashable, Sendable {
        /// How many processes.
        let count: Int
        /// The beginning of the command line of one of them.
        let words: String
    }

    private struct State {
        /// What is written to for the keeper to end everything; nil when nothing is left to end.
        var control: Int32?
        var isToEnd = false
        var isCancelled = false
        /// How the plugin itself ended, which what it has started may outlive a little.
        var ownEnding: Ending?
        var isOver = false
        var leftovers: Leftovers?
    }

    private let state = Mutex(State())
    private let over = DispatchGroup()
    /// Removed when nothing of the plugin is left.
    private let folder: PrivateFolder

    /// How long the keeper takes at most from the end of a plugin, or from when it is asked to end,
    /// until nothing of it is left.
    let patience: Duration

    /// Starts `path` with its three standard streams, which are closed here.
    ///
    /// - Parameters:
    ///   - folder: where it may keep files; it is removed when nothing of the plugin is left.
    ///   - grace: how long it may take to end when it is asked to.
    init(
        _ path: String, _ variables: [String: String], folder: PrivateFolder, grace: Duration,
        input: FileDescriptor, output: FileDescriptor, errors: FileDescriptor
    ) {
        self.folder = folder
        patience = grace + .seconds(10)
        over.enter()
        var keeper: pid_t = 0
        var control: Int32 = -1
        var report: Int32 = -1
        let streams = [input.rawValue, output.rawValue, errors.rawValue]
        var variables = variables
        variables["TMPDIR"] = folder.path
        let texts = variables.map { "\($0)=\($1)" }
        let failure = unsafe withCStrings([path]) { arguments in
            unsafe withCStrings(texts) { environment in
                unsafe cprocess_start(
                    path, arguments, environment, folder.path, streams,
                    Int32(clamping: grace.nanoseconds / 1_000_000), &keeper, &control, &report)
            }
        }
        for descriptor in streams { close(descriptor) }
        guard failure == 0 else {
            finish(.notStartedForLack("\(Errno(rawValue: failure))"))
            return
        }
        state.withLock { $0.control = control }
        // A thread of its own, because writing to the plugin blocks one of the pool, and there may
        // be only one.
        DispatchQueue(label: "plugin").async { [keeper, report] in
            self.wait(for: keeper, report)
        }
    }

    /// How it ended, once nothing of it is left.
    var ending: Ending? { state.withLock { $0.isOver ? $0.ownEnding : nil } }

    /// Whether the plugin itself has ended, though what it has started may not have.
    var hasEnded: Bool { state.withLock { $0.ownEnding != nil } }

    /// What it left running, which was ended; nil if nothing was left.
    var leftovers: Leftovers? { state.withLock { $0.leftovers } }

    /// Whether it was ended because nobody wants its work any more.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Waits until nothing of it is left, so long at most; blocks.
    func waitForEnd(atMost patience: Duration) -> Ending? {
        _ = over.wait(timeout: .now() + .nanoseconds(patience.nanoseconds))
        return ending
    }

    /// Asks it and all that it has started to end, and sees to it.
    func end() {
        state.withLock { state in
            guard !state.isToEnd, let control = state.control else { return }
            state.isToEnd = true
            _ = unsafe write(control, "T", 1)
        }
    }

    /// Asks it to end, because nobody wants its work any more.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        end()
    }

    /// Waits until it has been reaped, and all that it started has been ended.
    func reaped() async {
        await withCheckedContinuation { continuation in
            over.notify(queue: .global()) { continuation.resume() }
        }
    }

    /// Takes what the keeper reports, and waits for its end; blocks.
    private func wait(for keeper: pid_t, _ report: Int32) {
        var ending = Ending.lost  // What a keeper does not live to report.
        while true {
            var message = cprocess_report()
            let size = MemoryLayout<cprocess_report>.size
            let count = unsafe read(report, &message, size)
            if count < 0, errno == EINTR { continue }
            guard count == size else { break }
            guard message.kind != Int32(CPROCESS_LEFT) else {
                let leftovers = Leftovers(message)
                state.withLock { $0.leftovers = leftovers }
                continue
            }
            // The first counts: a program that cannot be started has a status, too.
            let own = Ending(message)
            ending = state.withLock { state in
                state.ownEnding = state.ownEnding ?? own
                return state.ownEnding ?? own
            }
        }
        close(report)
        // The program that this is a part of may have reaped it by itself.
        while waitpid(keeper, nil, 0) < 0, errno == EINTR {}
        finish(ending)
    }

    private func finish(_ ending: Ending) {
        folder.remove()
        state.withLock { state in
            if let control = state.control { close(control) }
            state.control = nil
            state.ownEnding = ending
            state.isOver = true
        }
        over.leave()
    }
}

extension PluginProcess.Leftovers {
    /// What the keeper says.
    fileprivate init(_ report: cprocess_report) {
        count = Int(report.value)
        words = unsafe withUnsafeBytes(of: report.words) { bytes in
            unsafe Quote.of(bytes.prefix { $0 != 0 })
        }
    }
}

extension PluginProcess.Ending {
    /// What the keeper says.
    fileprivate init(_ report: cprocess_report) {
        let isStarted = report.kind != Int32(CPROCESS_NOT_STARTED)
        let error = Errno(rawValue: report.value)
        // The last is what a fork says that may make no more processes.
        let isShortage = error.isShortage || error == .resourceTemporarilyUnavailable
        let reason =
            report.value == ENOENT
            // The file itself was looked at before.
            ? "the interpreter in its first line is not there (or the line ends in CR LF)"
            : "\(error)"
        self =
            switch report.kind {
            case _ where !isStarted && isShortage: .notStartedForLack(reason)
            case _ where !isStarted: .notStarted(reason)
            case Int32(CPROCESS_EXITED): .exited(report.value)
            default: .signalled(report.value)
            }
    }
}

/// Calls `body` with `texts` as C has them, with a null pointer behind the last.
private func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
) -> Result {
    let copies = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe copies.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
}

extension Duration {
    /// The whole nanoseconds, held within what an `Int` holds.
    var nanoseconds: Int {
        let (seconds, attoseconds) = components
        let (product, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : product + Int(attoseconds / 1_000_000_000)
    }
}
