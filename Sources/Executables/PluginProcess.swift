internal import BoxOffice
internal import CProcess
internal import Glibc
internal import Storage
internal import Synchronization
internal import SystemPackage

/// The process of a plugin, from its start until it and its child processes are gone.
///
/// It runs in its own session under a keeper, a small process between it and this one. The keeper
/// inherits every process that the plugin starts, and ends them all with the plugin. So it is
/// certain which plugin started which process, whatever sessions it has begun, and a process that
/// this program started for another purpose is never mistaken for one of them.
final class PluginProcess: Sendable {
    /// The processes that a plugin left running when it exited by itself.
    ///
    /// `count` is their number, `words` the beginning of the command line of one of them.
    typealias Leftovers = (count: Int, words: String)

    private struct State: ~Copyable {
        /// The pipe that asks the keeper to end everything; nil when nothing is left to end.
        var control: Descriptor?
        /// The pipe that the keeper reports through; nil when nothing is left.
        var report: Descriptor?
        /// The exit of the plugin itself, which its child processes may outlive briefly.
        var ending: cprocess_report?
        var leftovers: Leftovers?
    }

    /// The keeper, with the descriptors of the three standard streams, which the caller closes;
    /// negative ones if nothing could be started.
    let keeper: cprocess_keeper
    private let state: Mutex<State>
    private let wasCancelled = Atomic(false)
    /// The plugin's folder, removed when no process is left.
    private let folder: PrivateFolder

    /// The longest time from the plugin's exit, or from when the keeper is asked to end it, until
    /// no process is left.
    let patience: Duration

    /// Starts `path`.
    ///
    /// - Parameters:
    ///   - folder: the folder for its files; it is removed when no process is left.
    ///   - grace: the time it has to exit after it was asked to.
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

    /// True if the plugin itself has exited; its child processes may still be running.
    var hasEnded: Bool {
        takeReports()
        return state.withLock { $0.ending != nil }
    }

    /// True if neither the plugin nor any child process is left.
    var isOver: Bool {
        takeReports()
        return state.withLock { $0.report?.rawValue == nil }
    }

    /// The processes it left running, which were ended; nil if there were none.
    var leftovers: Leftovers? { state.withLock { $0.leftovers } }

    /// True if it was cancelled.
    var isCancelled: Bool { wasCancelled.load(ordering: .relaxed) }

    /// Waits until no process is left and returns the plugin's exit, or nil if time runs out;
    /// blocks.
    ///
    /// - Parameter patience: the time the plugin may take; once it has exited, its child processes
    ///   may take as long as the keeper gives them.
    func waitForEnd(atMost patience: Duration) -> cprocess_report? {
        let start = ContinuousClock.now
        // A plugin may have stopped its own keeper with a signal.
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

    /// Asks the keeper to end the plugin and all its child processes.
    func end() {
        state.withLock { state in
            guard let control = state.control?.rawValue else { return }
            _ = unsafe write(control, "T", 1)
        }
    }

    /// Ends it because the run was cancelled.
    func cancel() {
        wasCancelled.store(true, ordering: .relaxed)
        end()
    }

    /// Reads the keeper's reports, and reaps the keeper when it exits.
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
                    state.leftovers = (Int(message.value), words)
                } else {
                    state.ending = message
                }
                count = unsafe read(report, &message, size)
            }
            guard count == 0 else { return }
            // The surrounding program may already have reaped it.
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

/// An open descriptor that closes itself, once.
struct Descriptor: ~Copyable {
    let rawValue: Int32

    /// The number of bytes read at once.
    static var blockSize: Int { 64 << 10 }

    /// Takes over an open descriptor; nil for a negative number.
    init?(_ rawValue: Int32) {
        guard rawValue >= 0 else { return nil }
        self.rawValue = rawValue
    }

    deinit {
        close(rawValue)
    }

    /// Reads the available bytes and appends them to `bytes`; false at the end.
    func read(into bytes: inout [UInt8]) -> Bool {
        var count = 0
        bytes.append(addingCapacity: Self.blockSize) { rest in
            unsafe rest.withUnsafeMutableBufferPointer { rest, filled in
                count = unsafe Glibc.read(rawValue, rest.baseAddress, Self.blockSize)
                filled = max(0, count)
            }
        }
        return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
    }

    /// Opens another reading end of the pipe whose writing end this is; nil if there is no `/proc`.
    func readingEnd() -> Descriptor? {
        Descriptor(unsafe open("/proc/self/fd/\(rawValue)", O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    }

    /// The number of unread bytes in the pipe.
    var waitingBytes: Int {
        var count: Int32 = 0
        return unsafe ioctl(rawValue, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }
}

/// The temporary folder of one plugin process.
///
/// Other users cannot look into it. It is removed with all its contents; links in it are removed
/// but never followed.
final class PrivateFolder: Sendable {
    /// The path of the folder.
    let path: String

    /// Creates a folder with a new name for a process of `plugin` in the folder at `parent`.
    ///
    /// - Throws: a ``Fault`` with the reason if that fails.
    init(of plugin: PluginFile, in parent: String) throws(Fault) {
        var template = Array("\(parent)/bo-export-plugin-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            let error = Errno(rawValue: errno)
            let isFull = [.noSpace, .diskQuotaExceeded].contains(error)
            let kind: Fault.Kind =
                error.isShortage ? .outOfResources : isFull ? .cannotCreate : .configuration
            throw Fault(
                kind, "no-private-folder",
                "the plugin '\(plugin.name)': cannot create a temporary folder in '\(parent)': \(Message(sentence: error.description))",
                hint: "set TMPDIR to a folder that can be written to")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        remove()
    }

    /// Removes it as far as permissions allow; blocks.
    func remove() { Self.remove(FilePath(path)) }

    private static func remove(_ folder: FilePath) {
        guard FileStatus(of: folder, followsLinks: false)?.isFolder == true else { return }
        // Its names can be neither read nor removed without permission.
        _ = unsafe folder.withPlatformString { unsafe chmod($0, 0o700) }
        for name in (try? folder.names()) ?? [] {
            let path = folder.appending(name)
            if unsafe path.withPlatformString({ unsafe unlink($0) }) != 0 { remove(path) }
        }
        _ = unsafe folder.withPlatformString { unsafe rmdir($0) }
    }
}
