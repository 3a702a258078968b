internal import CProcess
internal import Glibc
internal import Synchronization

/// The process of a plugin, from its start until nothing of it is left.
///
/// It runs in a session of its own, below a keeper: a small process between it and this one, to
/// which everything falls that the plugin has started, and which ends all of it with the plugin. So
/// it is certain what was started by which plugin, whatever sessions it has begun, and a process
/// that this program has started for another purpose is never taken for it.
final class PluginProcess: Sendable {
    /// What the plugin left running when it ended by itself.
    struct Leftovers: Hashable, Sendable {
        /// How many processes.
        let count: Int
        /// The beginning of the command line of one of them.
        let words: String
    }

    private struct State: ~Copyable {
        /// What is written to for the keeper to end everything; nil when nothing is left to end.
        var control: Descriptor?
        /// What the keeper reports to.
        var report: Descriptor?
        /// How the plugin itself ended, which what it has started may outlive a little.
        var ending: cprocess_report?
        var leftovers: Leftovers?
    }

    /// The keeper, with the descriptors of the three standard streams, which are the caller's to
    /// close; negative ones if nothing could be started.
    let keeper: cprocess_keeper
    private let state: Mutex<State>
    private let wasCancelled = Atomic(false)
    /// Removed when nothing of the plugin is left.
    private let folder: PrivateFolder

    /// How long the keeper takes at most from the end of a plugin, or from when it is asked to end,
    /// until nothing of it is left.
    let patience: Duration

    /// Starts `path`.
    ///
    /// - Parameters:
    ///   - folder: where it may keep files; it is removed when nothing of the plugin is left.
    ///   - grace: how long it may take to end when it is asked to.
    init(
        _ path: String, _ variables: [String: String], folder: PrivateFolder, grace: Duration
    ) {
        self.folder = folder
        patience = grace + .seconds(12)
        var keeper = cprocess_keeper(
            process: 0, input: -1, output: -1, errors: -1, control: -1, report: -1)
        let variables = variables.merging(["TMPDIR": folder.path]) { $1 }
        let texts = unsafe variables.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe texts.forEach { unsafe free($0) } }
        let failure = unsafe cprocess_start(
            path, texts, folder.path, Int32(clamping: grace.milliseconds), &keeper)
        self.keeper = keeper
        state = Mutex(
            State(
                control: Descriptor(keeper.control), report: Descriptor(keeper.report),
                ending: failure == 0
                    ? nil : cprocess_report(kind: CPROCESS_NOT_STARTED, value: failure)))
    }

    /// Whether the plugin itself has ended, though what it has started may not have.
    var hasEnded: Bool {
        takeReports()
        return state.withLock { $0.ending != nil }
    }

    /// Whether nothing of it is left.
    var isOver: Bool {
        takeReports()
        return state.withLock { $0.report?.rawValue == nil }
    }

    /// What it left running, which was ended; nil if nothing was left.
    var leftovers: Leftovers? { state.withLock { $0.leftovers } }

    /// Whether it was ended because nobody wants its work any more.
    var isCancelled: Bool { wasCancelled.load(ordering: .relaxed) }

    /// Waits until nothing of it is left, and gives how it ended; blocks.
    ///
    /// - Parameter patience: how long the plugin may take; what it has started may take as long as
    ///   the keeper gives it.
    func waitForEnd(atMost patience: Duration) -> cprocess_report? {
        let start = ContinuousClock.now
        // A plugin may have stopped the process above its own keeper.
        state.withLock { if $0.report?.rawValue != nil { kill(keeper.process, SIGCONT) } }
        while true {
            takeReports()
            let (report, ending) = state.withLock { ($0.report?.rawValue, $0.ending) }
            guard let report else { return ending }
            let limit = ending == nil ? patience : max(patience, self.patience)
            let left = limit - (ContinuousClock.now - start)
            guard left > .zero else { return nil }
            var end = pollfd(fd: report, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&end, 1, Int32(clamping: left.milliseconds + 1))
        }
    }

    /// Asks it and all that it has started to end, and sees to it.
    func end() {
        state.withLock { state in
            guard let control = state.control?.rawValue else { return }
            _ = unsafe write(control, "T", 1)
        }
    }

    /// Asks it to end, because nobody wants its work any more.
    func cancel() {
        wasCancelled.store(true, ordering: .relaxed)
        end()
    }

    /// Takes what the keeper reports, and reaps it at its end.
    private func takeReports() {
        state.withLock { state in
            guard let report = state.report?.rawValue else { return }
            var message = cprocess_report()
            let size = MemoryLayout<cprocess_report>.size
            var count = unsafe read(report, &message, size)
            while count == size {
                if message.kind == CPROCESS_LEFT {
                    let words = unsafe withUnsafeBytes(of: message.words) { words in
                        unsafe Quote.of(words.prefix { $0 != 0 })
                    }
                    state.leftovers = Leftovers(count: Int(message.value), words: words)
                } else {
                    state.ending = message
                }
                count = unsafe read(report, &message, size)
            }
            guard count == 0 else { return }
            // The program that this is a part of may have reaped it by itself.
            while waitpid(keeper.process, nil, 0) < 0, errno == EINTR {}
            folder.remove()
            state.control = nil
            state.report = nil
            state.ending = state.ending ?? cprocess_report(kind: CPROCESS_LOST, value: 0)
        }
    }
}

extension cprocess_report {
    fileprivate init(kind: cprocess_kind, value: Int32) {
        self.init()
        self.kind = kind
        self.value = value
    }
}

extension Duration {
    /// The whole milliseconds.
    var milliseconds: Int { Int(self / .milliseconds(1)) }
}
