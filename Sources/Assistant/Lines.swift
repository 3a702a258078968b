internal import Blocking
internal import Glibc
internal import Synchronization

/// The lines of standard input.
struct InputLines: ~Copyable {
    /// The most bytes of a line; of a longer one, one more is kept.
    static let longest = 1 << 20

    private let executor = BlockingExecutor()
    /// The lines that are not handed out, and the beginning of the next one.
    private var (whole, next): (ArraySlice<[UInt8]>, [UInt8]) = ([], [])
    private var isAtEnd = false

    /// Waits for a line; nil at the end of input.
    mutating func line() async -> [UInt8]? {
        while whole.isEmpty, !isAtEnd {
            let bytes = await executor.run { Self.read() }
            isAtEnd = bytes.isEmpty
            // The last line may have no end.
            for byte in isAtEnd ? [UInt8(ascii: "\n")] : bytes {
                if byte == UInt8(ascii: "\n") {
                    whole.append(next)
                    next = []
                } else if next.count <= Self.longest {
                    next.append(byte)
                }
            }
        }
        return whole.popFirst()
    }

    /// Reads what is there, or waits for it; returns nothing at the end.
    private static func read() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            var got = 0
            repeat {
                got = unsafe Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            } while got < 0 && mayGoOn(STDIN_FILENO, POLLIN)
            count = max(0, got)
        }
    }
}

/// The lines of the protocol on standard output, to which nothing else is written.
///
/// A thread of its own writes them, so that a client that does not read holds up nothing but its
/// answers.
final class OutputLines: Sendable {
    private let executor = BlockingExecutor()
    private let descriptor: Int32
    /// The bytes that wait, whether nothing more can be written, and the reason if it is not that the
    /// client has closed its end.
    private let state = Mutex((waiting: 0, isClosed: false, failure: Int32?.none))
    /// The most bytes that wait.
    private static let maxWaiting = 64 << 20

    /// Takes standard output for the protocol; what others write there goes to standard error.
    init() {
        let own = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        descriptor = own < 0 ? STDOUT_FILENO : own
        if own >= 0 { dup2(STDERR_FILENO, STDOUT_FILENO) }
    }

    /// Writes `line` after those before it, if `isWanted` still says so then.
    func write(_ line: JSON, if isWanted: @escaping @Sendable () -> Bool) {
        let bytes = Array("\(line.text)\n".utf8)
        let isTooMuch = state.withLock { state in
            state.waiting += bytes.count
            return state.waiting > Self.maxWaiting
        }
        if isTooMuch { giveUp(after: ENOBUFS) }
        if isClosed { return }
        Task(executorPreference: executor) { [self] in
            defer { state.withLock { $0.waiting -= bytes.count } }
            guard isWanted() else { return }
            var written = 0
            while written < bytes.count {
                let count = unsafe bytes[written...].withUnsafeBytes { rest in
                    unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                }
                if count < 0, mayGoOn(descriptor, POLLOUT) { continue }
                guard count > 0 else { return giveUp(after: errno) }
                written += count
            }
        }
    }

    /// Gives up the output because of `error`; that of a client that has closed its end is no failure.
    private func giveUp(after error: Int32) {
        state.withLock { state in
            if !state.isClosed, error != EPIPE { state.failure = error }
            state.isClosed = true
        }
    }

    /// True if nothing more can be written.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// True if lines wait for a client that still reads.
    var isUnread: Bool { state.withLock { $0.waiting > 0 && !$0.isClosed } }

    /// The `errno` of a line that could not be written; nil if the client has closed its end.
    var failure: Int32? { state.withLock { $0.failure } }

    /// Waits until the lines before are written.
    func flush() async { await executor.run {} }
}

/// Returns true if the call that failed may be made again: it was interrupted, or `descriptor` is one
/// that does not wait, and this has waited instead.
private func mayGoOn(_ descriptor: Int32, _ event: Int32) -> Bool {
    guard errno == EAGAIN || errno == EWOULDBLOCK else { return errno == EINTR }
    var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return unsafe poll(&waiting, 1, -1) >= 0 || errno == EINTR
}
